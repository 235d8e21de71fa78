/** Undoes character references of HTML: by number and by the names that spell letters and signs. */
import { hexValue } from '../bytes.ts';
import type { Edits } from '../edits.ts';
import { signBit } from '../signs.ts';
import type { Decoder } from './decoder.ts';

const names: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  shy: '',
  zwj: '',
  zwnj: '',
  lrm: '',
  rlm: '',
  Tab: '\t',
  NewLine: '\n',
  excl: '!',
  num: '#',
  dollar: '$',
  percnt: '%',
  lpar: '(',
  rpar: ')',
  ast: '*',
  plus: '+',
  comma: ',',
  period: '.',
  sol: '/',
  colon: ':',
  semi: ';',
  equals: '=',
  quest: '?',
  commat: '@',
  lsqb: '[',
  lbrack: '[',
  bsol: '\\',
  rsqb: ']',
  rbrack: ']',
  lowbar: '_',
  grave: '`',
  lcub: '{',
  lbrace: '{',
  verbar: '|',
  vert: '|',
  rcub: '}',
  rbrace: '}',
  hyphen: '-',
  dash: '-',
  ndash: '-',
  mdash: '-',
  lsquo: "'",
  rsquo: "'",
  ldquo: '"',
  rdquo: '"',
  hellip: '...',
};

const named = /[A-Za-z]{2,8}/y;
/** Letters with a mark: `&eacute;`. */
const marked = /^([A-Za-z])(?:acute|grave|circ|uml|tilde|cedil|ring|slash|caron)$/;
const digitsMax = 7;
const hexDigitsMax = 6;
const ampersandBit = signBit('&');

export const entities: Decoder = {
  name: 'html_entities',
  sure: true,
  find: (scan, edits) => {
    if ((scan.signs & ampersandBit) === 0) return;
    const { text } = scan;
    for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at)) {
      const end =
        text.charCodeAt(at + 1) === 35 ? readNumber(text, at, edits) : readName(text, at, edits);
      at = Math.max(end, at + 1);
    }
  },
};

/** Answers where the reference ends; 0 where there is none. */
function readNumber(text: string, start: number, edits: Edits): number {
  const hexadecimal = (text.charCodeAt(start + 2) | 32) === 120;
  const from = start + (hexadecimal ? 3 : 2);
  const last = from + (hexadecimal ? hexDigitsMax : digitsMax);
  let code = 0;
  let at = from;
  for (; at < last; at++) {
    const value = hexValue(text.charCodeAt(at));
    if (value < 0 || (value > 9 && !hexadecimal)) break;
    code = code * (hexadecimal ? 16 : 10) + value;
  }
  if (at === from) return 0;
  const end = endOf(text, at);
  if (code > 0 && code <= 0x10ffff) edits.replace(start, end, String.fromCodePoint(code));
  return end;
}

function readName(text: string, start: number, edits: Edits): number {
  named.lastIndex = start + 1;
  const name = named.exec(text)?.[0];
  if (name === undefined) return 0;
  const end = endOf(text, named.lastIndex);
  const spelled = Object.hasOwn(names, name) ? names[name] : marked.exec(name)?.[1];
  if (spelled !== undefined) edits.replace(start, end, spelled);
  return end;
}

function endOf(text: string, at: number): number {
  return text.charCodeAt(at) === 59 ? at + 1 : at;
}
