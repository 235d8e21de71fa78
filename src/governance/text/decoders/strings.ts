/** Undoes strings that a program puts together: side by side, over lines, in a list that is joined, in a template. */
import type { Edits } from '../edits.ts';
import { signBit } from '../signs.ts';
import type { Decoder } from './decoder.ts';

const quoteBits = signBit('"') | signBit("'") | signBit('`');
const blank = '[ \\t\\r\\n]';
/** A sign that joins, with white space around it. */
const joined = new RegExp(
  `(["'\`])${blank}{0,24}(?:[+.&]|\\.\\.|\\|\\||<>|\\\\)${blank}{0,24}(["'\`])`,
  'g',
);
const beside = new RegExp(`(["'])${blank}{1,24}\\1`, 'g');
const listed = new RegExp(`(["'\`])${blank}{0,8},${blank}{0,24}\\1`, 'g');
const template = /(["'])\}\$\{\1/g;
/** Fewer are two words in quotes beside each other. */
const seamsMin = 3;
const joins = ['join(', 'join (', 'implode(', 'concat(', 'Concat('];

export const strings: Decoder = {
  name: 'strings',
  find: ({ text, signs }, edits) => {
    if ((signs & quoteBits) === 0 || !mayHold(text, signs)) return;
    putSeams(text, joined, 1, edits);
    putSeams(text, beside, seamsMin, edits);
    if (joins.some((join) => text.includes(join))) putSeams(text, listed, 1, edits);
    if (text.includes('}${')) putSeams(text, template, 1, edits);
  },
};

const quotes = ['"', "'", '`'] as const;
const seamMax = 50;

/** Whether some quote has another one behind it, with signs and white space alone between them. */
function mayHold(text: string, signs: number): boolean {
  return quotes.some((quote) => (signs & signBit(quote)) !== 0 && holdsSeam(text, quote));
}

function holdsSeam(text: string, quote: string): boolean {
  for (let at = text.indexOf(quote); at !== -1; at = text.indexOf(quote, at + 1)) {
    for (let next = at + 1; next - at < seamMax; next++) {
      const kind = kinds[text.charCodeAt(next)] ?? 0;
      if (kind === quoteKind && next > at + 1) return true;
      if (kind !== seamKind) break;
    }
  }
  return false;
}

const seamKind = 1;
const quoteKind = 2;
const kinds = new Uint8Array(128);
for (const sign of ' \t\r\n+.&|<>\\,}${') kinds[sign.charCodeAt(0)] = seamKind;
for (const quote of quotes) kinds[quote.charCodeAt(0)] = quoteKind;

function putSeams(text: string, seam: RegExp, least: number, edits: Edits): void {
  const found = Array.from(text.matchAll(seam), ({ index, 0: written }) => [
    index,
    index + written.length,
  ]).filter(([from = 0, to = 0]) => isBetween(text, from, to));
  if (found.length < least) return;
  for (const [from = 0, to = 0] of found) if (!edits.has(from, to)) edits.replace(from, to, '');
}

/** The first quote ends a string and the second one begins another: something stands in either. */
function isBetween(text: string, from: number, to: number): boolean {
  return isInside(text.charCodeAt(from - 1)) && isInside(text.charCodeAt(to));
}

/** No quote, no backslash, and no end of a text. */
function isInside(unit: number): boolean {
  return unit >= 32 && unit !== 34 && unit !== 39 && unit !== 96 && unit !== 92;
}
