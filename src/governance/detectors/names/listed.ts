/** Names of persons that lists of names tell, wherever they stand: `Ana García`, `Smith, John`, `Miguel`. */
import { addressBefore, followsPlace, isCompany, isOrdinary, isThing } from './beside.ts';
import { family, given, kindOf, wordToo } from './known.ts';

export type ListedName = {
  readonly start: number;
  readonly end: number;
  readonly confidence: number;
  /** Where what makes it one begins, if that stands before it. */
  readonly lead?: number;
};

const confidences = {
  /** Both names are known and neither is a word as well. */
  full: 0.65,
  /** `Smith, John`, `Tanaka Hiroshi`, `Grace Nakamura`. */
  turned: 0.6,
  /** A given name, and some other word with a capital. */
  begun: 0.55,
  alone: 0.5,
  /** A word as well, and told only beside names that are told. */
  doubtful: 0,
  /** A place, a company or a thing, all of whose words are read with it. */
  nobody: -1,
} as const;

const wordsMax = 4;
/** A longer one is no name; what a stream holds back for one follows from it. */
const nameMax = 100;
const capitalised = /\p{Lu}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]+)*/uy;
const initials = /(?:\p{Lu}\.? )+/uy;
/** Between the names of several persons. */
const between = /^(?:,? (?:and|or|und|oder|et|ou|y|o|e|i|en|och|og) |[,/&;] ?| & |, |,)$/;
const betweenMax = 6;
const particles =
  /(?:(?:van|von|de|der|den|da|di|del|della|dos|das|du|la|le|al|el|bin|ibn|ben|bint|ter|ten|zu|af|y|e) ){1,3}/y;
