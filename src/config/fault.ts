/** Something wrong with the configuration: where it stands, and what was expected there. */
import type { z } from 'zod';
import { type Step, pathOf } from '../governance/interaction.ts';
import { findNearest } from '../governance/policy/suggest.ts';
import { fieldAt } from './field.ts';
import { namesAt, outlines } from './outline.ts';
import { isMapping, valueAt } from './setting.ts';

export type ConfigFault = {
  /** `config/gateway.yaml:3:5`, `GATEWAY_RATE_LIMIT` or `--port`. */
  readonly where: string;
  readonly message: string;
};

export type Placed = {
  readonly path: readonly Step[];
  readonly of: 'key' | 'value';
  readonly message: string;
};

export function writeFault({ where, message }: ConfigFault): string {
  return `${where}: ${message}`;
}

/** One sentence for each thing that is wrong, in our words instead of the validator's. */
export function toPlaced(issue: z.core.$ZodIssue, tree: unknown): readonly Placed[] {
  const path = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step));
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((name) => ({
      path: [...path, name],
      of: 'key',
      message: unknownKey(path, name),
    }));
  if (issue.code === 'invalid_key')
    return issue.issues.map(({ message }) => ({
      path,
      of: 'key',
      message: `\`${String(path.at(-1) ?? '')}\`: expected ${message}`,
    }));
  const own = issue.code === 'custom' || issue.code === 'invalid_format';
  const expectation = own ? issue.message : expectationOf(path, issue);
  return [{ path, of: 'value', message: mismatch(path, expectation, tree) }];
}

/** `listen.port: expected …, got \`x\``; a secret's value is never repeated. */
function mismatch(path: readonly Step[], expectation: string, tree: unknown): string {
  const value = valueAt(tree, path);
  const got = fieldAt(path)?.secret === true ? '' : describe(value);
  return `${pathOf(path)}: expected ${expectation}${got}`;
}

function expectationOf(path: readonly Step[], issue: z.core.$ZodIssue): string {
  const field = fieldAt(path);
  if (issue.code === 'too_big' && field?.type !== 'integer' && field?.type !== 'number')
    return `at most ${String(issue.maximum)} ${field?.type === 'array' ? 'elements' : 'characters'}`;
  return field?.expectation ?? 'another value';
}

function describe(value: unknown): string {
  if (value === undefined) return ', but it is missing';
  if (value === null || value === '') return ', but it is empty';
  if (Array.isArray(value)) return ', got a list';
  if (isMapping(value)) return ', got a mapping';
  const text = (typeof value === 'string' ? value : JSON.stringify(value))
    .replace(/\s+/g, ' ')
    // A password may have been put where none belongs.
    .replace(/\/\/[^/\s]*@/, '//…@');
  return `, got \`${text.length > 60 ? `${text.slice(0, 60)}…` : text}\``;
}

function unknownKey(path: readonly Step[], name: string): string {
  const names = namesAt(path);
  const nearest = findNearest(name, names);
  const elsewhere = outlines.find(
    (field) => field.path.at(-1) === name && !field.path.includes('*'),
  );
  const meant =
    nearest === undefined && elsewhere !== undefined
      ? pathOf(elsewhere.path)
      : nearest && pathOf([...path, nearest]);
  const hint =
    meant === undefined
      ? `; expected one of ${names.map((known) => `\`${known}\``).join(', ')}`
      : `; did you mean \`${meant}\`?`;
  return `unknown key \`${pathOf([...path, name])}\`${hint}`;
}
