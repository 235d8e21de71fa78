/** Where ASCII ends within a word that touches letters of another script: its words, numbers and runs, told apart from them. */
import type { Ints } from './ints.ts';
import type { Numerals } from './numerals.ts';
import { hashFactor, hashSeed, stemLength } from './vocabulary.ts';

/** From here on no script has letters in common with Latin words: beside them, each is a word of its own. */
const apartFrom = 0x590;

/** Runs shorter than this hide nothing that is worth undoing. */
export const runLengthMin = 8;

export function isMixed(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (text.charCodeAt(at) >= apartFrom) return true;
  return false;
}

type Found = (hash: number, startHash: number, from: number, to: number) => void;

/** `passport는`, `我的email是`: a word ends where another script begins. Each is told with the hashes that the scan makes of words. */
export function eachScriptOf(text: string, start: number, end: number, found: Found): void {
  let from = start;
  let hash = hashSeed;
  let startHash = hashSeed;
  let apart = false;
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (at > start && unit >= apartFrom !== apart) {
      found(hash, startHash, from, at);
      from = at;
      hash = startHash = hashSeed;
    }
    apart = unit >= apartFrom;
    hash = (Math.imul(hash, hashFactor) + (unit | 32)) | 0;
    if (at - from === stemLength - 1) startHash = hash;
  }
  found(hash, startHash, from, end);
}

/** Digits that touch letters of another script: only the ASCII stretches are tokens. */
export function addNumeralsAmong(
  text: string,
  start: number,
  end: number,
  numerals: Numerals,
): void {
  let from = start;
  let digits = false;
  for (let at = start; at <= end; at++) {
    const unit = at < end ? text.charCodeAt(at) : 128;
    if (unit >= 128) {
      if (digits) numerals.pushTwo(from, at);
      from = at + 1;
      digits = false;
    } else if (unit >= 48 && unit <= 57) digits = true;
  }
}

export function addRunsAmong(text: string, start: number, end: number, runs: Ints): void {
  let from = start;
  for (let at = start; at <= end; at++) {
    if (at < end && text.charCodeAt(at) < 128) continue;
    if (at - from >= runLengthMin) runs.pushTwo(from, at);
    from = at + 1;
  }
}
