/** Every string path of a wire format as data: a tree of steps, from which a body with one string in it is made. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Part, Unjudged } from '../../src/governance/interaction.ts';

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

export type Seen = { readonly parts: readonly Part[]; readonly unjudged: readonly Unjudged[] };

export const canary = 'canary-of-the-path';

/** What became of the canary of each path, where it is not what was expected: `judged`, `unjudged image` … */
export function findWrongFates(
  paths: readonly WirePath[],
  expected: (path: string) => string,
  read: (body: Record<string, unknown>) => Seen,
): string[] {
  return paths.flatMap(({ name, toBody }) => {
    const fate = fateOf(read(toBody(canary)));
    const wanted = expected(name);
    return fate === wanted ? [] : [`${name}: ${fate}, not ${wanted}`];
  });
}

function fateOf({ parts, unjudged }: Seen): string {
  const part = parts.find((each) => each.text.includes(canary));
  if (part !== undefined) return part.mapped ? 'judged' : 'judged off the map';
  return `unjudged ${unjudged.map((each) => each.kind).join(' ')}`;
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
