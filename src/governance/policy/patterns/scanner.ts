/** All patterns of a bundle as one automaton: each text is read once, and spans are looked for only where one hit. */
import { RE2Set } from 're2js';
import { findEnds } from './ends.ts';
import type { Pattern } from './pattern.ts';

export type Hit = { readonly pattern: number; readonly start: number; readonly end: number };

export type Scanner = {
  /** Every match of the wanted patterns in a text, up to `hitsMax` for each. */
  readonly scan: (text: string, wanted: ReadonlySet<number>) => readonly Hit[];
};

export type Numbered = { readonly number: number; readonly compiled: Pattern };

/** More matches of one pattern in one text than this are not listed; what is left shows when a redacted text is judged again. */
export const hitsMax = 10_000;
const memoryBytesMax = 64 * 1024 * 1024;
const windowCharacters = 256;

export function createScanner(patterns: readonly Numbered[]): Scanner {
  if (patterns.length === 0) return { scan: () => [] };
  const set = new RE2Set(RE2Set.UNANCHORED, 0, memoryBytesMax);
  for (const pattern of patterns) set.add(pattern.compiled.source);
  set.compile();
  return {
    scan: (text, wanted) => {
      const ids = set.match(text).filter((id) => wanted.has(patterns[id]?.number ?? -1));
      if (ids.length === 0) return [];
      const ends = findEnds(set, text, hitsMax);
      const hits: Hit[] = [];
      for (const id of ids) {
        const pattern = patterns[id];
        if (pattern === undefined) continue;
        const { number, compiled } = pattern;
        const found =
          ends === undefined || compiled.anchored
            ? findAll(compiled, text)
            : findBefore(compiled, text, ends.get(id) ?? []);
        for (const [start, end] of found) {
          if (compiled.accepts?.(text, start, end) === false) continue;
          hits.push({ pattern: number, start, end });
        }
      }
      return hits;
    },
  };
}

type Pair = readonly [start: number, end: number];

function findAll(pattern: Pattern, text: string): readonly Pair[] {
  const found: Pair[] = [];
  const matcher = pattern.regex.matcher(text);
  while (found.length < hitsMax && matcher.find()) found.push([matcher.start(), matcher.end()]);
  return found;
}

/**
 * The first match at or after `from` begins no further before the earliest end than the longest match is long,
 * so a slice around each end holds it. Where there is no longest match, the slice grows until the match lies inside.
 */
function findBefore(pattern: Pattern, text: string, ends: readonly number[]): readonly Pair[] {
  const found: Pair[] = [];
  let from = 0;
  for (const end of ends) {
    if (end <= from) continue;
    const pair = findAround(pattern, text, from, end);
    if (pair === undefined) continue;
    found.push(pair);
    from = pair[1];
  }
  return found;
}

function findAround(pattern: Pattern, text: string, from: number, end: number): Pair | undefined {
  let reach = Math.min(pattern.lengthMax, windowCharacters);
  for (;;) {
    const start = Math.max(from, end - reach);
    const stop = Math.min(text.length, end + reach);
    const left = Math.max(0, start - 2);
    const right = Math.min(text.length, stop + 2);
    const matcher = pattern.regex.matcher(text.slice(left, right));
    const pair: Pair | undefined = matcher.find(start - left)
      ? [left + matcher.start(), left + matcher.end()]
      : undefined;
    const whole = (start === from && stop === text.length) || reach >= pattern.lengthMax;
    const inside =
      pair !== undefined &&
      (pair[0] > start || start === from) &&
      (pair[1] < stop || stop === text.length);
    if (inside || whole) return pair;
    reach *= 4;
  }
}
