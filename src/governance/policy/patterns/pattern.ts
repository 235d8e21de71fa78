/** One pattern of a policy, compiled: a regular expression of RE2 or a list of keywords. */
import { RE2JS } from 're2js';
import { pointAt } from '../../text/code-units.ts';
import { finishSteps, type Steps } from '../../steps.ts';
import type { PatternDocument } from '../schema.ts';
import { findCure } from './cure.ts';
import { findMistake, placeOf, placeOfBracket, type Mistake } from './mistake.ts';
import { foldSource } from './folded.ts';
import { splitAtRepeat } from './head.ts';
import { readLengths, type Lengths } from './program.ts';
import { readRest, type Rest } from './rest.ts';

export type Pattern = {
  readonly source: string;
  readonly regex: RE2JS;
  /** Steps that it unrolls to. */
  readonly steps: number;
  /** What stands in the automaton: it matches wherever `source` does, though not always as far. */
  readonly probe: string;
  /** The probe, where it is the pattern's beginning only and a match of it still has to be followed by the rest. */
  readonly head: RE2JS | undefined;
  /** Looked for behind a head before anything else is. */
  readonly rest: Rest | undefined;
  /** UTF-16 code units that a match can have before and after the end of what the probe matched, or Infinity. */
  readonly before: number;
  readonly after: number;
  /** True: its meaning depends on where the text begins or ends, so it cannot be looked for in a slice. */
  readonly anchored: boolean;
  /** A last check of a match that the automaton cannot make. */
  readonly accepts?: (text: string, start: number, end: number) => boolean;
  /** The pattern as it reads in the canonical form of a text, where it reads otherwise there. */
  readonly folded?: Pattern;
};

export function compilePattern(document: PatternDocument): Pattern | Mistake {
  return finishSteps(compilePatternInSteps(document));
}

export function* compilePatternInSteps(document: PatternDocument): Steps<Pattern | Mistake> {
  if ('regex' in document) return yield* compileBoth(document.regex, regexSizeMax);
  const wholeWord = document.wholeWord ?? false;
  const source = keywordSource(document.keywords, document.ignoreCase ?? false, wholeWord);
  return yield* compileBoth(source, Infinity, wholeWord ? { accepts: standsAlone } : {});
}

/** The canonical form is asked for beside the pattern itself, and may take more steps where one sign became several. */
function* compileBoth(
  source: string,
  sizeMax: number,
  check: Pick<Pattern, 'accepts'> = {},
): Steps<Pattern | Mistake> {
  const compiled = yield* compileRegex(source, sizeMax);
  if ('message' in compiled) return compiled;
  const written = foldSource(source);
  yield;
  const folded =
    written === undefined ? undefined : yield* compileRegex(written, sizeMax * foldedMax);
  if (folded === undefined || 'message' in folded) return { ...compiled, ...check };
  return { ...compiled, ...check, folded: { ...folded, ...check } };
}

const foldedMax = 4;

/** The pattern as it is written, and as it reads in a canonical form where it reads otherwise there. */
export function formsOf(pattern: Pattern): readonly Pattern[] {
  return pattern.folded === undefined ? [pattern] : [pattern, pattern.folded];
}

/** A list of words is as long as its words; an expression may be a few characters that unroll to thousands of steps. */
const regexSizeMax = 1000;

