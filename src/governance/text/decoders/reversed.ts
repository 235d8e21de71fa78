/** Undoes texts written backwards: the whole text, each line's words kept in place, or letters turned upside down. */
import { findHints, reversedBit } from '../hints.ts';
import type { Respelling } from './decoder.ts';

export const reversed: Respelling = {
  name: 'reversed',
  read: (scan, rewrite) => {
    const hint = findHints(scan).find(({ bit }) => bit === reversedBit);
    if (hint === undefined) return;
    const text = backwards(scan.text.slice(hint.from, hint.to));
    rewrite.put(text, hint.to, hint.to, 1, -1);
  },
};

export const reversedWords: Respelling = {
  name: 'reversed_words',
  read: (scan, rewrite) => {
    const hint = findHints(scan).find(({ bit }) => bit === reversedBit);
    if (hint === undefined) return;
    let end = hint.from;
    for (const match of scan.text.slice(hint.from, hint.to).matchAll(/[\p{L}\d]+/gu)) {
      if (rewrite.overflowed) return;
      const from = hint.from + match.index;
      rewrite.keep(end, from);
      end = from + match[0].length;
      rewrite.put(backwards(match[0]), end, end, 1, -1);
    }
    rewrite.keep(end, hint.to);
  },
};

const turned = new Map<string, string>();
const upright = 'abcdefghijklmnopqrstuvwyzabcefghijklmnrtuvwy';
const upsideDown = 'ɐqɔpǝɟƃɥᴉɾʞןɯuodbɹsʇnʌʍʎzɐqɔǝɟƃɥıɾʞlɯuɹʇnʌʍʎ';
Array.from(upsideDown).forEach((letter, at) => turned.set(letter, upright[at] ?? letter));
for (const [from, to] of ["'‚", ',‘', '.˙', '!¡', '?¿', '()', ')('])
  turned.set(to ?? '', from ?? '');

const unmistakable = /[ɐɔǝɟƃɥɯɹʇʌʍʎ]/g;
const turnedLettersMin = 3;

export const upsideDownText: Respelling = {
  name: 'upside_down',
  read: (scan, rewrite) => {
    if (scan.text.match(unmistakable)?.[turnedLettersMin - 1] === undefined) return;
    const length = scan.text.length;
    const text = backwards(scan.text).replaceAll(/./gsu, (letter) => turned.get(letter) ?? letter);
    rewrite.put(text, length, length, 1, -1);
  },
};

function backwards(text: string): string {
  let made = '';
  for (let at = text.length - 1; at >= 0; at--) {
    const unit = text.charCodeAt(at);
    const before = text.charCodeAt(at - 1);
    if (unit >= 0xdc00 && unit <= 0xdfff && before >= 0xd800 && before <= 0xdbff) {
      made += text.charAt(at - 1) + text.charAt(at);
      at--;
    } else made += text.charAt(at);
  }
  return made;
}
