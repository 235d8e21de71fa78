/** Undoes letters set apart, `i g n o r e` or `i.g.n.o.r.e`, and several words written as one. */
import { cut, pieceMax, segment } from '../segment.ts';
import type { Decoder } from './decoder.ts';
import { namesIn } from './program-names.ts';

const singlesMin = 4;
/** One letter, then the same sign and another letter, again and again. */
const row =
  /(?<![A-Za-z0-9])[A-Za-z0-9](?! [A-Za-z0-9][.\-_*|/,~+·•][A-Za-z0-9])(?:([ .\-_*|/,~+·•])[A-Za-z0-9@$!](?![A-Za-z0-9])(?:\1[A-Za-z0-9@$!](?![A-Za-z0-9]))*)/g;

/** What each character of a row may be: a letter or a digit, a sign that stands for one, a sign between them. */
const plainBit = 1;
const insideBit = 2;
const partBit = 4;
const roles = new Uint8Array(128);
for (let unit = 0; unit < 128; unit++) {
  const character = String.fromCharCode(unit);
  if (/[A-Za-z0-9]/.test(character)) roles[unit] = plainBit | insideBit;
  else if (/[@$!]/.test(character)) roles[unit] = insideBit;
  else if (/[ .\-_*|/,~+]/.test(character)) roles[unit] = partBit;
}

function roleOf(unit: number): number {
  if (unit < 128) return roles[unit] ?? 0;
  return unit === 0xb7 || unit === 0x2022 ? partBit : 0;
}

/** Whether four letters stand by themselves somewhere, with the same sign between them. */
function hasLongRow(text: string): boolean {
  for (let at = 1; at + 5 < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (text.charCodeAt(at + 2) !== sign || text.charCodeAt(at + 4) !== sign) continue;
    if (roleOf(sign) === partBit && isLongRow(text, at - 1)) return true;
  }
  return false;
}

function isLongRow(text: string, start: number): boolean {
  return (
    (roleOf(text.charCodeAt(start)) & plainBit) !== 0 &&
    (roleOf(text.charCodeAt(start + 2)) & insideBit) !== 0 &&
    (roleOf(text.charCodeAt(start + 4)) & insideBit) !== 0 &&
    (roleOf(text.charCodeAt(start + 6)) & insideBit) !== 0 &&
    (roleOf(text.charCodeAt(start - 1)) & plainBit) === 0 &&
    (roleOf(text.charCodeAt(start + 7)) & plainBit) === 0
  );
}

export const spaced: Decoder = {
  name: 'spaced',
  find: (scan, edits) => {
    if (scan.singles < singlesMin || !hasLongRow(scan.text)) return;
    for (const match of scan.text.matchAll(row)) {
      const text = everySecond(match[0]);
      const end = match.index + match[0].length;
      // Two letters say nothing by themselves.
      edits.weak = text.length <= 2;
      if (text.length < glueMin) edits.replace(match.index, end, text, 1, 2);
      else if (text.length > pieceMax) edits.replace(match.index, end, text, 1, 2);
      else {
        const count = segment(text, 0, text.length);
        if (count > 0) edits.replaceBy(match.index, end, cut, count);
        else edits.replace(match.index, end, text);
      }
    }
  },
};

/** A letter, a sign, a letter: the letters. */
function everySecond(row: string): string {
  let text = '';
  for (let at = 0; at < row.length; at += 2) text += row.charAt(at);
  return text;
}

/** Shorter rows are one word. */
const glueMin = 12;

export const glued: Decoder = {
  name: 'glued',
  find: (scan, edits) => {
    if (scan.longWords.length === 0) return;
    const isName = namesIn(scan.text, scan.longWords);
    for (let at = 0; at < scan.longWords.length; at += 2) {
      const last = scan.longWords.at(at + 1);
      if (isName(scan.longWords.at(at), last)) continue;
      for (let from = scan.longWords.at(at); from < last; from += pieceMax) {
        const to = Math.min(last, from + pieceMax);
        const count = segment(scan.text, from, to);
        if (count > 0) edits.replaceBy(from, to, cut, count);
      }
    }
  },
};
