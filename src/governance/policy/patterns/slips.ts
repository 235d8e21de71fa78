/** What compiles and means something else than its author has meant, told as a warning. */
import { type Cure, findIn, joinHalves } from './cure.ts';
import type { Mistake } from './mistake.ts';
import { tokensOf } from './tokens.ts';

export function findSlips(source: string): readonly Mistake[] {
  const slips: Mistake[] = [];
  for (const match of source.matchAll(
    /[a-z0-9](\.)(?:com|org|net|io|dev|edu|gov|local|internal|corp|lan|intranet|example)\b/gi,
  )) {
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
  return [...slips, ...findForeign(source), ...findNamed(source), ...findUnseen(source)];
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
    if (inClass) {
      const sets = /^(?:&&|--?(?=\[[^\]]*\]\]))/.exec(source.slice(offset, offset + 64))?.[0];
      if (sets !== undefined && !source.slice(0, offset).endsWith('-')) {
        const message = `inside \`[…]\` this \`${sets}\` takes nothing away; name the characters that are left`;
        foreign.push({ offset, message });
      }
      continue;
    }
    const [repeat, least = '', to = ''] =
      /^\{ *(\d+) *(, *\d* *)?(?:\}|(?=$|[^}]))/.exec(source.slice(offset, offset + 16)) ?? [];
    const meant = `{${least}${to.replaceAll(' ', '')}}`;
    if (repeat !== undefined && repeat !== meant) {
      const message = `\`${repeat}\` is looked for as it stands; write \`${meant}\` for a repeat`;
      foreign.push({ offset, message });
    }
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

const halves: readonly Cure[] = [
  [
    /^\\x\{0*(d[89ab][0-9a-f]{2})\}\\x\{0*(d[c-f][0-9a-f]{2})\}/i,
    (high, low) =>
      `the two halves of a character are never found in one; write \`\\x{${joinHalves(high, low)}}\``,
  ],
  [
    /^\\x\{0*d[89a-f][0-9a-f]{2}\}(?:-\\x\{0*d[89a-f][0-9a-f]{2}\})?/i,
    'half of a character is never found in a whole one; write the number of the whole, as in `\\x{1f600}`',
  ],
];

const outsideClass: readonly Cure[] = [
  ...halves,
  [/^\\v/, 'this is the vertical tab alone; write `[\\r\\n]` for the end of a line, else `\\x0b`'],
];
const insideClass: readonly Cure[] = [
  ...halves,
  [/^\\v/, 'this is the vertical tab alone; write `\\r\\n` for the end of a line, else `\\x0b`'],
  [
    /^\[\.([^\]]+)\.\]/,
    (name = '') => `\`[.${name}.]\` is read sign by sign; write ${signOf(name)}`,
  ],
  [
    /^\[=([^\]]+)=\]/,
    (name = '') =>
      `\`[=${name}=]\` is read sign by sign; write ${signOf(name)} and the like, with accents and without`,
  ],
];

/** In the classes of POSIX a sign may have a name (`[.hyphen.]`), or stand for several. */
function signOf(name: string): string {
  if (!/^.$/u.test(name)) return 'the character itself';
  return `\`${/[\]\\^-]/.test(name) ? '\\' : ''}${name}\``;
}

/** Characters that other dialects name in another way. */
function findNamed(source: string): readonly Mistake[] {
  const named: Mistake[] = [];
  let rangeEnd = 0;
  for (const { offset, inClass } of tokensOf(source)) {
    if (offset < rangeEnd) continue;
    const rest = source.slice(offset, offset + 48);
    const message = findIn(inClass ? insideClass : outsideClass, rest);
    if (message === undefined) continue;
    named.push({ offset, message });
    rangeEnd = offset + (/^(?:\\x\{[^}]*\}-?){2}/.exec(rest)?.[0].length ?? 0);
  }
  return named;
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
