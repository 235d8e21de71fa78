/** Undoes base64 of words that were encoded one by one, with a space between them. */
import { fromAscii, readBytes } from '../bytes.ts';
import type { Edits } from '../edits.ts';
import { signBit } from '../signs.ts';
import { base64Value, decodeBase64 } from './base64-letters.ts';
import type { Decoder } from './decoder.ts';

/** Two of three words end in padding. */
const equalsBit = signBit('=');
const wordMin = 4;
const lettersMin = 2;
const lettersMax = 64;
const padsMax = 2;
const rowWordsMin = 2;
const rowLengthMin = 16;
const padding = 61;
const space = 32;

export const base64Words: Decoder = {
  name: 'base64',
  find: ({ text, signs }, edits) => {
    if ((signs & equalsBit) === 0) return;
    let from = 0;
    for (let at = text.indexOf('= '); at !== -1; at = text.indexOf('= ', Math.max(at + 1, from))) {
      const start = startOfRow(text, at + 1, from);
      if (start > at) continue;
      from = endOfRow(text, at + 1);
      readWords(text, start, from, edits);
    }
    // Of a row that ends with the text, the last word may be the only one with padding.
    const end = endOfText(text);
    if (end > from && text.charCodeAt(end - 1) === padding)
      readWords(text, startOfRow(text, end, from), end, edits);
  },
};

function readWords(text: string, start: number, end: number, edits: Edits): void {
  const words = text.slice(start, end).split(' ');
  if (words.length >= rowWordsMin) readRow(words, start, edits);
}

function endOfText(text: string): number {
  let end = text.length;
  while (end > 0 && isSpace(text, end - 1)) end--;
  return end;
}

/** Words of base64 with one space between them, the last of which ends here; `end` where there is none. */
function startOfRow(text: string, end: number, from: number): number {
  let start = end;
  for (let last = end; ;) {
    const word = startOfWord(text, last, from);
    if (word === last) return start;
    start = word;
    if (text.charCodeAt(word - 1) !== space || word - 1 <= from) return start;
    last = word - 1;
  }
}

function endOfRow(text: string, from: number): number {
  let end = from;
  while (text.charCodeAt(end) === space) {
    const word = endOfWord(text, end + 1);
    if (word === end + 1) return end;
    end = word;
  }
  return end;
}

function startOfWord(text: string, end: number, from: number): number {
  let last = end;
  while (end - last < padsMax && text.charCodeAt(last - 1) === padding) last--;
  let start = last;
  while (start > from && last - start <= lettersMax && base64Value(text, start - 1) >= 0) start--;
  const letters = last - start;
  if (letters < lettersMin || letters > lettersMax) return end;
  return start === 0 || isSpace(text, start - 1) ? start : end;
}

function endOfWord(text: string, from: number): number {
  let end = from;
  while (end - from <= lettersMax && base64Value(text, end) >= 0) end++;
  if (end - from < lettersMin || end - from > lettersMax) return from;
  for (let pad = 0; pad < padsMax && text.charCodeAt(end) === padding; pad++) end++;
  return end === text.length || isSpace(text, end) ? end : from;
}

function isSpace(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit < 128 ? unit === space || (unit > 8 && unit < 14) : /\s/.test(text.charAt(at));
}

/** Words that have been proposed already stay as they are; together with the others they say the same. */
function readRow(words: readonly string[], start: number, edits: Edits): void {
  let row: { readonly from: number; readonly to: number; readonly text: string }[] = [];
  let at = start;
  for (const word of [...words, '']) {
    const text = readWord(word);
    if (text !== undefined) row.push({ from: at, to: at + word.length, text });
    else {
      const length = at - 1 - (row[0]?.from ?? at);
      if (row.length >= rowWordsMin && length >= rowLengthMin)
        for (const { from, to, text } of row)
          if (!edits.has(from, to)) edits.replace(from, to, text);
      row = [];
    }
    at += word.length + 1;
  }
}

function readWord(word: string): string | undefined {
  if (word.length < wordMin || word.length % 4 !== 0) return undefined;
  const bytes = decodeBase64(word, 0, word.length);
  const text = bytes.length >= 3 ? readBytes(bytes) : undefined;
  if (text !== undefined || !/[=+/\d]/.test(word)) return text;
  // A word may be all signs: `-->`.
  return isShown(bytes) ? fromAscii(bytes) : undefined;
}

function isShown(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x21 || byte > 0x7e) return false;
  }
  return bytes.length > 0;
}
