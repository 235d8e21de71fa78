/** Proposes the text that a row of bytes spells, character by character where each byte is one. */
import { isAscii, isPlain, readBytes } from './bytes.ts';
import type { Edits } from './edits.ts';

/** `reads` bytes were written as `of` characters. Answers whether the bytes spell anything. */
export function putSpelled(
  edits: Edits,
  from: number,
  to: number,
  bytes: Uint8Array,
  [reads, of]: readonly [reads: number, of: number],
): boolean {
  if (bytes.length > 2 && isPlain(bytes)) {
    edits.replaceBy(from, to, bytes, bytes.length, reads, of);
    return true;
  }
  const text = readBytes(bytes);
  if (text === undefined) return false;
  if (isAscii(text)) edits.replace(from, to, text, reads, of);
  else edits.replace(from, to, text);
  return true;
}
