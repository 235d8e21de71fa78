/** Words of orders to a model, by what becomes of them where two letters change places, and by the letters that they have. */

const words =
  `ignore ignoring disregard forget override bypass previous prior above earlier everything instruction instructions directive directives
  rules guidelines restrictions restriction limitations filters safety prompt system hidden secret secrets password developer reveal
  repeat print output display pretend respond answer unrestricted uncensored without confidential initial original credentials
  assistant instead complete follow obey messages message conversation context policies policy disable explain describe build bomb`
    .split(/\s+/)
    .filter((word) => word.length >= 5);

/** First and last letter, and those between them in whatever order. */
export function signatureOf(word: string): string {
  const inner = Array.from(word.slice(1, -1)).sort().join('');
  return `${word.slice(0, 1)} ${inner} ${word.slice(-1)}`;
}

/** All but the first letter change places with the one behind: what slips from hurried fingers, too. */
function slipsOf(word: string): readonly string[] {
  return Array.from(word)
    .slice(1, -1)
    .map(
      (letter, at) =>
        `${word.slice(0, at + 1)}${word.charAt(at + 2)}${letter}${word.slice(at + 3)}`,
    )
    .filter((slip) => slip !== word);
}

const known = new Set(words);

/** What is seen of them in a text, before the word that is meant. */
export const slips: readonly string[] = words.flatMap(slipsOf).filter((slip) => !known.has(slip));

export const transposedWords: ReadonlyMap<string, string> = new Map([
  ...words.map((word): [string, string] => [signatureOf(word), word]),
  ...words.flatMap((word) => slipsOf(word).map((slip): [string, string] => [slip, word])),
  ...words.map((word): [string, string] => [word, word]),
]);
