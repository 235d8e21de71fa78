/** One pattern of a policy, compiled: a regular expression of RE2 or a list of keywords. */
import { RE2JS } from 're2js';
import { finishSteps, type Steps } from '../../steps.ts';
import type { PatternDocument } from '../schema.ts';
import { findCure } from './cure.ts';
import { findMistake, placeOf, placeOfGroup, type Mistake } from './mistake.ts';
import { foldSource } from './folded.ts';
import { splitAtRepeat } from './head.ts';
import { sourcesOfKeywords } from './keywords.ts';
import { readLengths, type Lengths } from './program.ts';
import { readRest, type Rest } from './rest.ts';

export type Pattern = {
  /** What matches; of a long list of words it is several, and the first of them that matches at a place is meant. */
  readonly regexes: readonly RE2JS[];
  /** Steps that it unrolls to. */
  readonly steps: number;
  /** What stands in the automaton, one for each of `regexes`: it matches wherever that does, though not always as far. */
  readonly probes: readonly string[];
  /** The probe, where it is the pattern's beginning only and a match of it still has to be followed by the rest. */
  readonly head: RE2JS | undefined;
  /** Looked for behind a head before anything else is. */
  readonly rest: Rest | undefined;
  /** UTF-16 code units that a match can have before and after the end of what the probe matched, or Infinity. */
  readonly before: number;
  readonly after: number;
  /** True: its meaning depends on where the text begins or ends, so it cannot be looked for in a slice. */
  readonly anchored: boolean;
  /** True: its matches have to stand alone, which the automaton cannot see. */
  readonly alone?: true;
  /** The pattern as it reads in the canonical form of a text, where it reads otherwise there. */
  readonly folded?: Pattern;
};

export function compilePattern(document: PatternDocument): Pattern | Mistake {
  return finishSteps(compilePatternInSteps(document));
}

export function* compilePatternInSteps(document: PatternDocument): Steps<Pattern | Mistake> {
  if ('regex' in document) return yield* compileBoth(document.regex, regexSizeMax);
  const sources = sourcesOfKeywords(document);
  yield;
  const check = document.wholeWord === true ? ({ alone: true } as const) : {};
  const pieces: Pattern[] = [];
  for (const source of sources) {
    const piece = yield* compileBoth(source, Infinity, check);
    if ('message' in piece) return piece;
    pieces.push(piece);
  }
  const whole = joinPieces(pieces);
  if (pieces.every(({ folded }) => folded === undefined)) return whole;
  return { ...whole, folded: joinPieces(pieces.map((piece) => piece.folded ?? piece)) };
}

/** None of them has a head: a list of words has no long repeat. */
function joinPieces(pieces: readonly Pattern[]): Pattern {
  const [first, ...others] = pieces;
  if (first === undefined) throw new RangeError('a pattern of keywords has at least one of them');
  const { folded: _, ...whole } = first;
  return others.reduce<Pattern>(
    (left, right) => ({
      ...left,
      regexes: [...left.regexes, ...right.regexes],
      probes: [...left.probes, ...right.probes],
      steps: left.steps + right.steps,
      before: Math.max(left.before, right.before),
      after: Math.max(left.after, right.after),
      anchored: left.anchored || right.anchored,
    }),
    whole,
  );
}

/** The canonical form is asked for beside the pattern itself, and may take more steps where one sign became several. */
function* compileBoth(
  source: string,
  sizeMax: number,
  check: Pick<Pattern, 'alone'> = {},
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
    return { regexes: [regex], steps, ...(yield* toProbe(source, lengthMax)), anchored };
  } catch (error) {
    const text = error instanceof Error ? error.message : 'it is not a regular expression';
    const cause = /^error parsing regexp: (.*)$/s.exec(text)?.[1] ?? text;
    const fragment = /`([^`]*)`$/s.exec(cause)?.[1] ?? '';
    const offset = placeOfGroup(cause, source) ?? placeOf(fragment, source);
    const cure = findCure(cause, source, offset);
    const message = `not a regular expression of RE2: ${cause}`;
    return { offset, message: cure === undefined ? message : `${message}; ${cure}` };
  }
}

type Probe = Pick<Pattern, 'probes' | 'head' | 'rest' | 'before' | 'after'>;

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
        probes: [split.head],
        head: RE2JS.compile(split.head),
        rest: toRest(split.flags, rest),
        before: head.lengthMax,
        after,
      };
    }
  }
  return { probes: [probe], head: undefined, rest: undefined, before: lengthMax, after: lengthMax };
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
  const escaped = (/(?<!\\)\\*$/.exec(body)?.[0].length ?? 0) % 2 === 1;
  if (escaped || body === '') return source;
  const least = tail[0].startsWith('+') ? '1' : (tail[1] ?? '0');
  const shortened = least === '1' ? body : `${body}{${least}}`;
  return (lengthsOf(shortened)?.lengthMin ?? 0) > 0 ? shortened : source;
}
