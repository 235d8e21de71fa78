/** All patterns of a bundle as one automaton: each text is read once, and spans are looked for only where one hit. */
import type { RE2JS } from 're2js';
import { finishSteps, type Steps } from '../../steps.ts';
import { createAutomaton, createAutomatonInSteps, type Ends } from './automaton.ts';
import { hostileTexts } from './hostile.ts';
import { formsOf, type Pattern } from './pattern.ts';
import { endOfRepeat, follows } from './rest.ts';
import { lastEnd, mayBegin, mayEnd, nextBegin } from './whole-words.ts';

export type Hit = {
  readonly pattern: number;
  readonly start: number;
  readonly end: number;
  /** True: the text holds it in its canonical form only. */
  readonly folded?: true;
};

export type Scanner = {
  /**
   * Every match of the wanted patterns in a text, up to `hitsMax` for each; undefined where it could not be told. The text
   * is a canonical form where it is said what of it was written otherwise.
   */
  readonly scan: (
    text: string,
    wanted: ReadonlySet<number>,
    wasOtherwise?: (start: number, end: number) => boolean,
  ) => readonly Hit[] | undefined;
};

export type Numbered = { readonly number: number; readonly compiled: Pattern };

/** More matches of one pattern in one text than this are not listed; what is left shows when a redacted text is judged again. */
export const hitsMax = 10_000;
const windowCharacters = 64;
/** Most heads are a name and a sign. */
const headCharacters = 16;

export function createScanner(patterns: readonly Numbered[]): Scanner {
  return finishSteps(createScannerInSteps(patterns));
}

export function* createScannerInSteps(patterns: readonly Numbered[]): Steps<Scanner> {
  if (patterns.length === 0) return { scan: () => [] };
  const forms = patterns.flatMap(({ number, compiled }) =>
    formsOf(compiled).map((form) => ({ number, form, isFolded: form !== compiled })),
  );
  const probed = forms.flatMap((one) => one.form.probes.map((probe) => ({ one, probe })));
  const automaton = yield* createAutomatonInSteps(probed.map(({ probe }) => probe));
  return {
    scan: (text, wanted, wasOtherwise = never) => {
      const ends = automaton.findEnds(text, hitsMax);
      if (ends === undefined) return undefined;
      const hits: Hit[] = [];
      for (const [{ number, form, isFolded }, own] of joinEnds(ends, (id) => probed[id]?.one)) {
        if (!wanted.has(number)) continue;
        if (isFolded && wasOtherwise === never) continue;
        for (const [start, end] of findPairs(form, text, own)) {
          // Plain letters in the place of such with marks are another word.
          if (isFolded && !wasOtherwise(start, end)) continue;
          hits.push({ pattern: number, start, end, ...(isFolded && { folded: true }) });
        }
      }
      return hits;
    },
  };
}

const never = (): boolean => false;

/** The ends that the probes of one pattern have found, in the order of the text; no more of them than one probe may find. */
function joinEnds<Form>(
  ends: Ends,
  formOf: (id: number) => Form | undefined,
): ReadonlyMap<Form, readonly number[]> {
  const joined = new Map<Form, readonly number[]>();
  for (const [id, own] of ends) {
    const form = formOf(id);
    if (form === undefined) continue;
    const others = joined.get(form);
    const all =
      others === undefined ? own : [...others, ...own].sort((left, right) => left - right);
    joined.set(form, all.slice(0, hitsMax));
  }
  return joined;
}

/** States that text made of the patterns themselves may cost; more, and hostile text is many times slower than ordinary. */
export function statesMax(patterns: number): number {
  return 1000 + 8 * patterns;
}

const sliceCharacters = 512;

/** How many states the automaton of these patterns makes on hostile text, counted until they are too many. */
export function countStates(patterns: readonly Pattern[]): number {
  if (patterns.length === 0) return 0;
  const forms = patterns.flatMap(formsOf);
  const automaton = createAutomaton(forms.flatMap((form) => form.probes));
  const most = statesMax(forms.length);
  for (const text of hostileTexts(forms)) {
    for (let at = 0; at < text.length && automaton.states() <= most; at += sliceCharacters) {
      const slice = text.slice(at, at + sliceCharacters);
      if (automaton.findEnds(slice, 1) === undefined) return Infinity;
    }
  }
  return automaton.states();
}

type Matcher = ReturnType<RE2JS['matcher']>;
type Pair = readonly [start: number, end: number];

function findPairs(pattern: Pattern, text: string, ends: readonly number[]): readonly Pair[] {
  if (pattern.alone === true) return findAlone(pattern, text, ends);
  if (pattern.anchored) return findAll(pattern, text);
  if (pattern.head === undefined) return findAtEnds(pattern, text, ends);
  return Number.isFinite(pattern.after)
    ? findBehindHeads(pattern, pattern.head, text, ends)
    : findAll(pattern, text);
}

function findAll(pattern: Pattern, text: string): readonly Pair[] {
  const found: Pair[] = [];
  const matchers = pattern.regexes.map((regex) => regex.matcher(text));
  for (let from = 0; found.length < hitsMax;) {
    const pair = findFrom(matchers, from);
    if (pair === undefined) break;
    found.push(pair);
    from = pair[1];
  }
  return found;
}

