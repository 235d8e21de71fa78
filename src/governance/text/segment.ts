/** Cuts a row of letters into known words, where most of it is some. */
import {
  addLetter,
  addToTriple,
  hashSeed,
  isKnownHash,
  knownLengthMax,
  longestStartLength,
  longStartLength,
  mayBegin,
  mayBeginLong,
  mayBeginLongest,
  mayOpen,
  prepareKnown,
  startLength,
} from './known-words.ts';

/** Longer rows are cut piece by piece. */
export const pieceMax = 400;
const coveredMin = 0.75;
export const space = 32;

/** One for all calls: none begins before another has ended. */
const best = new Float64Array(pieceMax + 2);
const sizes = new Int8Array(pieceMax + 2);
/** The row, and the two characters behind it. */
const letters = new Uint16Array(pieceMax + 2);
/** As far ahead of a place as a known word may reach; the tables are filled no further, since most rows are noise. */
const ahead = knownLengthMax + 1;
/** What a row of letters is cut into, with a space on either side of each known word. */
export const cut = new Uint16Array(3 * pieceMax);

/**
 * The way to cut a row of letters into known words that covers most of it; long words count for more. Answers how much
 * of `cut` it takes; 0 where too little is known.
 */
export function segment(text: string, from: number, to: number): number {
  prepareKnown();
  const length = to - from;
  const end = length + 2;
  for (let at = 0; at < ahead && at < end; at++) open(text, from, at);
  let triple = addToTriple(addToTriple(0, letters[0] ?? 0), letters[1] ?? 0);
  let reached = 0;
  let strange = 0;
  for (let start = 0; start < length; start++) {
    if (start + ahead < end) open(text, from, start + ahead);
    const score = best[start] ?? 0;
    if (score > (best[start + 1] ?? 0)) {
      best[start + 1] = score;
      sizes[start + 1] = 0;
    }
    triple = addToTriple(triple, letters[start + 2] ?? 0);
    if (mayOpen(triple) || start + startLength > length)
      reached = Math.max(reached, reachOn(start, Math.min(length, start + knownLengthMax)));
    // No word that begins further on covers this letter; of a row of noise the rest need not be read.
    if (start >= reached && length - ++strange < length * coveredMin) return 0;
  }
  return cutUp(text, from, length);
}

function open(text: string, from: number, at: number): void {
  letters[at] = text.charCodeAt(from + at);
  best[at] = 0;
  sizes[at] = 0;
}

/** Known words that begin at `start` and end at `last` or before; answers how far those go that may be cut out. */
function reachOn(start: number, last: number): number {
  const score = best[start] ?? 0;
  let hash = hashSeed;
  let reached = 0;
  for (let at = start; at < last; at++) {
    hash = addLetter(hash, letters[at] ?? 0);
    const size = at - start + 1;
    if (size === startLength && !mayBegin(hash)) return reached;
    if (size === longStartLength && !mayBeginLong(hash)) return reached;
    if (size === longestStartLength && !mayBeginLongest(hash)) return reached;
    if (size === 1 || !isKnownHash(hash)) continue;
    if (score + size * size <= (best[at + 1] ?? 0)) continue;
    best[at + 1] = score + size * size;
    sizes[at + 1] = size;
    reached = at + 1;
  }
  return reached;
}

function cutUp(text: string, from: number, length: number): number {
  let covered = 0;
  // From the end to the start each size tells the next; turned round, each tells where its piece ends.
  let next = 0;
  for (let end = length; end > 0;) {
    const size = sizes[end] ?? 0;
    covered += size;
    sizes[end] = next;
    next = size === 0 ? -1 : size;
    end -= Math.max(size, 1);
  }
  if (covered < length * coveredMin) return 0;
  let count = 0;
  for (let at = 0; at < length;) {
    const end = at + Math.abs(next);
    const known = next > 0;
    next = sizes[end] ?? 0;
    if (known && cut[count - 1] !== space) cut[count++] = space;
    for (; at < end; at++) cut[count++] = text.charCodeAt(from + at);
    if (known) cut[count++] = space;
  }
  return count;
}
