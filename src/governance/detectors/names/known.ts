/** What the lists say of a word with a capital: a given name, a family name, a word besides, or nothing. */
import { familyNames } from './family-names.ts';
import { givenNames } from './given-names.ts';
import { familyNamesAndWords, givenNamesAndWords } from './names-and-words.ts';

export const given = 1;
export const family = 2;
/** It is a word, a place or a brand as well, and no name by itself. */
export const wordToo = 4;

const kinds = new Map<string, number>();
for (const [list, kind] of [
  [familyNamesAndWords, family | wordToo],
  [familyNames, family],
  [givenNamesAndWords, given | wordToo],
  [givenNames, given],
] as const)
  for (const name of list.split(/\s+/)) kinds.set(name, mixed(kinds.get(name) ?? 0, kind));

/** As nearly all names are written, so that most words are asked about without being folded. */
const capitalised = new Map(
  Array.from(kinds, ([name, kind]) => [name.charAt(0).toUpperCase() + name.slice(1), kind]),
);

/** One that stands in two lists is a name of both kinds, and a word only where both say so. */
function mixed(one: number, other: number): number {
  const word = one === 0 ? other & wordToo : one & other & wordToo;
  return ((one | other) & ~wordToo) | word;
}

const special: Readonly<Record<string, string>> = {
  ...{ ł: 'l', ø: 'o', ß: 'ss', đ: 'd', ð: 'd', ı: 'i', æ: 'ae', œ: 'oe', þ: 'th' },
};
const anyMark = /\p{M}/u;
const marks = /\p{M}/gu;
const [tableFrom, tableEnd] = [0xc0, 0x250];
/** What each Latin letter beyond ASCII is without its marks. */
const plainLetters = Array.from({ length: tableEnd - tableFrom }, (_, index) => {
  const letter = String.fromCharCode(tableFrom + index).toLowerCase();
  return special[letter] ?? letter.normalize('NFD').replace(marks, '');
});
/** Scottish, Irish and Arabic family names say so themselves. */
const clan = /^(?:Mc|Mac|O['’]|Al-|El-)\p{Lu}/u;
const ascii = /^[a-z]+$/;
/** Neither `MacLeod` nor `MARIA`, `Jean-Luc` or `Łukasik`. */
const plain = /^[A-Z]?[a-z]*$/;

const shortMax = 3;
/** Short names that are written with marks; other short words are names only without theirs, and so are words too. */
const shortMarked = new Set(['éva', 'ève', 'jón', 'léo', 'zoé', 'zoë']);
/** `ÅnÅ`: a capital behind a small letter ends no name. */
const oddCapital = /\p{Ll}\p{Lu}$/u;

/** In lower case, without its marks. */
export function foldName(word: string): string {
  const lower = word.toLowerCase();
  if (ascii.test(lower)) return lower;
  let folded = '';
  for (let at = 0; at < lower.length; at++) {
    const letter = lower.charAt(at);
    folded += plainLetters[lower.charCodeAt(at) - tableFrom] ?? letter;
  }
  return anyMark.test(folded) ? folded.normalize('NFD').replace(marks, '') : folded;
}

/** 0 where no list knows it. */
export function kindOf(word: string): number {
  const usual = capitalised.get(word);
  if (usual !== undefined) return usual;
  if (plain.test(word) || oddCapital.test(word)) return 0;
  const folded = foldName(word);
  const known = kinds.get(folded.replaceAll(/['’-]/g, ''));
  if (known !== undefined) return isShortMarked(word, folded) ? known | wordToo : known;
  // Companies are called so as well, and by one word alone.
  if (clan.test(word)) return family | wordToo;
  // `Jean-Luc` is told by its first half, `García-Márquez` by both, though theorems are called so as well.
  const [first = '', ...others] = folded.split('-').map((part) => kinds.get(part) ?? 0);
  if (others.length === 0 || first === '') return 0;
  if (first & given) return given;
  return others.reduce((all, part) => all & part, first & family) === 0 ? 0 : family | wordToo;
}

function isShortMarked(word: string, folded: string): boolean {
  if (word.length > shortMax || ascii.test(word.toLowerCase())) return false;
  return folded.length <= shortMax && !shortMarked.has(word.toLowerCase());
}
