/** Every string path of a wire format as data: a tree of steps, from which a body with one string in it is made. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { broughtByTool } from '../../src/proxy/dialects/calls.ts';
import type { Json } from '../../src/proxy/json.ts';
import { spliceJson } from '../../src/proxy/splice.ts';
import { type Reading, toJson } from './wire.ts';

/**
 * A step is a member's name, `[]` where it holds a list, `{type=a|b}` where its object says what it is.
 * `text` is a string, `json` any JSON, `@name` a tree that stands in several places.
 */
type Tree = { readonly [step: string]: Tree | string };

export type WirePath = {
  readonly name: string;
  /** The smallest body in which this string stands at this path. */
  readonly toBody: (text: string) => Record<string, unknown>;
};

export const canary = 'canary-of-the-path';

/**
 * What became of the canary of each path, where it is not what was expected: `judged`, `unjudged image` …
 * What is judged can also be redacted in place, unless it is marked as fixed.
 */
export function findWrongFates(
  paths: readonly WirePath[],
  expected: (path: string) => string,
  least: Readonly<Record<string, unknown>>,
  read: (json: Json) => Reading,
): string[] {
  return paths.flatMap(({ name, toBody }) => {
    const json = toJson({ ...least, ...toBody(canary) });
    const fate = fateOf(json, read(json));
    const wanted = expected(name);
    return fate === wanted ? [] : [`${name}: ${fate}, not ${wanted}`];
  });
}

/** The kinds of what cannot be read, but for that which a tool stands for, whatever is said of the tool. */
export function kindsOf(unjudged: Reading['unjudged']): readonly string[] {
  return unjudged.filter(({ why }) => why !== broughtByTool).map(({ kind }) => kind);
}

function fateOf(json: Json, { parts, unjudged, places }: Reading): string {
  const index = parts.findIndex((each) => each.text.includes(canary));
  const part = parts[index];
  if (part === undefined) return `unjudged ${kindsOf(unjudged).join(' ')}`;
  if (!part.mapped) return 'judged off the map';
  if (part.fixed) return 'judged';
  const start = part.text.indexOf(canary);
  const edit = { at: places[index] ?? [], start, end: start + canary.length, replacement: '' };
  return spliceJson(json.source, [edit]).includes(canary) ? 'judged, not redacted' : 'judged';
}

const folder = join(import.meta.dirname, '..', 'unit', 'proxy', 'dialects', 'paths');

export function readPaths(
  file: string,
  rename: (step: string) => string = (step) => step,
): WirePath[] {
  const source = readFileSync(join(folder, file), 'utf8');
  const { defs, paths } = JSON.parse(source) as { defs: Record<string, Tree>; paths: Tree };
  const found: WirePath[] = [];
  const walk = (tree: Tree, steps: readonly string[]): void => {
    for (const [written, below] of Object.entries(tree)) {
      const step = rename(written.replace('|leaf', ''));
      const inside = typeof below === 'string' ? defs[below.slice(1)] : below;
      const path = [...steps, step];
      if (inside !== undefined) walk(inside, path);
      else
        found.push({ name: path.join('.'), toBody: (text) => toBody(path, toLeaf(below, text)) });
    }
  };
  walk(paths, []);
  return found;
}

function toLeaf(kind: Tree | string, text: string): unknown {
  return kind === 'json' ? { anything: [{ deep: text }] } : text;
}

function toBody(steps: readonly string[], leaf: unknown): Record<string, unknown> {
  const [step, ...rest] = steps;
  if (step === undefined) return {};
  const match = /^([^[{]*)((?:\[\])*)(?:\{(\w+)=([^|}]+)[^}]*\})?$/.exec(step);
  if (match === null) throw new Error(`this is no step: ${step}`);
  const [, name = '', lists = '', by, variant] = match;
  const said = by === undefined || variant === undefined ? {} : { [by]: variant };
  let value: unknown = rest.length === 0 ? leaf : { ...said, ...toBody(rest, leaf) };
  for (let depth = 0; depth < lists.length; depth += 2) value = [value];
  if (name === '') return value as Record<string, unknown>;
  return { [name === '*' ? 'anything' : name]: value };
}
