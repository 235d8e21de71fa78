/** Reads rows of decimal numbers beyond ASCII: bytes of UTF-8, or the numbers of characters in any script. */
import { readBytes, takeScratch } from '../bytes.ts';

/**
 * A row that begins at a token: numbers with a comma, a space or the end of a line between them. A longer one is read in
 * pieces, since the engine remembers each number of a piece.
 */
const row = /\d{2,6}(?:[ ,;]{1,3}\d{2,6}|,?\r?\n\s{0,8}\d{2,6}){4,65535}(?![0-9a-zA-Z])/y;
const asciiMax = 126;

/** `text` is undefined where the row says nothing. */
export type Spelled = { readonly text: string | undefined; readonly end: number };

/** Undefined where no such row begins here. */
export function readDecimals(text: string, at: number): Spelled | undefined {
  row.lastIndex = at;
  const found = row.exec(text)?.[0];
  if (found === undefined) return undefined;
  return { text: spellNumbers(found.match(/\d+/g) ?? []), end: at + found.length };
}

/** Undefined where all of them are ASCII, which is read elsewhere. */
export function spellNumbers(written: readonly string[]): string | undefined {
  const numbers = written.map(Number);
  const most = numbers.reduce((left, right) => Math.max(left, right), 0);
  if (most <= asciiMax || most > 0x10ffff) return undefined;
  if (most > 255) return spellPoints(numbers);
  // The rest of a character whose beginning ends the piece before.
  const first = numbers.findIndex((byte) => byte < 0x80 || byte > 0xbf);
  const whole = first > 0 && first < 4 ? numbers.slice(first) : numbers;
  const bytes = takeScratch(whole.length);
  bytes.set(whole);
  return readBytes(bytes.subarray(0, whole.length), false) ?? spellPoints(numbers);
}

function spellPoints(numbers: readonly number[]): string | undefined {
  if (numbers.some((point) => point < 9 || (point >= 0xd800 && point <= 0xdfff))) return undefined;
  const text = numbers.map((point) => String.fromCodePoint(point)).join('');
  const isWritten = /^[\p{L}\p{M}\p{Nd}\p{P}\p{Emoji}\s]+$/u.test(text);
  return isWritten && isOneScript(text) ? text : undefined;
}

/** Letters of a text stand near each other, with spaces between its words; numbers of other things are strewn. */
function isOneScript(text: string): boolean {
  const letters = text.match(/[^\p{ASCII}\P{L}]/gu) ?? [];
  if (letters.length < 3) return false;
  const pages = new Set(letters.map((letter) => (letter.codePointAt(0) ?? 0) >> 8));
  const isWide = [...pages].every((page) => page >= 0x30 && page <= 0xd7);
  return isWide || (pages.size <= 2 && /\s/.test(text));
}
