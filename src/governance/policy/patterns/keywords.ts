/** A list of keywords as regular expressions of RE2, each short enough to be compiled in a step. */
import { RE2JS } from 're2js';
import type { PatternDocument } from '../schema.ts';
import { writeTree } from './keyword-tree.ts';

type KeywordDocument = Extract<PatternDocument, { keywords: unknown }>;

/** A longer word is meant before those that it begins with. */
export function sourcesOfKeywords({
  keywords,
  ignoreCase = false,
  wholeWord = false,
}: KeywordDocument): readonly string[] {
  const spelled = ignoreCase ? keywords.flatMap(casesOf) : keywords;
  const words = [...new Set(spelled)].sort().map((keyword) => toPieces(keyword, wholeWord));
  return cutIntoLists(words).map((list) => `${ignoreCase ? '(?i)' : ''}${writeTree(list)}`);
}

/** What each of its characters is in an expression, and what is asked beside its edges. */
function toPieces(keyword: string, wholeWord: boolean): readonly string[] {
  const pieces = keyword
    .split(/\s+/)
    .flatMap((word, at) => [...(at > 0 ? ['\\s{1,4}'] : []), ...Array.from(word, quoteSign)]);
  if (!wholeWord) return pieces;
  const before = /^\w/.test(keyword) ? ['\\b'] : [];
  const after = /\w$/.test(keyword) ? ['\\b'] : [];
  return [...before, ...pieces, ...after];
}

/** The library compiles an expression in one go, which takes as long as there are words. */
const listCharacters = 4096;

/** In their order, so that words which begin alike stay together. */
function cutIntoLists(
  words: readonly (readonly string[])[],
): readonly (readonly (readonly string[])[])[] {
  const lists: (readonly string[])[][] = [];
  let length = Infinity;
  for (const word of words) {
    const own = word.join('').length + 1;
    length += own;
    if (length > listCharacters) {
      lists.push([]);
      length = own;
    }
    lists.at(-1)?.push(word);
  }
  return lists;
}

/** Signs that a text processor puts in each other's place; between letters they are the same to whoever reads them. */
const typed: readonly (readonly [string, string])[] = [
  ["'‘’‚´`", "['‘’‚´`]"],
  ['"“”„«»', '["“”„«»]'],
  ['-–—', '[-–—]'],
  ['…', '(?:…|\\.\\.\\.)'],
];
const signs = new Map(
  typed.flatMap(([among, source]) => Array.from(among, (one) => [one, source])),
);

function quoteSign(sign: string): string {
  return signs.get(sign) ?? RE2JS.quote(sign);
}

/** Other cases that RE2 does not know, because letters become several, or others, in them: sharp s, and the Turkish i. */
function casesOf(keyword: string): readonly string[] {
  const same = keyword.toLowerCase();
  // In one case, so that words which begin alike are told to do so.
  if (onlyAscii.test(keyword)) return [same];
  const others = [keyword.toUpperCase(), keyword.toLocaleLowerCase('tr')];
  return [keyword, ...others.filter((one) => one.toLowerCase() !== same)];
}

const onlyAscii = /^[\0-\x7f]*$/;
