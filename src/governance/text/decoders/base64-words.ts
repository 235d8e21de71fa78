/** Undoes base64 of words that were encoded one by one, with a space between them. */
import { readBytes } from '../bytes.ts';
import type { Edits } from '../edits.ts';
import { signBit } from '../signs.ts';
import { decodeBase64 } from './base64.ts';
import type { Decoder } from './decoder.ts';

/** Two of three words end in padding. */
const wordRow = /(?<=^|\s)[A-Za-z0-9+/]{2,64}={0,2}(?: [A-Za-z0-9+/]{2,64}={0,2})+(?=\s|$)/g;
const equalsBit = signBit('=');
const rowWordsMin = 2;
const rowLengthMin = 16;

export const base64Words: Decoder = {
  name: 'base64',
  find: ({ text, signs }, edits) => {
    if ((signs & equalsBit) === 0 || !text.includes('= ')) return;
    for (const match of text.matchAll(wordRow)) {
      if (match[0].includes('=')) readRow(match, edits);
    }
  },
};

function readRow(match: RegExpExecArray, edits: Edits): void {
  let at = match.index;
  let row: { from: number; words: string[] } = { from: at, words: [] };
  for (const word of [...match[0].split(' '), '']) {
    const decoded = word.length % 4 === 0 ? readWord(word) : undefined;
    if (decoded !== undefined) row.words.push(decoded);
    else {
      const long = at - 1 - row.from >= rowLengthMin;
      if (row.words.length >= rowWordsMin && long)
        edits.replace(row.from, at - 1, row.words.join(' '));
      row = { from: at + word.length + 1, words: [] };
    }
    at += word.length + 1;
  }
}

function readWord(word: string): string | undefined {
  if (word.length < 4) return undefined;
  const bytes = decodeBase64(word, 0, word.length);
  const text = bytes.length >= 3 ? readBytes(bytes) : undefined;
  if (text !== undefined || !/[=+/\d]/.test(word)) return text;
  // A word may be all signs: `-->`.
  const decoded = String.fromCharCode(...bytes);
  return /^[\x21-\x7e]+$/.test(decoded) ? decoded : undefined;
}
