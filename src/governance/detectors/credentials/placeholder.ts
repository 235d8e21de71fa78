/** What stands in documentation where a credential would: nobody's, and no reason to stop anybody. */
import { Needles } from '../../text/needles.ts';

/** Keys that providers print in their own manuals. */
const documented = [
  'AKIAIOSFODNN7EXAMPLE',
  'AKIAI44QH8DHBEXAMPLE',
  'ASIAIOSFODNN7EXAMPLE',
  'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  'je7MtGbClwBF/2Zp9Utk/h3yCo8nvbEXAMPLEKEY',
  'sk_test_4eC39HqLyjWDarjtT1zdp7dc',
  'czZCaGRSa3F0MzpnWDFmQmF0M2JW',
  'sk_test_BQokikJOvBiI2HlWgH4olfQ2',
  'AIzaSyDaGmWKa4JsXZ-HjGw7ISLn_3namBGewQe',
  'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
  'gho_16C7e42F292c6912E7710c838347Ae178B4a',
  'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==',
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c',
];

const words =
  /example|sample|placeholder|your[-_ ]?|some[-_]?(?:user|pass)|change[-_]?me|dummy|redacted|insert[-_]|replace[-_]?|fake[-_]|my[-_](?:api|secret|token|key)|not[-_]?a?[-_]?real|goes[-_]here|enter[-_]|xxxx|\.\.\.|\*\*\*|00000000|(.)\1{6,}/i;

const distinctMax = 4;
/** What the words begin with; without one of them, and without a row of one character, none stands there. */
const hints =
  'example sample placeholder your some change dummy redacted insert replace fake my not goes enter'.split(
    ' ',
  );
const starts = documented.map((known) => known.slice(0, 6));
/** Nearly all texts have none of these, and are asked no further. */
const suspects = new Needles([...hints, ...starts]);
const known = new Needles(starts);
const rowMin = 3;
const suspectPairs = pairsOf([...hints, ...starts]);
const foundNone = 0;
const foundPair = 1;
const foundRow = 2;

export function isPlaceholder(text: string): boolean {
  if (text.length >= 12 && isMonotonous(text)) return true;
  const found = glance(text);
  const suspect = (found & foundPair) !== 0 && suspects.standsIn(text);
  return (
    ((suspect || (found & foundRow) !== 0) && words.test(text)) || isAmongDocumented(text, suspect)
  );
}

/** Hardly any character that is not one of a few. */
function isMonotonous(text: string): boolean {
  let one = -1;
  let two = -1;
  let three = -1;
  let four = -1;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === one || unit === two || unit === three || unit === four) continue;
    // Two halves are one character, and characters are counted.
    if (unit >= 0xd800 && unit <= 0xdfff) return new Set(text).size <= distinctMax;
    if (four >= 0) return false;
    four = three;
    three = two;
    two = one;
    one = unit;
  }
  return true;
}

/** Whether two letters stand side by side that a suspect begins with, and whether one character stands several times over, case aside. */
function glance(text: string): number {
  let row = 1;
  let found = foundNone;
  let before = text.charCodeAt(0);
  for (let at = 1; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    row = (unit | 32) === (before | 32) ? row + 1 : 1;
    if (row === rowMin) found |= foundRow;
    found |= suspectPairs[((before & 31) << 5) | (unit & 31)] ?? 0;
    before = unit;
  }
  return found;
}

const pieces = new Set(
  documented.flatMap((known) => Array.from(known, (_, at) => known.slice(at, at + 8))),
);

export function isDocumented(text: string): boolean {
  return isAmongDocumented(text, known.standsIn(text));
}

function isAmongDocumented(text: string, begun: boolean): boolean {
  if (!begun && (text.length <= 15 || !pieces.has(text.slice(0, 8)))) return false;
  return documented.some(
    (known) => text.includes(known) || (text.length > 15 && known.includes(text)),
  );
}

const segment = /^(?:[A-Za-z]?[a-z]*\d{0,4}|\d{1,2}[a-z]|[A-Z]+\d{0,4}|[A-Za-z]?\d{1,12})$/;

/** Words and numbers joined by signs: a name in a program, not a row of random letters. */
export function isWordy(text: string): boolean {
  const segments = text.split(/[-_.+/=~]+/).filter((part) => part !== '');
  return segments.length > 1 && segments.every((part) => segment.test(part));
}

/** One for all values, since each is looked at before the next; longer ones get their own. */
const kept = new Uint16Array(256);

/** The units of a value: it is walked several times, and a piece cut out of a text is slow to walk. */
export function unitsOf(text: string): Uint16Array {
  const { length } = text;
  const units = length > kept.length ? new Uint16Array(length) : kept;
  for (let at = 0; at < length; at++) units[at] = text.charCodeAt(at);
  return units;
}

/** Counting up the keyboard or the alphabet: more often a stand-in than a key. */
export function isSequence(text: string, units = unitsOf(text)): boolean {
  let row = 1;
  let before = units[0] ?? 0;
  let typed = false;
  for (let at = 1; at < text.length; at++) {
    const unit = units[at] ?? 0;
    row = unit - before === 1 || (unit === 48 && before === 57) ? row + 1 : 1;
    if (row >= 8) return true;
    typed ||= isTyped(before, unit);
    before = unit;
  }
  return typed && keyboards.standsIn(text);
}

const keyboardRows = ['qwertyui', 'asdfghjk', 'deadbeef'];
const keyboards = new Needles(keyboardRows);
const typedPairs = pairsOf(keyboardRows);

/** Whether one of the rows begins with these two, case aside. */
function isTyped(one: number, other: number): boolean {
  return typedPairs[((one & 31) << 5) | (other & 31)] === 1;
}

/** The first two letters of each word, as a number of ten bits. */
function pairsOf(words: readonly string[]): Uint8Array {
  const pairs = new Uint8Array(1 << 10);
  for (const word of words) pairs[((word.charCodeAt(0) & 31) << 5) | (word.charCodeAt(1) & 31)] = 1;
  return pairs;
}

/** How often each character has been seen: zero but while a text is measured. */
const counts = new Uint32Array(128);

const spreadOf = (count: number): number => count * Math.log2(count);
const spreads = Float64Array.from({ length: 64 }, (_, count) => (count < 2 ? 0 : spreadOf(count)));

/** Bits per character, from the characters' own frequencies. */
export function entropyOf(text: string, units = unitsOf(text)): number {
  for (let at = 0; at < text.length; at++) {
    const unit = (units[at] ?? 0) & 127;
    counts[unit] = (counts[unit] ?? 0) + 1;
  }
  let sum = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = (units[at] ?? 0) & 127;
    const count = counts[unit] ?? 0;
    if (count > 1) sum += count < spreads.length ? (spreads[count] ?? 0) : spreadOf(count);
    counts[unit] = 0;
  }
  return text.length === 0 ? 0 : Math.log2(text.length) - sum / text.length;
}
