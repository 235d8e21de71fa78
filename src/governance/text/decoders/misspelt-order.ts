/** The known word whose letters stand in another order: all but the first and the last. */
import { knownWords } from '../known-words.ts';
import { signatureOf } from '../transposed-words.ts';

const lettersMin = 4;

export function scrambled(letters: string): string | undefined {
  if (letters.length < lettersMin) return undefined;
  const { words, marks } = (known ??= readKnown());
  return marks.has(markOf(letters)) ? words.get(signatureOf(letters)) : undefined;
}

/** Words by their signatures, and the marks of all signatures: hardly any word has one of them by chance. */
type Known = { readonly words: ReadonlyMap<string, string>; readonly marks: ReadonlySet<number> };

let known: Known | undefined;

/** Made when the first text asks for it, which most processes never see. */
function readKnown(): Known {
  const words = new Map<string, string>();
  const marks = new Set<number>();
  for (const word of knownWords()) {
    if (word.length < lettersMin || !/^[a-z]+$/.test(word)) continue;
    words.set(signatureOf(word), word);
    marks.add(markOf(word));
  }
  return { words, marks };
}

/** The same for words of one signature: a sum does not tell in which order the letters between the ends stand. */
function markOf(letters: string): number {
  const last = letters.length - 1;
  let mark = letters.charCodeAt(0) * 31 + letters.charCodeAt(last);
  for (let at = 1; at < last; at++) {
    const letter = letters.charCodeAt(at) - 96;
    mark = (mark + Math.imul(letter * letter, 0x9e3779b1 + letter)) | 0;
  }
  return mark;
}
