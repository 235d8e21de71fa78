/** The known word whose letters stand in another order: all but the first and the last. */
import { knownWords } from '../known-words.ts';
import { signatureOf } from '../transposed-words.ts';

const lettersMin = 4;

export function scrambled(letters: string): string | undefined {
  if (letters.length < lettersMin) return undefined;
  const alike = (known ??= readKnown()).get(markOf(letters));
  if (alike === undefined) return undefined;
  const signature = signatureOf(letters);
  return typeof alike === 'string'
    ? unlessOther(alike, signature)
    : alike.findLast((word) => unlessOther(word, signature) !== undefined);
}

function unlessOther(word: string, signature: string): string | undefined {
  return signatureOf(word) === signature ? word : undefined;
}

/** Words by the marks of their signatures: one of a mark stands alone, which most do. */
type Known = ReadonlyMap<number, string | readonly string[]>;

let known: Known | undefined;

/** Made when the first text asks for it, which most processes never see; so no signature is made that nobody asks for. */
function readKnown(): Known {
  const words = new Map<number, string | string[]>();
  for (const word of knownWords()) {
    if (word.length < lettersMin || !/^[a-z]+$/.test(word)) continue;
    const mark = markOf(word);
    const alike = words.get(mark);
    if (alike === undefined) words.set(mark, word);
    else if (typeof alike === 'string') words.set(mark, [alike, word]);
    else alike.push(word);
  }
  return words;
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