/** The first match at or after `from` begins with the next head, and goes no further behind it than the rest can. */
function findBehindHeads(
  pattern: Pattern,
  head: RE2JS,
  text: string,
  ends: readonly number[],
): readonly Pair[] {
  const found: Pair[] = [];
  const { rest } = pattern;
  let from = 0;
  for (const end of ends) {
    if (end <= from) continue;
    if (rest !== undefined && !follows(rest, text, end)) continue;
    const start = Number.isFinite(pattern.before)
      ? Math.max(from, end - pattern.before)
      : startOfHead(head, text, from, end);
    const pair =
      countBehind(pattern, head, text, start, end) ??
      findWithin(pattern.regexes, text, start, Math.min(text.length, end + pattern.after));
    if (pair === undefined) continue;
    found.push(pair);
    from = pair[1];
  }
  return found;
}

/** The match where it is the first head's, that head ends here and nowhere it would rather end, and its rest can be counted. */
function countBehind(
  { rest, before, after }: Pattern,
  head: RE2JS,
  text: string,
  start: number,
  end: number,
): Pair | undefined {
  const stop = rest?.repeat && endOfRepeat(rest.repeat, text, end);
  if (stop === undefined) return undefined;
  const reach = Number.isFinite(before) ? Math.max(before, after) : after;
  const pair = findWithin([head], text, start, end + reach);
  return pair?.[1] === end ? [pair[0], stop] : undefined;
}

/** A head without a longest match is looked for ever further back until it begins inside the slice. */
function startOfHead(head: RE2JS, text: string, from: number, end: number): number {
  for (let reach = headCharacters; ; reach *= 4) {
    const start = Math.max(from, end - reach);
    const pair = findWithin([head], text, start, end);
    if (start === from) return pair?.[0] ?? from;
    if (pair !== undefined && pair[0] > start) return pair[0];
  }
}

/** Where there is no longest match, the slice around an end grows until the match lies inside it. */
function findAtEnds(pattern: Pattern, text: string, ends: readonly number[]): readonly Pair[] {
  const found: Pair[] = [];
  let from = 0;
  let searched = 0;
  for (const end of ends) {
    if (end <= from || end <= searched) continue;
    const around = findAround(pattern, text, from, end);
    if (around.pair === undefined) searched = around.stop;
    else {
      found.push(around.pair);
      from = around.pair[1];
    }
  }
  return found;
}

/** A match that is part of another word is none, and keeps no other one from beginning or ending inside it. */
function findAlone(pattern: Pattern, text: string, ends: readonly number[]): readonly Pair[] {
  const found: Pair[] = [];
  let from = 0;
  let searched = 0;
  for (const end of ends) {
    while (end > from && end > searched) {
      const { pair, stop } = findAround(pattern, text, from, end);
      if (pair === undefined) {
        searched = stop;
        continue;
      }
      const alone = findFirstAlone(pattern, text, pair);
      if (alone !== undefined) found.push(alone);
      from = alone?.[1] ?? nextBegin(text, pair[0]);
    }
  }
  return found;
}

/** The match itself or, where another word goes on behind it, the longest of those that begin where it does. */
function findFirstAlone({ regexes }: Pattern, text: string, pair: Pair): Pair | undefined {
  const [start] = pair;
  if (!mayBegin(text, start)) return undefined;
  const left = Math.max(0, start - 2);
  let [, end] = pair;
  while (!mayEnd(text, end)) {
    // What stands behind it is cut off, so that it cannot be taken for a part of the match.
    const slice = text.slice(left, lastEnd(text, start, end));
    const shorter = findFrom(
      regexes.map((regex) => regex.matcher(slice)),
      start - left,
    );
    if (shorter === undefined || left + shorter[0] !== start) return undefined;
    end = left + shorter[1];
  }
  return [start, end];
}

type Around = { readonly pair: Pair | undefined; readonly stop: number };

function findAround(pattern: Pattern, text: string, from: number, end: number): Around {
  let reach = Math.min(pattern.before, windowCharacters);
  for (;;) {
    const start = Math.max(from, end - reach);
    const stop = Math.min(text.length, end + reach);
    const pair = findWithin(pattern.regexes, text, start, stop);
    const bounded = reach >= pattern.before;
    const startsInside = start === from || (pair !== undefined && pair[0] > start);
    const endsInside = stop === text.length || pair === undefined || pair[1] < stop;
    // No match that ends here is so long: this one begins later, and what it would need to see may be cut off.
    if (bounded && pair !== undefined && pair[1] > stop) return { pair: undefined, stop };
    if (bounded || (startsInside && endsInside)) return { pair, stop };
    reach *= 4;
  }
}

/** Two characters more on each side let the pattern see what stands beside its match. */
function findWithin(
  regexes: readonly RE2JS[],
  text: string,
  start: number,
  stop: number,
): Pair | undefined {
  const left = Math.max(0, start - 2);
  const slice = text.slice(left, Math.min(text.length, stop + 2));
  const matchers = regexes.map((regex) => regex.matcher(slice));
  const pair = findFrom(matchers, start - left);
  return pair && [left + pair[0], left + pair[1]];
}

/** As if all were one list of words: the first match, and where several begin there, the longest of them. */
function findFrom(matchers: readonly Matcher[], from: number): Pair | undefined {
  let first: Pair | undefined;
  for (const matcher of matchers) {
    if (!matcher.find(from)) continue;
    const pair: Pair = [matcher.start(), matcher.end()];
    if (first === undefined || pair[0] < first[0] || (pair[0] === first[0] && pair[1] > first[1]))
      first = pair;
  }
  return first;
}
