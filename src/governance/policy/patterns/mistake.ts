/** Mistakes in a regular expression that can be told from its text alone. */
import { endOfEscape } from './head.ts';

/** A fault at a character of the expression. */
export type Mistake = { readonly offset: number; readonly message: string };

const refusals: readonly (readonly [RegExp, string])[] = [
  [
    /^\(\?(?:<?[=!])/,
    'lookaround is not available, because patterns always run in linear time; match the context too, or combine two patterns with `near()`',
  ],
  [/^\(\?>/, 'atomic groups are not available; patterns always run in linear time without them'],
  [
    /^(?:\\(?:[1-9]|k[<{']|g\{?-?\d)|\(\?P=)/,
    'backreferences are not available, because patterns always run in linear time',
  ],
  [
    /^(?:[*+?]|\{\d+(?:,\d*)?\})\+/,
    'possessive repeats are not available; patterns always run in linear time without them',
  ],
];

// YAML makes a backspace of "\b", and a pattern with one would never hit.
const controlMessage =
  'a control character stands here: in double quotes a backslash begins an escape, so write the pattern in single quotes';

/** Where a fragment stands that the compiler complains of; an escape it does not know stands in a class. */
export function placeOf(fragment: string, source: string): number {
  const escape = fragment.startsWith('\\');
  for (const { offset, inClass } of tokensOf(source)) {
    if (escape === inClass && source.startsWith(fragment, offset)) return offset;
  }
  return Math.max(0, source.indexOf(fragment));
}

/** The compiler names the whole expression where a parenthesis or what a backslash stands before is missing. */
export function placeOfBracket(cause: string, source: string): number | undefined {
  if (cause.startsWith('trailing backslash')) return source.length - 1;
  if (!/^(?:missing closing|unexpected) \)/.test(cause)) return undefined;
  const open: number[] = [];
  for (const { offset, inClass } of tokensOf(source)) {
    if (inClass || !/[()]/.test(source[offset] ?? '')) continue;
    if (source[offset] === '(') open.push(offset);
    else if (open.pop() === undefined) return offset;
  }
  return open.at(-1);
}

export function findMistake(source: string): Mistake | undefined {
  const control = /[\p{Cc}]/u.exec(source)?.index;
  if (control !== undefined) return { offset: control, message: controlMessage };
  for (const token of tokensOf(source)) {
    if (token.inClass) continue;
    const rest = source.slice(token.offset, token.offset + 16);
    for (const [refused, message] of refusals) {
      if (refused.test(rest)) return { offset: token.offset, message };
    }
  }
  return undefined;
}

/** Mistakes that still compile, told as warnings. */
export function findSlips(source: string): readonly Mistake[] {
  const slips: Mistake[] = [];
  for (const match of source.matchAll(/[a-z0-9](\.)(?:com|org|net|io|dev|local|internal)\b/gi)) {
    const message = 'this dot stands for any character; write `\\.` for the dot of a domain';
    slips.push({ offset: match.index + 1, message });
  }
  for (const match of source.matchAll(/\[(?:\\.|[^\]\\])*(A-z)(?:\\.|[^\]\\])*\]/g)) {
    const message = '`A-z` also holds `[\\]^_` and the backtick; write `A-Za-z`';
    slips.push({ offset: match.index + match[0].indexOf('A-z'), message });
  }
  for (const match of source.matchAll(/\[(?:\\.|[^\]\\|])+\|(?:\\.|[^\]\\])*\]/g)) {
    if (!/\[[^\]]*[a-z]{2,}\|[a-z]{2,}/i.test(match[0])) continue;
    const message = 'inside `[…]` every character stands for itself; write `(?:…|…)` for a choice';
    slips.push({ offset: match.index, message });
  }
  return [...slips, ...findForeign(source), ...findUnseen(source)];
}

/** What means something else in other dialects of regular expressions. */
function findForeign(source: string): readonly Mistake[] {
  const foreign: Mistake[] = [];
  const written = /^\/(.+)\/([dgimsuvxy]*)$/s.exec(source);
  const [, body = '', flags = ''] = written ?? [];
  if (written !== null && (flags !== '' || /^(?:\^|\\b)|(?:\$|\\b)$/.test(body))) {
    const letters = ['i', 'm', 's'].filter((flag) => flags.includes(flag)).join('');
    const begin = letters === '' ? '' : `, with \`(?${letters})\` before it`;
    const message = `the slashes around it are looked for as well; write what stands between them${begin}`;
    foreign.push({ offset: 0, message });
  }
  for (const { offset, inClass } of tokensOf(source)) {
    if (inClass) continue;
    const [, most] = /^\{,(\d+)\}/.exec(source.slice(offset, offset + 8)) ?? [];
    if (most !== undefined) {
      const message = `\`{,${most}}\` is looked for as it stands; write \`{0,${most}}\``;
      foreign.push({ offset, message });
    }
    if (/^\\[<>]/.test(source.slice(offset, offset + 2))) {
      const message = 'this stands for the sign itself; write `\\b` for the edge of a word';
      foreign.push({ offset, message });
    }
  }
  return foreign;
}

/** What texts hold as often as that for which the pattern asks, and what it does not see. */
function findUnseen(source: string): readonly Mistake[] {
  const unseen: Mistake[] = [];
  const manyLines = /\(\?[a-zA-Z]*m[a-zA-Z]*[):]/.test(source);
  for (const { offset, inClass } of tokensOf(source)) {
    if (inClass) continue;
    const around = source.slice(Math.max(0, offset - 1), offset + 2);
    if (/^\p{L}'\p{L}$/u.test(around)) {
      const message = "text processors write `’` in the place of this `'`; write `['’]`";
      unseen.push({ offset, message });
    }
    if (manyLines && source[offset] === '$' && !source.slice(0, offset).endsWith('\\r?')) {
      const message = 'a line may end in a carriage return, which `$` does not skip; write `\\r?$`';
      unseen.push({ offset, message });
    }
  }
  return unseen;
}

type Token = { readonly offset: number; readonly inClass: boolean };

function* tokensOf(source: string): Generator<Token> {
  let inClass = false;
  let index = 0;
  while (index < source.length) {
    yield { offset: index, inClass };
    if (source.startsWith('\\Q', index)) {
      const end = source.indexOf('\\E', index);
      index = end < 0 ? source.length : end + 2;
    } else if (inClass && source.startsWith('[:', index)) {
      const end = source.indexOf(':]', index + 2);
      index = end < 0 ? index + 1 : end + 2;
    } else if (source[index] === '\\') index = endOfEscape(source, index);
    else {
      if (source[index] === '[' && !inClass) {
        inClass = true;
        if (source[index + 1] === '^') index += 1;
        if (source[index + 1] === ']') index += 1;
      } else if (source[index] === ']') inClass = false;
      index += 1;
    }
  }
}
