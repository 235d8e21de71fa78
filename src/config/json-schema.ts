/** The JSON Schema of gateway.yaml for editors, made of the schema that reads it. */
import { z } from 'zod';
import { configSchema } from './schema.ts';
import { isMapping } from './setting.ts';

/** A value may come from the environment wherever something else than any text is expected. */
const reference = { type: 'string', pattern: '\\$\\{' };

export function toJsonSchema(): Record<string, unknown> {
  const { $schema, ...rest } = z.toJSONSchema(configSchema, { io: 'input' });
  const title = 'Configuration of the governance gateway';
  return { $schema, title, ...toEditors(rest) };
}

function toEditors(node: Record<string, unknown>): Record<string, unknown> {
  const { description, environment, flag, secret, default: fallback, ...rest } = node;
  const setBy = [
    ...(typeof environment === 'string' ? [`\`${environment}\``] : []),
    ...(typeof flag === 'string' ? [`\`--${flag}\``] : []),
  ].join(', ');
  const notes = {
    ...(typeof description === 'string' && {
      description: setBy === '' ? description : `${description} Also: ${setBy}.`,
    }),
    ...(fallback !== undefined && { default: fallback }),
    ...(secret === true && { writeOnly: true }),
  };
  const checked = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, toChild(name, value)]),
  );
  const narrow =
    ['integer', 'number', 'boolean'].includes(String(rest['type'])) ||
    'enum' in rest ||
    'pattern' in rest;
  // A choice of kinds has a list of its own.
  if (Array.isArray(checked['anyOf']))
    return { ...notes, ...checked, anyOf: [...(checked['anyOf'] as unknown[]), reference] };
  return narrow ? { ...notes, anyOf: [checked, reference] } : { ...notes, ...checked };
}

function toChild(name: string, value: unknown): unknown {
  if (!isMapping(value)) return value;
  if (name === 'items' || name === 'additionalProperties') return toEditors(value);
  if (name !== 'properties') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, isMapping(child) ? toEditors(child) : child]),
  );
}
