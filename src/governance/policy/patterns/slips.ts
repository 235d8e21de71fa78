/** What compiles and means something else than its author has meant, told as a warning. */
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
