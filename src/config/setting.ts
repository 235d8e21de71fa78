/** A value given as text, by a variable, a flag or an interpolation: it gets its kind from the schema. */
import type { Step } from '../governance/interaction.ts';
import { type Field, fieldAt } from './field.ts';

export class Text {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Setting = {
  readonly path: readonly string[];
  readonly text: string;
  /** The variable or flag, as a person would write it. */
  readonly origin: string;
  /** True: holds only where the file says nothing. */
  readonly weak?: boolean;
};

type Mapping = Record<string, unknown>;

export function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Puts a value in its place; where a wrong value is in the way, that is left to be reported. */
export function put(tree: Mapping, path: readonly string[], value: unknown): void {
  let parent = tree;
  for (const name of path.slice(0, -1)) {
    const next = parent[name] ?? (parent[name] = {});
    if (!isMapping(next)) return;
    parent = next;
  }
  const last = path.at(-1);
  if (last !== undefined) parent[last] = value;
}

export function valueAt(tree: unknown, path: readonly Step[]): unknown {
  let value = tree;
  for (const step of path) {
    if (Array.isArray(value) && typeof step === 'number') value = value[step];
    else if (isMapping(value) && Object.hasOwn(value, step)) value = value[step];
    else return undefined;
  }
  return value;
}

/** A copy in which every text has become what the schema wants at its place, where that can be. */
export function settle(value: unknown, path: readonly Step[] = []): unknown {
  if (value instanceof Text) return toTyped(value.text, fieldAt(path));
  if (Array.isArray(value)) return value.map((item, index) => settle(item, [...path, index]));
  if (!isMapping(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, settle(item, [...path, name])]),
  );
}

function toTyped(text: string, field: Field | undefined): unknown {
  if (field?.type === 'integer') return /^-?\d{1,16}$/.test(text) ? Number(text) : text;
  if (field?.type === 'number') return /^\d{1,16}(?:\.\d{1,16})?$/.test(text) ? Number(text) : text;
  if (field?.type === 'boolean') return text === 'true' || (text === 'false' ? false : text);
  return text;
}
