/** Undoes letters set apart, `i g n o r e` or `i.g.n.o.r.e`, and several words written as one. */
import { eachKnownFrom } from '../hints.ts';
import { Patch } from '../patch.ts';
import type { Rewrite } from '../rewrite.ts';
import type { Scan } from '../scan.ts';
import type { Decoder } from './decoder.ts';

const singlesMin = 4;
/** One letter, then the same sign and another letter, again and again. */
const row =
  /(?<![A-Za-z0-9])[A-Za-z0-9](?:([ .\-_*|/,~+·•])[A-Za-z0-9@$!](?![A-Za-z0-9])(?:\1[A-Za-z0-9@$!](?![A-Za-z0-9]))*)/g;

const longRow =
  /(?<![A-Za-z0-9])[A-Za-z0-9]([ .\-_*|/,~+·•])[A-Za-z0-9@$!](?:\1[A-Za-z0-9@$!]){2}(?![A-Za-z0-9])/;

export const spaced: Decoder = {
  name: 'spaced',
  read: (scan, rewrite) => {
    if (scan.singles < singlesMin || !longRow.test(scan.text)) return;
    const patch = new Patch(rewrite, scan.text.length);
    for (const match of scan.text.matchAll(row)) {
      if (rewrite.overflowed) return;
      const text = match[0].replaceAll(/(.)./gsu, '$1');
      const end = match.index + match[0].length;
      if (text.length < glueMin) patch.replace(match.index, end, text, 1, 2);
      else if (text.length > pieceMax) patch.replace(match.index, end, text, 1, 2);
      else patch.replace(match.index, end, segment(text) ?? text);
    }
    patch.close();
  },
};

/** Shorter rows are one word. */
const glueMin = 12;
const wordMax = 16;
const pieceMax = 400;
const coveredMin = 0.75;

export const glued: Decoder = {
  name: 'glued',
  read: (scan: Scan, rewrite: Rewrite) => {
    const patch = new Patch(rewrite, scan.text.length);
    for (let at = 0; at < scan.longWords.length; at += 2) {
      if (rewrite.overflowed) return;
      const from = scan.longWords.at(at);
      const to = scan.longWords.at(at + 1);
      const text = segment(scan.text.slice(from, Math.min(to, from + pieceMax)));
      if (text !== undefined) patch.replace(from, to, text);
    }
    patch.close();
  },
};

/** The way to cut a row of letters into known words that covers most of it; long words count for more. */
function segment(letters: string): string | undefined {
  const best = new Float64Array(letters.length + 1);
  const sizes = new Int8Array(letters.length + 1);
  for (let start = 0; start < letters.length; start++) {
    const score = best[start] ?? 0;
    if (score > (best[start + 1] ?? 0)) {
      best[start + 1] = score;
      sizes[start + 1] = 0;
    }
    eachKnownFrom(letters, start, wordMax, (end) => {
      const size = end - start;
      if (score + size * size <= (best[end] ?? 0)) return;
      best[end] = score + size * size;
      sizes[end] = size;
    });
  }
  return cutAt(letters, sizes);
}

function cutAt(letters: string, sizes: Int8Array): string | undefined {
  const pieces: string[] = [];
  let covered = 0;
  for (let end = letters.length; end > 0;) {
    const size = sizes[end] ?? 0;
    covered += size;
    pieces.push(size === 0 ? letters.charAt(end - 1) : ` ${letters.slice(end - size, end)} `);
    end -= Math.max(size, 1);
  }
  return covered >= letters.length * coveredMin
    ? pieces.reverse().join('').replaceAll(/ +/g, ' ')
    : undefined;
}
