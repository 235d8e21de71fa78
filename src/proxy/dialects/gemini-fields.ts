/** Google's JSON as its servers read it: every name in camel case or in snake case. */
import type { PartKind, UnjudgedKind } from '../../governance/interaction.ts';
import { readObject } from '../json.ts';
import { readFree } from './free.ts';
import { list, object, text, unmapped, type Shape } from './shape.ts';

export const metadata = text('metadata');

/** An object whose members may be written in either case. */
export function message(members: Readonly<Record<string, Shape>>): Shape {
  const both = Object.entries(members).flatMap(([name, shape]) => [
    [name, shape] as const,
    [toSnake(name), shape] as const,
  ]);
  return object(Object.fromEntries(both));
}

/** Google's servers read one object in the place of a list as a list of one, and Google's own examples are written so. */
export function repeated(item: Shape): Shape {
  const all = list(item);
  return (value, sink) => (readObject(value) === undefined ? all : item)(value, sink);
}

const snakes = new Map<string, string>();

/** Kept once made: the names are the format's own, so there are few, and they are asked for with every chunk. */
export function toSnake(name: string): string {
  const known = snakes.get(name);
  if (known !== undefined) return known;
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  snakes.set(name, snake);
  return snake;
}

export function toCamel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The value under a name in either case; the camel case counts where both stand, and both are judged. */
export function readField(
  record: Readonly<Record<string, unknown>> | undefined,
  name: string,
): unknown {
  return record?.[name] ?? record?.[toSnake(name)];
}

/** JSON whose own names are known and need not be judged over and over. */
export function told(kind: PartKind, names: string): Shape {
  const words = wordsOf(names);
  return (value, sink) => readFree(value, sink, kind, { mapped: true, words });
}

/** The same for what an answer counts, which may be more than a million. */
export function counted(names: string): Shape {
  const words = wordsOf(names);
  return (value, sink) =>
    readFree(value, sink, 'metadata', { mapped: true, words, figures: words });
}

function wordsOf(names: string): ReadonlySet<string> {
  return new Set(names.split(' ').flatMap((name) => [name, toSnake(name)]));
}

/** A model in a body, the call's own or one beside it: the call may only run on it if the key allows it. */
export const furtherModel: Shape = (value, sink) => {
  if (typeof value === 'string') sink.models.push(value.replace(/^(?:.*\/)?models\//, ''));
  metadata(value, sink);
};

/** Kept out of the texts, which the record may hold. */
export const secret: Shape = (value, sink) => {
  if (typeof value === 'string') sink.skip('reference', value.length, 'a credential for a tool');
  else unmapped(value, sink);
};

export function kindOfType(mimeType: unknown): UnjudgedKind {
  const [type = ''] = typeof mimeType === 'string' ? mimeType.toLowerCase().split('/') : [];
  return type === 'image' || type === 'audio' || type === 'video' ? type : 'file';
}
