/** The keys of a policy file by where they stand, read from the JSON Schema that editors check such files against. */
import type { Step } from '../interaction.ts';
import { policyJsonSchema } from './schema.ts';

let shape: unknown;

/** Keys that the schema knows at a path. */
export function knownKeys(path: readonly Step[]): readonly string[] {
  return alternativesOf(schemaAt(path)).flatMap(propertiesOf);
}

/** The mapping in which a key is at home, as the path to it: the one nearest to the top, among those that a file has once. */
export function findHome(key: string): readonly string[] | undefined {
  const open: (readonly string[])[] = [[]];
  for (const path of open) {
    const keys = propertiesOf(schemaAt(path));
    if (keys.includes(key)) return path;
    open.push(...keys.map((own) => [...path, own]));
  }
  return undefined;
}

function schemaAt(path: readonly Step[]): unknown {
  let here: unknown = (shape ??= policyJsonSchema());
  for (const step of path) here = inner(here, step);
  return here;
}

function propertiesOf(schema: unknown): readonly string[] {
  const properties = member(schema, 'properties');
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
}

function inner(schema: unknown, step: Step): unknown {
  for (const one of alternativesOf(schema)) {
    const next =
      typeof step === 'number'
        ? member(one, 'items')
        : (member(member(one, 'properties'), step) ?? member(one, 'additionalProperties'));
    if (typeof next === 'object' && next !== null) return next;
  }
  return undefined;
}

function alternativesOf(schema: unknown): readonly unknown[] {
  const among = member(schema, 'anyOf');
  return Array.isArray(among) ? among : [schema];
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}