function* compileRegex(source: string, sizeMax: number): Steps<Pattern | Mistake> {
  const mistake = findMistake(source);
  if (mistake !== undefined) return mistake;
  try {
    const regex = RE2JS.compile(source);
    yield;
    const lengths = readLengths(regex);
    yield;
    if (lengths.lengthMin === 0) {
      return { offset: 0, message: 'this pattern matches an empty text, so it would always hit' };
    }
    if (lengths.size > sizeMax) {
      const message = `its repeats unroll to ${lengths.size} steps, more than the ${sizeMax} allowed`;
      return { offset: 0, message };
    }
    if (lengths.lengthMin === Infinity) {
      return { offset: 0, message: 'this pattern can never match anything' };
    }
    const { size: steps, lengthMax, anchored } = lengths;
    return { source, regex, steps, ...(yield* toProbe(source, lengthMax)), anchored };
  } catch (error) {
    const text = error instanceof Error ? error.message : 'it is not a regular expression';
    const cause = /^error parsing regexp: (.*)$/s.exec(text)?.[1] ?? text;
    const fragment = /`([^`]*)`$/s.exec(cause)?.[1] ?? '';
    const offset = placeOfBracket(cause, source) ?? placeOf(fragment, source);
    const cure = findCure(source, offset);
    const message = `not a regular expression of RE2: ${cause}`;
    return { offset, message: cure === undefined ? message : `${message}; ${cure}` };
  }
}

type Probe = Pick<Pattern, 'probe' | 'head' | 'rest' | 'before' | 'after'>;

/** Long counted repeats make an automaton remember how far each of them is, so they are checked only behind their beginning. */
function* toProbe(source: string, lengthMax: number): Steps<Probe> {
  const probe = withoutTail(source);
  yield;
  const split = splitAtRepeat(probe);
  if (split !== undefined) {
    const head = lengthsOf(split.head);
    yield;
    if (head !== undefined && head.lengthMin >= headMin) {
      const rest = source.slice(split.head.length);
      const after = lengthsOf(`${split.flags}${rest}`)?.lengthMax ?? Infinity;
      yield;
      return {
        probe: split.head,
        head: RE2JS.compile(split.head),
        rest: toRest(split.flags, rest),
        before: head.lengthMax,
        after,
      };
    }
  }
  return { probe, head: undefined, rest: undefined, before: lengthMax, after: lengthMax };
}

const headMin = 2;

function lengthsOf(source: string): Lengths | undefined {
  try {
    return readLengths(RE2JS.compile(source));
  } catch {
    return undefined;
  }
}

function toRest(flags: string, rest: string): Rest | undefined {
  const source = withoutTail(`${flags}${rest}`).slice(flags.length);
  const lengthMax = lengthsOf(`${flags}${source}`)?.lengthMax ?? Infinity;
  return readRest(flags, rest, { source, lengthMax });
}

/** A repeat at the very end need not be counted to its end to know that the pattern matches. */
function withoutTail(source: string): string {
  // The braces of `\x{41}` count nothing.
  const tail = /(?:(?<!\\x)\{(\d+)(?:,\d*)?\}|[+*?])\??$/.exec(source);
  if (tail === null || source.includes('\\Q')) return source;
  const body = source.slice(0, tail.index);
  const escaped = (/\\*$/.exec(body)?.[0].length ?? 0) % 2 === 1;
  if (escaped || body === '') return source;
  const least = tail[0].startsWith('+') ? '1' : (tail[1] ?? '0');
  const shortened = least === '1' ? body : `${body}{${least}}`;
  return (lengthsOf(shortened)?.lengthMin ?? 0) > 0 ? shortened : source;
}

function keywordSource(
  keywords: readonly string[],
  ignoreCase: boolean,
  wholeWord: boolean,
): string {
  const spelled = ignoreCase ? keywords.flatMap(casesOf) : keywords;
  const longestFirst = [...spelled].sort((left, right) => right.length - left.length);
  const words = longestFirst.map((keyword) => {
    const escaped = keyword
      .split(/\s+/)
      .map((word) => Array.from(word, quoteSign).join(''))
      .join('\\s{1,4}');
    if (!wholeWord) return escaped;
    const before = /^\w/.test(keyword) ? '\\b' : '';
    const after = /\w$/.test(keyword) ? '\\b' : '';
    return `${before}${escaped}${after}`;
  });
  return `${ignoreCase ? '(?i)' : ''}(?:${words.join('|')})`;
}

/** Signs that a text processor puts in each other's place; between letters they are the same to whoever reads them. */
const typed: readonly (readonly [string, string])[] = [
  ["'‘’‚´`", "['‘’‚´`]"],
  ['"“”„«»', '["“”„«»]'],
  ['-–—', '[-–—]'],
  ['…', '(?:…|\\.\\.\\.)'],
];
const signs = new Map(
  typed.flatMap(([among, source]) => Array.from(among, (one) => [one, source])),
);

function quoteSign(sign: string): string {
  return signs.get(sign) ?? RE2JS.quote(sign);
}

/** Other cases that RE2 does not know, because letters become several, or others, in them: sharp s, and the Turkish i. */
function casesOf(keyword: string): readonly string[] {
  const others = [keyword.toUpperCase(), keyword.toLocaleLowerCase('tr')];
  const same = keyword.toLowerCase();
  return [
    keyword,
    ...(onlyAscii.test(keyword) ? [] : others.filter((one) => one.toLowerCase() !== same)),
  ];
}

const onlyAscii = /^[\0-\x7f]*$/;

/** RE2's `\b` knows ASCII only; a letter of any script beside a keyword makes it part of another word. */
function standsAlone(text: string, start: number, end: number): boolean {
  const first = pointAt(text, start);
  const last = pointAt(text, end - pairBefore(text, end));
  const before = start > 0 ? pointAt(text, start - pairBefore(text, start)) : 32;
  const after = end < text.length ? pointAt(text, end) : 32;
  return !goesOn(before, first) && !goesOn(after, last);
}

const ofWords = /^[\p{L}\p{N}_]$/u;
/** Written without spaces, or with endings that follow a word of any script: nothing shows where a word ends. */
const unspaced =
  /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]$/u;

/** Whether a word that ends here may go on with what stands beside it. */
function goesOn(beside: number, edge: number): boolean {
  const neighbour = String.fromCodePoint(beside);
  if (!ofWords.test(neighbour)) return false;
  return !unspaced.test(neighbour) && !unspaced.test(String.fromCodePoint(edge));
}

function pairBefore(text: string, index: number): number {
  const unit = text.charCodeAt(index - 1);
  return unit >= 0xdc00 && unit <= 0xdfff && index > 1 ? 2 : 1;
}
