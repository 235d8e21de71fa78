/** Undoes percent-encoding, and quoted-printable, which differs in its sign and in how lines go on. */
import { isAscii } from '../bytes.ts';
import { Patch } from '../patch.ts';
import type { Rewrite } from '../rewrite.ts';
import type { Scan } from '../scan.ts';
import type { Decoder } from './decoder.ts';

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

export const percent: Decoder = {
  name: 'percent',
  read: (scan, rewrite) => {
    if (scan.text.includes('%')) undo(scan, rewrite, /(?:%[0-9A-Fa-f]{2})+/g, 1);
  },
};

export const quotedPrintable: Decoder = {
  name: 'quoted_printable',
  read: (scan, rewrite) => {
    // One `=20` is an assignment; several, or a line that ends in `=`, are mail.
    if (scan.text.includes('=')) undo(scan, rewrite, /(?:=[2-7C-F][0-9A-F])+|=\r?\n/g, 2);
  },
};

function undo(scan: Scan, rewrite: Rewrite, shape: RegExp, least: number): void {
  const matches = scan.text.matchAll(shape);
  const first = [...matches.take(least)];
  if (first.length < least) return;
  const patch = new Patch(rewrite, scan.text.length);
  for (const match of first) replace(match, patch);
  for (const match of matches) {
    if (rewrite.overflowed) return;
    replace(match, patch);
  }
  patch.close();
}

function replace(match: RegExpExecArray, patch: Patch): void {
  const text = spell(match[0]);
  const from = match.index;
  const to = from + match[0].length;
  if (isAscii(text)) patch.replace(from, to, text, 1, 3);
  else patch.replace(from, to, text);
}

function spell(escapes: string): string {
  if (escapes.includes('\n')) return '';
  const bytes = new Uint8Array(escapes.length / 3);
  for (let at = 0; at < bytes.length; at++) {
    bytes[at] = parseInt(escapes.slice(at * 3 + 1, at * 3 + 3), 16);
  }
  return utf8.decode(bytes);
}
