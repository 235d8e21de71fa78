/** Takes the signs away that stand against a number: emphasis around it, a dash, an arrow or dots before or behind it. */
import { signBit } from '../signs.ts';
import type { Decoder } from './decoder.ts';
import type { Edits } from '../edits.ts';

/** Fewer digits are a name in a program. */
const digitsMin = 3;
const emphasized = ['_', '*'];
const emphasisBits = emphasized.reduce((bits, sign) => bits | signBit(sign), 0);
const against = ['--', '->', '...'];
const againstBits = signBit('-') | signBit('.');
const isLong = /[+(]{0,2}\d(?:[ .()/:-]{0,2}[\dA-Fa-f]){6}/y;
const endsLong = /\d(?:[ .()/:-]{0,2}[\dA-Fa-f]){6}$/;

/** What Markdown makes stand out is judged without its marks: `_4111 1111 1111 1111_` is a number and no name. */
export const emphasis: Decoder = {
  name: 'markup',
  find: ({ text, signs, numerals }, edits) => {
    if (numerals.length === 0) return;
    if ((signs & emphasisBits) !== 0)
      for (const sign of emphasized)
        if ((signs & signBit(sign)) !== 0) findPairs(text, sign, edits);
    if ((signs & againstBits) !== 0) for (const row of against) findAgainst(text, row, edits);
  },
};

/** Each mark is passed once: whatever opens nothing closes nothing further on either. */
function findPairs(text: string, sign: string, edits: Edits): void {
  for (let at = text.indexOf(sign); at !== -1;) {
    let end = at + 1;
    while (text.charAt(end) === sign) end++;
    const size = end - at;
    const next = text.indexOf(sign, end);
    if (next === -1) return;
    if (size <= 3 && !isWordAt(text, at - 1) && !isBlankAt(text, end)) {
      const close = closeOf(text, sign, size, next);
      if (close > 0 && holdsNumber(text, end, close)) {
        edits.replace(at, end, ' ');
        edits.replace(close, close + size, ' ');
        at = text.indexOf(sign, close + size);
        continue;
      }
    }
    at = next;
  }
}

/** Marks inside a name close nothing, so that a few of them are passed over. */
const insideMax = 4;

function closeOf(text: string, sign: string, size: number, first: number): number {
  const row = sign.repeat(size);
  for (let at = first, tried = 0; at !== -1 && tried < insideMax; tried++) {
    let end = at + 1;
    while (text.charAt(end) === sign) end++;
    if (text.startsWith(row, at) && !isBlankAt(text, at - 1) && !isWordAt(text, end))
      return end - size;
    at = text.indexOf(sign, end);
    if (at - first > lengthMax) return 0;
  }
  return 0;
}

/** A stream is held no longer than that for most numbers. */
const lengthMax = 72;

function holdsNumber(text: string, from: number, to: number): boolean {
  if (to - from > lengthMax) return false;
  let digits = 0;
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 10) return false;
    if (unit >= 48 && unit <= 57) digits++;
  }
  return digits >= digitsMin;
}

function findAgainst(text: string, row: string, edits: Edits): void {
  for (let at = text.indexOf(row); at !== -1; at = text.indexOf(row, at + row.length)) {
    const end = at + row.length;
    const before = text.charCodeAt(at - 1);
    const after = text.charCodeAt(end);
    // Between two numbers it is a range, or a sign of the row itself.
    if (isDigit(before) === (isDigit(after) || after === 43 || after === 40)) continue;
    isLong.lastIndex = end;
    const touches = isDigit(before)
      ? endsLong.test(text.slice(Math.max(0, at - 24), at))
      : isLong.test(text);
    if (touches && before !== row.charCodeAt(0) && after !== row.charCodeAt(0))
      edits.replace(at, end, ' ');
  }
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

function isWordAt(text: string, at: number): boolean {
  return /[A-Za-z0-9]/.test(text.charAt(at));
}

function isBlankAt(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit <= 32 || Number.isNaN(unit);
}
