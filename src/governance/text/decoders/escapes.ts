/** Undoes backslash escapes: `\u0069`, `\u{69}`, `\x69`, `\151`, `\n`, `\"`; also `%u0069` and `U+0069`. */
import { Patch } from '../patch.ts';
import type { Decoder } from './decoder.ts';

const shape =
  /\\(?:u\{([0-9A-Fa-f]{1,6})\}|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|x([0-9A-Fa-f]{2})|([0-3][0-7]{2})|([nrtbfv"'`\\/]))|%u([0-9A-Fa-f]{4})|\bU\+([0-9A-Fa-f]{4,6})[ ,;]{0,2}/g;

const letters: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: ' ',
  f: ' ',
  v: ' ',
};

export const escapes: Decoder = {
  name: 'escapes',
  read: (scan, rewrite) => {
    if (!scan.text.includes('\\') && !scan.text.includes('%u') && !scan.text.includes('U+')) return;
    const patch = new Patch(rewrite, scan.text.length);
    for (const match of scan.text.matchAll(shape)) {
      if (rewrite.overflowed) return;
      const text = spell(match);
      if (text === undefined) continue;
      patch.replace(match.index, match.index + match[0].length, text);
    }
    patch.close();
  },
};

function spell(match: RegExpExecArray): string | undefined {
  const [, braced, short, long, byte, octal, letter, percent, named] = match;
  if (letter !== undefined) return letters[letter] ?? letter;
  if (octal !== undefined) return String.fromCharCode(parseInt(octal, 8));
  const digits = braced ?? short ?? long ?? byte ?? percent ?? named ?? '';
  const code = parseInt(digits, 16);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
