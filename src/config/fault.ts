/** Something wrong with the configuration: where it stands, and what was expected there. */
import type { z } from 'zod';
import { type Step, pathOf } from '../governance/interaction.ts';
import { findNearest } from '../governance/policy/suggest.ts';
import { type Field, fieldAt } from './field.ts';
import { namesAt, outlines } from './outline.ts';
import { hintOfUnit } from './quantity.ts';
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

/** Of several things that are wrong with one value the narrowest is told: what is a URL is also a text. */
export function toPlacedAll(issues: readonly z.core.$ZodIssue[], tree: unknown): readonly Placed[] {
  const told = new Map<string, Placed>();
  for (const issue of [...issues].sort((left, right) => Number(isOwn(right)) - Number(isOwn(left))))
    for (const placed of toPlaced(issue, tree)) {
      const place = JSON.stringify([placed.path, placed.of]);
      if (placed.of === 'key' || !told.has(place)) told.set(place, placed);
    }
  return [...told.values()];
}

function isOwn({ code }: z.core.$ZodIssue): boolean {
  return code === 'custom' || code === 'invalid_format';
}

/** One sentence for each thing that is wrong, in our words instead of the validator's. */
function toPlaced(issue: z.core.$ZodIssue, tree: unknown): readonly Placed[] {
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
      message: `${pathOf(path.slice(0, -1))}: expected ${message}${describe(path.at(-1))}`,
    }));
  const expectation = isOwn(issue) ? issue.message : expectationOf(path, issue);
  return [{ path, of: 'value', message: mismatch(path, expectation, tree) }];
}

/** `listen.port: expected …, got \`x\``; a secret's value is never repeated. */
function mismatch(path: readonly Step[], expectation: string, tree: unknown): string {
  const value = valueAt(tree, path);
  const field = fieldAt(path);
  // Of what is no text nothing is repeated either way.
  const silent = field?.secret === true && typeof value === 'string' && value !== '';
  const got = silent ? '' : describe(value);
  return `${pathOf(path)}: expected ${expectation}${got}${hintOf(path, field, value)}`;
}

function hintOf(path: readonly Step[], field: Field | undefined, value: unknown): string {
  if (typeof value !== 'string') return '';
  // Only the file can say so: what a variable or a flag gives has its kind from the schema.
  const isQuoted =
    field?.type === 'boolean'
      ? /^(?:true|false)$/.test(value)
      : /^-?\d{1,16}(?:\.\d{1,16})?$/.test(value);
  if (isQuoted && ['integer', 'number', 'boolean'].includes(field?.type ?? ''))
    return '; write it without quotes';
  if (field?.type !== 'integer') return '';
  return hintOfUnit(String(path.at(-1) ?? ''), value, field);
}

function expectationOf(path: readonly Step[], issue: z.core.$ZodIssue): string {
  const field = fieldAt(path);
  if (issue.code === 'too_small' && field?.type === 'array')
    return `at least ${String(issue.minimum)} ${issue.minimum === 1 ? 'element' : 'elements'}`;
  if (issue.code === 'too_big' && field?.type !== 'integer' && field?.type !== 'number')
    return `at most ${String(issue.maximum)} ${field?.type === 'array' ? 'elements' : 'characters'}`;
  return field?.expectation ?? 'another value';
}

/** `, got \`x\``: short, in one line, and without a password. */
export function describe(value: unknown): string {
  if (value === undefined) return ', but it is missing';
  if (value === null || value === '') return ', but it is empty';
  if (Array.isArray(value)) return value.length === 0 ? ', but it is empty' : ', got a list';
  if (isMapping(value)) return ', got a mapping';
  const text = (typeof value === 'string' ? value : write(value))
    .replace(/\s+/g, ' ')
    // A password may have been put where none belongs.
    .replace(/\/\/[^/\s]*@/, '//…@')
    .replace(/(:\/\/[^?#]*)[?#].*/, '$1?…');
  return `, got \`${text.length > 60 ? `${text.slice(0, 60)}…` : text}\``;
}

/** JSON has no word for what is no number. */
function write(value: unknown): string {
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
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
