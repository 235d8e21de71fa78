/** Reads the texts inside JSON by themselves: names and brackets around a sentence are no part of it. */
import { Patch } from '../patch.ts';
import { signBit } from '../signs.ts';
import type { Respelling } from './decoder.ts';

/** A string of several words behind a name, in a list, or at the start. */
const strings = /(?<=[:[,{]\s{0,8})"((?:[^"\\\n]|\\.){8,})"(?=\s{0,8}[,}\]])/g;
/** A text so long has sentences that no name beside them can drown. */
const lengthMin = 16;
const lengthMax = 1200;

const quoteBit = signBit('"');

export const json: Respelling = {
  name: 'json',
  read: (scan, rewrite) => {
    if ((scan.signs & quoteBit) === 0) return;
    if (!scan.text.includes('":') && !scan.text.includes('["')) return;
    const patch = new Patch(rewrite, scan.text.length);
    for (const match of scan.text.matchAll(strings)) {
      if (rewrite.overflowed) return;
      const from = match.index + 1;
      const text = match[1] ?? '';
      if (text.length > lengthMax || !isSentence(text)) continue;
      patch.extract(from, from + text.length, text);
    }
  },
};

/** A name or a title says nothing by itself; scripts without spaces say more with fewer characters. */
function isSentence(text: string): boolean {
  return /\P{ASCII}{6}/u.test(text) || (text.length >= lengthMin && /\S\s+\S+\s+\S/.test(text));
}
