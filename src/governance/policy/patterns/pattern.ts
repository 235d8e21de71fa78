/** One pattern of a policy, compiled: a regular expression of RE2 or a list of keywords. */
import { RE2JS } from 're2js';
import type { PatternDocument } from '../schema.ts';
import { findMistake, type Mistake } from './mistake.ts';
import { readLengths } from './program.ts';

export type Pattern = {
  readonly source: string;
  readonly regex: RE2JS;
  /** UTF-16 code units of its longest match, or Infinity. */
  readonly lengthMax: number;
  /** True: its meaning depends on where the text begins or ends, so it cannot be looked for in a slice. */
  readonly anchored: boolean;
  /** A last check of a match that the automaton cannot make. */
  readonly accepts?: (text: string, start: number, end: number) => boolean;
};

export function compilePattern(document: PatternDocument): Pattern | Mistake {
  if ('regex' in document) return compileRegex(document.regex);
  const wholeWord = document.wholeWord ?? false;
  const source = keywordSource(document.keywords, document.ignoreCase ?? false, wholeWord);
  const compiled = compileRegex(source);
  if ('message' in compiled || !wholeWord) return compiled;
  return { ...compiled, accepts: standsAlone };
}

function compileRegex(source: string): Pattern | Mistake {
  const mistake = findMistake(source);
  if (mistake !== undefined) return mistake;
  try {
    const regex = RE2JS.compile(source);
    const lengths = readLengths(regex);
    if (lengths.lengthMin === 0) {
      return { offset: 0, message: 'this pattern matches an empty text, so it would always hit' };
    }
    if (lengths.lengthMin === Infinity) {
      return { offset: 0, message: 'this pattern can never match anything' };
    }
    return { source, regex, lengthMax: lengths.lengthMax, anchored: lengths.anchored };
  } catch (error) {
    const text = error instanceof Error ? error.message : 'it is not a regular expression';
    const cause = /^error parsing regexp: (.*)$/s.exec(text)?.[1] ?? text;
    const fragment = /`([^`]*)`$/s.exec(cause)?.[1] ?? '';
    return {
      offset: Math.max(0, source.indexOf(fragment)),
      message: `not a regular expression of RE2: ${cause}`,
    };
  }
}

function keywordSource(
  keywords: readonly string[],
  ignoreCase: boolean,
  wholeWord: boolean,
): string {
  const longestFirst = [...keywords].sort((left, right) => right.length - left.length);
  const words = longestFirst.map((keyword) => {
    const escaped = keyword.split(/\s+/).map(RE2JS.quote).join('\\s{1,4}');
    if (!wholeWord) return escaped;
    const before = /^\w/.test(keyword) ? '\\b' : '';
    const after = /\w$/.test(keyword) ? '\\b' : '';
    return `${before}${escaped}${after}`;
  });
  return `${ignoreCase ? '(?i)' : ''}(?:${words.join('|')})`;
}

/** RE2's `\b` knows ASCII only; a letter of any script beside a keyword makes it part of another word. */
function standsAlone(text: string, start: number, end: number): boolean {
  const word = /[\p{L}\p{N}_]/u;
  const before = start > 0 ? (text.codePointAt(start - pairBefore(text, start)) ?? 32) : 32;
  const after = text.codePointAt(end) ?? 32;
  return !word.test(String.fromCodePoint(before)) && !word.test(String.fromCodePoint(after));
}

function pairBefore(text: string, index: number): number {
  const unit = text.charCodeAt(index - 1);
  return unit >= 0xdc00 && unit <= 0xdfff && index > 1 ? 2 : 1;
}
