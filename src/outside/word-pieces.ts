/** Cuts a text into the pieces of a BERT vocabulary and gives their numbers, in windows as long as the model can read. */

export type WordPieces = { readonly windowsOf: (text: string) => Generator<readonly number[]> };

export type WordPieceOptions = { readonly lowerCase: boolean; readonly tokensMax: number };

/** A longer word is one unknown piece, as those who trained such models had it. */
const wordCharactersMax = 100;

/** `vocabulary` holds one piece a line; its number is that of the line. */
export function createWordPieces(
  vocabulary: string,
  { lowerCase, tokensMax }: WordPieceOptions,
): WordPieces {
  const numbers = new Map(vocabulary.split(/\r?\n/).map((piece, number) => [piece, number]));
  const special = (name: string): number => {
    const number = numbers.get(name);
    if (number === undefined) throw new Error('the vocabulary lacks a piece that it has to have');
    return number;
  };
  const [first, last, unknown] = [special('[CLS]'), special('[SEP]'), special('[UNK]')];
  const inside = tokensMax - 2;
  return {
    *windowsOf(text) {
      const pieces = wordsOf(lowerCase ? fold(text) : text).flatMap((word) =>
        piecesOf(word, numbers, unknown),
      );
      // Half of each window is in the next, so that nothing stands on a seam only.
      const step = Math.max(1, Math.floor(inside / 2));
      for (let from = 0; ; from += step) {
        yield [first, ...pieces.slice(from, from + inside), last];
        if (from + inside >= pieces.length) return;
      }
    },
  };
}

function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '');
}

/** Runs of letters and digits; each mark of punctuation and each Chinese character stands by itself. */
function wordsOf(text: string): readonly string[] {
  return text.replace(/[\0\ufffd]|(?![\t\n\r])[\p{Cc}\p{Cf}]/gu, '').match(words) ?? [];
}

const words = /[\p{Script=Han}]|[!-/:-@[-`{-~\p{P}]|(?:(?![\p{Script=Han}!-/:-@[-`{-~\p{P}])\S)+/gu;

/** The longest piece that fits, then the longest that goes on from it; all or nothing. */
function piecesOf(
  word: string,
  numbers: ReadonlyMap<string, number>,
  unknown: number,
): readonly number[] {
  if (word.length > wordCharactersMax) return [unknown];
  const pieces: number[] = [];
  for (let from = 0; from < word.length;) {
    const prefix = from === 0 ? '' : '##';
    let to = word.length;
    let number: number | undefined;
    for (; to > from; to -= 1) {
      number = numbers.get(prefix + word.slice(from, to));
      if (number !== undefined) break;
    }
    if (number === undefined) return [unknown];
    pieces.push(number);
    from = to;
  }
  return pieces;
}
