/** Undoes character references of HTML: by number and by the names that spell letters and signs. */
import { Patch } from '../patch.ts';
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

const shape = /&(?:#(\d{1,7})|#[xX]([0-9A-Fa-f]{1,6})|([A-Za-z]{2,8}));?/g;
/** Letters with a mark: `&eacute;`. */
const marked = /^([A-Za-z])(?:acute|grave|circ|uml|tilde|cedil|ring|slash|caron)$/;

export const entities: Decoder = {
  name: 'html_entities',
  read: (scan, rewrite) => {
    if (!scan.text.includes('&')) return;
    const patch = new Patch(rewrite, scan.text.length);
    for (const match of scan.text.matchAll(shape)) {
      if (rewrite.overflowed) return;
      const text = spell(match[1], match[2], match[3]);
      if (text !== undefined) patch.replace(match.index, match.index + match[0].length, text);
    }
    patch.close();
  },
};

function spell(decimal?: string, hexadecimal?: string, name?: string): string | undefined {
  if (name !== undefined) return Object.hasOwn(names, name) ? names[name] : marked.exec(name)?.[1];
  const code = decimal === undefined ? parseInt(hexadecimal ?? '', 16) : parseInt(decimal, 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
