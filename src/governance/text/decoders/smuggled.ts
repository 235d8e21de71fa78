/** Undoes what is written in characters nobody sees: tags, variation selectors, rows of zero-width characters. */
import { readBytes } from '../bytes.ts';
import type { Decoder } from './decoder.ts';

const tagRows = /[\u{E0020}-\u{E007E}]+/gu;
/** England, Scotland and Wales are a black flag with a short tag sequence and an end. */
const flag = '\u{1F3F4}';
const flagLengthMax = 6;

export const tags: Decoder = {
  name: 'tags',
  find: (scan, edits) => {
    if (!scan.text.includes('\udb40')) return;
    for (const match of scan.text.matchAll(tagRows)) {
      const from = match.index;
      const letters = match[0].length / 2;
      if (letters <= flagLengthMax && scan.text.startsWith(flag, from - 2)) continue;
      let text = '';
      for (const tag of match[0]) text += String.fromCharCode((tag.codePointAt(0) ?? 0) & 0x7f);
      edits.replace(from, from + match[0].length, text, 1, 2);
    }
  },
};

const selectorRows = /(?:[\uFE00-\uFE0F]|[\u{E0100}-\u{E01EF}]){4,}/gu;

export const variationSelectors: Decoder = {
  name: 'variation_selectors',
  find: (scan, edits) => {
    if (!scan.foreign) return;
    for (const match of scan.text.matchAll(selectorRows)) {
      const values = Array.from(match[0], valueOf);
      const nibbles = values.every((value) => value < 16) && values.length % 2 === 0;
      const bytes = nibbles ? values.flatMap((value, at) => pair(values, value, at)) : values;
      const text = readBytes(Uint8Array.from(bytes)) ?? readBytes(Uint8Array.from(values));
      if (text !== undefined) edits.replace(match.index, match.index + match[0].length, text);
    }
  },
};

function pair(values: readonly number[], value: number, at: number): number[] {
  return at % 2 === 0 ? [(value << 4) | (values[at + 1] ?? 0)] : [];
}

function valueOf(selector: string): number {
  const code = selector.codePointAt(0) ?? 0;
  return code >= 0xe0100 ? code - 0xe0100 + 16 : code - 0xfe00;
}

const zeroWidthRows =
  /[\u200B-\u200F\u202A-\u202E\u2060-\u2064\u206A-\u206F\uFEFF\u180E\u00AD]{16,}/g;
const rowMin = 16;

/** Two characters stand for 0 and 1, in either order; a third parts the bytes. */
export const zeroWidth: Decoder = {
  name: 'zero_width',
  find: (scan, edits) => {
    if (!scan.foreign || !hasRow(scan.text)) return;
    for (const match of scan.text.matchAll(zeroWidthRows)) {
      const text = readBits(match[0]);
      if (text !== undefined) edits.replace(match.index, match.index + match[0].length, text);
    }
  },
};

/** Whether so many characters beyond ASCII stand side by side, as in any row of characters nobody sees. */
function hasRow(text: string): boolean {
  for (let at = rowMin - 1; at < text.length; at += rowMin) {
    if (text.charCodeAt(at) < 128) continue;
    let [from, to] = [at, at + 1];
    while (from > 0 && text.charCodeAt(from - 1) >= 128) from--;
    while (to < text.length && text.charCodeAt(to) >= 128) to++;
    if (to - from >= rowMin) return true;
  }
  return false;
}

function readBits(row: string): string | undefined {
  const counts = new Map<string, number>();
  for (const character of row) counts.set(character, (counts.get(character) ?? 0) + 1);
  const [first, second] = [...counts].sort((left, right) => right[1] - left[1]);
  if (first === undefined || second === undefined) return undefined;
  const bits = Array.from(row).filter(
    (character) => character === first[0] || character === second[0],
  );
  const readings = [first[0], second[0]].flatMap((one) =>
    [8, 7].flatMap((size) => readBytes(gather(bits, one, size), false) ?? []),
  );
  return readings.sort((left, right) => shareOfLetters(right) - shareOfLetters(left))[0];
}

/** Of the ways to read a row of bits, a text is the one with most letters and fewest control characters. */
function shareOfLetters(text: string): number {
  const letters = text.match(/[\p{L}\d ]/gu)?.length ?? 0;
  const signs = text.match(/[\p{P}\p{S}]/gu)?.length ?? 0;
  return (letters + signs * 0.7) / text.length;
}

function gather(bits: readonly string[], one: string, size: number): Uint8Array {
  const bytes = new Uint8Array(Math.floor(bits.length / size));
  for (let at = 0; at < bytes.length * size; at++) {
    const place = Math.floor(at / size);
    bytes[place] = ((bytes[place] ?? 0) << 1) | (bits[at] === one ? 1 : 0);
  }
  return bytes;
}
