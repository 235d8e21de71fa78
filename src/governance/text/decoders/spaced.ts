/** Undoes letters set apart, `i g n o r e` or `i.g.n.o.r.e`, and several words written as one. */
import {
  addLetter,
  hashSeed,
  isKnownHash,
  knownLengthMax,
  longStartLength,
  mayBegin,
  mayBeginLong,
  prepareKnown,
  startLength,
} from '../known-words.ts';
import type { Decoder } from './decoder.ts';

const singlesMin = 4;
/** One letter, then the same sign and another letter, again and again. */
const row =
  /(?<![A-Za-z0-9])[A-Za-z0-9](?! [A-Za-z0-9][.\-_*|/,~+·•][A-Za-z0-9])(?:([ .\-_*|/,~+·•])[A-Za-z0-9@$!](?![A-Za-z0-9])(?:\1[A-Za-z0-9@$!](?![A-Za-z0-9]))*)/g;

const longRow =
  /(?<![A-Za-z0-9])[A-Za-z0-9]([ .\-_*|/,~+·•])[A-Za-z0-9@$!](?:\1[A-Za-z0-9@$!]){2}(?![A-Za-z0-9])/;

export const spaced: Decoder = {
  name: 'spaced',
  find: (scan, edits) => {
    if (scan.singles < singlesMin || !longRow.test(scan.text)) return;
    for (const match of scan.text.matchAll(row)) {
      const text = match[0].replaceAll(/(.)./gsu, '$1');
      const end = match.index + match[0].length;
      if (text.length < glueMin) edits.replace(match.index, end, text, 1, 2);
      else if (text.length > pieceMax) edits.replace(match.index, end, text, 1, 2);
      else edits.replace(match.index, end, segment(text, 0, text.length) ?? text);
    }
  },
};

/** Shorter rows are one word. */
const glueMin = 12;
const pieceMax = 400;
const coveredMin = 0.75;

export const glued: Decoder = {
  name: 'glued',
  find: (scan, edits) => {
    for (let at = 0; at < scan.longWords.length; at += 2) {
      const from = scan.longWords.at(at);
      const to = scan.longWords.at(at + 1);
      const text = segment(scan.text, from, Math.min(to, from + pieceMax));
      if (text !== undefined) edits.replace(from, to, text);
    }
  },
};

/** One for all calls: none begins before another has ended. */
const best = new Float64Array(pieceMax + 1);
const sizes = new Int8Array(pieceMax + 1);

/** The way to cut a row of letters into known words that covers most of it; long words count for more. */
function segment(text: string, from: number, to: number): string | undefined {
  prepareKnown();
  const length = to - from;
  best.fill(0, 0, length + 1);
  sizes.fill(0, 0, length + 1);
  for (let start = 0; start < length; start++) {
    const score = best[start] ?? 0;
    if (score > (best[start + 1] ?? 0)) {
      best[start + 1] = score;
      sizes[start + 1] = 0;
    }
    const last = Math.min(length, start + knownLengthMax);
    let hash = hashSeed;
    for (let at = start; at < last; at++) {
      hash = addLetter(hash, text.charCodeAt(from + at));
      const size = at - start + 1;
      if (size === startLength && !mayBegin(hash)) break;
      if (size === longStartLength && !mayBeginLong(hash)) break;
      if (size === 1 || !isKnownHash(hash)) continue;
      if (score + size * size <= (best[at + 1] ?? 0)) continue;
      best[at + 1] = score + size * size;
      sizes[at + 1] = size;
    }
  }
  return cutAt(text, from, length);
}

function cutAt(text: string, from: number, length: number): string | undefined {
  let covered = 0;
  for (let end = length; end > 0; end -= Math.max(sizes[end] ?? 0, 1)) covered += sizes[end] ?? 0;
  if (covered < length * coveredMin) return undefined;
  const pieces: string[] = [];
  for (let end = length; end > 0;) {
    const size = sizes[end] ?? 0;
    const last = from + end;
    pieces.push(size === 0 ? text.charAt(last - 1) : ` ${text.slice(last - size, last)} `);
    end -= Math.max(size, 1);
  }
  return pieces.reverse().join('').replaceAll(/ +/g, ' ');
}
