/** Puts the letters of words in order whose first and last are in their places: `ignroe all prevoius instrcutions`. */
import { findHints, transposedBit } from '../hints.ts';
import { signatureOf, transposedWords } from '../transposed-words.ts';
import type { Respelling } from './decoder.ts';

const word = /[A-Za-z]{5,16}/g;

export const transposed: Respelling = {
  name: 'misspelt',
  read: (scan, rewrite) => {
    const hint = findHints(scan).find(({ bit }) => bit === transposedBit);
    if (hint === undefined) return;
    let kept = hint.from;
    for (const { index, 0: written } of scan.text.slice(0, hint.to).matchAll(word)) {
      if (index < hint.from) continue;
      if (rewrite.overflowed) return;
      const small = written.toLowerCase();
      const meant = transposedWords.get(small) ?? transposedWords.get(signatureOf(small));
      if (meant === undefined || meant === small) continue;
      rewrite.keep(kept, index);
      kept = index + written.length;
      rewrite.put(meant, index, kept);
    }
    rewrite.keep(kept, hint.to);
  },
};
