/** Leaves out what was written for this training where it stands word for word in the data directory: it would be no text of our own, and no unseen one would be tested. */
import type { Example } from './example.ts';

/** So many words in a row are seldom chance. */
export const wordsInRow = 7;

const word = /[\p{L}\p{M}\p{N}]+/gu;

function rowsOf(text: string): readonly string[] {
  const words = text.toLowerCase().replace(/['’]/g, '').match(word) ?? [];
  const count = Math.max(0, words.length - wordsInRow + 1);
  return Array.from({ length: count }, (_row, at) => words.slice(at, at + wordsInRow).join(' '));
}

/** The rows of words that own texts share with given ones. */
export function findSharedRows(
  own: readonly string[],
  given: readonly string[],
): ReadonlySet<string> {
  const written = new Set(own.flatMap(rowsOf));
  return new Set(given.flatMap((text) => rowsOf(text).filter((row) => written.has(row))));
}

export function withoutShared(
  examples: readonly Example[],
  shared: ReadonlySet<string>,
): readonly Example[] {
  return examples.filter(({ text }) => !rowsOf(text).some((row) => shared.has(row)));
}