const wordBehind = /[\p{L}\p{N}\p{M}_@(/\\]|\.[\p{L}\p{N}]/uy;
const capitalZ = 0x5a;
/** A capital that nothing goes before and a letter behind: read by the engine, since there are many in a text. */
const beginning =
  /(?<![A-Za-z0-9_@/\\.#$\u00b5-\u024f-])[A-Z\u00c0-\u00d6\u00d8-\u00de\u0100-\u024f](?=[A-Za-z'\u2019\u0080-\uffff])/g;

/** `family`: it is a family name and nothing more. */
type Told = { readonly end: number; readonly confidence: number; readonly family?: true };
type Reading = Told & { readonly start: number; readonly lead?: number };
type Word = { readonly text: string; readonly end: number; readonly kind: number };

// Invariant: what is looked at behind a word is bounded, and goes on behind what was told; so it is linear in the text.
export function findListed(text: string): readonly ListedName[] {
  const found: Reading[] = [];
  let at = 0;
  while ((at = nextBeginning(text, at)) < text.length) {
    const first = readWord(text, at);
    if (first === undefined || first.kind === 0) {
      at = first?.end ?? at + 1;
      continue;
    }
    const name = readName(text, at, first);
    if (name !== undefined && isSomebody(text, name, found)) found.push(addressed(text, name));
    at = name?.end ?? first.end;
  }
  return withCompany(text, found);
}

/**
 * In `Charlotte and Jelena` both are persons, since the second one is; `Vidal, Nguyen and Turner` are a company more
 * often. What stands before a name may have been taken out of a stream by then, so that no name is told by it.
 */
function withCompany(text: string, found: readonly Reading[]): readonly ListedName[] {
  const company = findCompanies(text, found);
  return found.flatMap((name, at) => {
    if (company.has(at)) return [];
    if (isSure(name)) return [name];
    const next = found[at + 1];
    return next !== undefined && isSure(next) && areBeside(text, name, next) ? [surer(name)] : [];
  });
}

/** Which of them stand in a row of family names. */
function findCompanies(text: string, found: readonly Reading[]): ReadonlySet<number> {
  const members = new Set<number>();
  let row = 0;
  found.forEach((name, at) => {
    const last = found[at - 1];
    row = name.family !== true ? 0 : last && areBeside(text, last, name) ? row + 1 : 1;
    if (row >= firmMin) for (let back = 0; back < firmMin; back++) members.add(at - back);
  });
  return members;
}

const firmMin = 3;
const isSure = ({ confidence }: Told): boolean => confidence >= confidences.alone;
const surer = ({ start, end }: Reading): Reading => ({ start, end, confidence: confidences.alone });

function areBeside(text: string, one: Reading, other: Reading): boolean {
  return other.start - one.end <= betweenMax && between.test(text.slice(one.end, other.start));
}

/** The length of the text where there is none. Letters without capitals are passed over. */
function nextBeginning(text: string, from: number): number {
  beginning.lastIndex = from;
  return beginning.test(text) ? beginning.lastIndex - 1 : text.length;
}

function skipLetters(text: string, from: number): number {
  let at = from;
  while (isAsciiLetter(text.charCodeAt(at))) at++;
  return at;
}

/** Nearly all words are ASCII alone, and are read without asking what beyond it is a letter. */
function readWord(text: string, at: number): Word | undefined {
  let end = skipLetters(text, at);
  if (end > at && text.charCodeAt(at) <= capitalZ && closes(text.charCodeAt(end))) {
    const word = text.slice(at, end);
    return { text: word, end, kind: kindOf(word) };
  }
  capitalised.lastIndex = at;
  const word = capitalised.exec(text)?.[0];
  if (word === undefined) return undefined;
  end = at + word.length;
  wordBehind.lastIndex = end;
  return { text: word, end, kind: wordBehind.test(text) ? 0 : kindOf(word) };
}

const isAsciiLetter = (unit: number): boolean =>
  (unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a && unit < 0x80;
/** White space, a comma, or the end: what ends a word whatever stands behind it. */
const closes = (unit: number): boolean =>
  unit === 0x20 || unit === 0x2c || unit === 0x0a || Number.isNaN(unit);

function readName(text: string, start: number, first: Word): Reading | undefined {
  const name =
    first.kind & given ? readGivenFirst(text, start, first) : readFamilyFirst(text, first);
  if (name === undefined || name.end - start > nameMax) return undefined;
  if (isLoud(first.text, name.end - start)) return undefined;
  return isCompany(text, name.end)
    ? { start, end: name.end, confidence: confidences.nobody }
    : { start, ...name };
}

/** What belongs to a name before it is no place: of a stream it may have been taken out by then. */
function isSomebody(
  text: string,
  { start, confidence }: Reading,
  found: readonly Reading[],
): boolean {
  const last = found.at(-1);
  const least = last !== undefined && isSure(last) ? last.end : 0;
  return confidence !== confidences.nobody && !followsPlace(text, start, least);
}

/** Whoever is greeted by a word is called so. */
function addressed(text: string, name: Reading): Reading {
  if (isSure(name)) return name;
  const lead = addressBefore(text, name.start);
  return lead === undefined ? name : { ...surer(name), lead };
}

/** Alone in capitals it is an abbreviation more often than anybody's name. */
const isLoud = (word: string, length: number): boolean =>
  word.length === length && word === word.toUpperCase();

function readGivenFirst(text: string, start: number, first: Word): Told | undefined {
  const others: Word[] = [];
  let { end } = first;
  while (others.length < wordsMax - 1) {
    const next = readNext(text, end);
    if (next === undefined) break;
    // `Gordon Hall` may be one, `Gordon Street` and `Victoria Park` are none.
    if ((next.kind === 0 || first.kind & wordToo) && isThing(next.text))
      return { end: next.end, confidence: confidences.nobody };
    if (next.end - start > nameMax || !goesOn(first, others, next)) break;
    others.push(next);
    ({ end } = next);
    if (next.kind === 0) break;
  }
  return { end, confidence: weigh(first, others) };
}

/** The word behind a space, behind initials and what stands between the names of a person. */
function readNext(text: string, from: number): Word | undefined {
  if (text.charAt(from) !== ' ' && text.charAt(from) !== '\u00a0') return undefined;
  let at = from + 1;
  for (const between of [initials, particles]) {
    between.lastIndex = at;
    if (between.test(text)) at = between.lastIndex;
  }
  return readWord(text, at);
}

function goesOn(first: Word, others: readonly Word[], next: Word): boolean {
  if (isCapitals(first.text) !== isCapitals(next.text)) return false;
  const last = others.at(-1);
  // Behind a family name only a second one belongs to it.
  if (last !== undefined && (last.kind & given) === 0)
    return (next.kind & (family | wordToo)) === family;
  if (next.kind !== 0) return true;
  return (first.kind & wordToo) === 0 && !isCapitals(next.text) && !isOrdinary(next.text);
}

const isCapitals = (word: string): boolean => word.length > 1 && word === word.toUpperCase();

function weigh(first: Word, others: readonly Word[]): number {
  const sure = (first.kind & wordToo) === 0;
  if (others.length === 0) return sure ? confidences.alone : confidences.doubtful;
  const known = others.some(({ kind }) => kind !== 0 && (kind & wordToo) === 0);
  if (!sure) return known ? confidences.turned : confidences.doubtful;
  return others.some(({ kind }) => kind !== 0) ? confidences.full : confidences.begun;
}

function readFamilyFirst(text: string, first: Word): Told | undefined {
  const second = readNext(text, first.end);
  const double = second?.kind === family && first.kind === family;
  const last = double ? second : first;
  const alone = { end: last.end, family: true } as const;
  if (first.kind & wordToo) return { ...alone, confidence: confidences.doubtful };
  const comma = text.startsWith(', ', last.end);
  const next = comma ? readWord(text, last.end + 2) : readNext(text, last.end);
  if (next !== undefined && !comma && isThing(next.text))
    return { end: next.end, confidence: confidences.nobody };
  if (next !== undefined && (next.kind & (given | wordToo)) === given)
    return { end: next.end, confidence: confidences.turned };
  return { ...alone, confidence: confidences.alone };
}
