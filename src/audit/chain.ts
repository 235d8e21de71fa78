/** The hash chain: each entry carries the SHA-256 of the line before it, so no line changes without all after it. */
import { hash } from 'node:crypto';

/** Where the next entry goes: its number and the hash of the line before it. */
export type Link = { readonly seq: number; readonly prev: string };

export const firstLink: Link = { seq: 0, prev: '0'.repeat(64) };

/** SHA-256 of a line without its newline, in lower-case hex; with a zero byte in front, its leaf hash. */
export function hashLine(line: Uint8Array): string {
  return hash('sha256', line, 'hex');
}

export function nextLink(link: Link, line: Uint8Array): Link {
  return { seq: link.seq + 1, prev: hashLine(line) };
}
