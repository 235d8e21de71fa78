/** Finds an answer that repeats the system prompt, or a canary that was put into it so that leaks can be seen. */
import { blockUnits, unitsFrom } from '../text/code-units.ts';
import { kindOf, letterBit, wideBit } from '../text/fold.ts';
import { Ints } from '../text/ints.ts';
import type { Detector, Sighting } from './detector.ts';

/** So many words in a row are no chance; a shorter prompt has to be repeated whole. */
const rowLength = 10;
const shortRowMin = 5;
const base = 0x01000193;
/** Canaries of fewer letters and digits are looked for as they are written. */
const mixedMin = 6;
const wordsMin = 12;
/** No more than `reach.ts` says that this detector sees. */
const canaryReach = 160;
/** As in a list of quoted letters. */
const betweenLettersMax = 5;

/** Words one behind the other, each as its hash, start and end; every character of a script without spaces is one. */
type Words = Ints;
const numbersPerWord = 3;
/** Room for the words of an ordinary answer; a long one takes more as it goes. */
const wordsRoomMax = 4096;

type Fingerprint = {
  readonly rows: ReadonlySet<number>;
  readonly length: number;
  readonly canaries: readonly RegExp[];
};

/** Of the system prompts that were last in use: an application says the same one in each of its calls. */
const fingerprints = new Map<string, Fingerprint>();
const fingerprintsMax = 64;
/** A longer prompt is rare, and its rows would take room. */
const rememberedMax = 16_384;

export const leak: Detector = {
  name: 'leak',
  categories: ['leak/system_prompt', 'leak/canary'],
  heedsSystem: true,
  find: (view, scene) => {
    if (scene.stage !== 'response' || scene.system.length === 0) return [];
    const found: Sighting[] = [];
    const known = scene.system.map(fingerprintOf);
    for (const { canaries } of known) {
      for (const canary of canaries) {
        const said = canary.exec(view.text);
        if (said === null) continue;
        const start = said.index;
        const end = start + said[0].length;
        found.push({ category: 'leak/canary', severity: 'critical', confidence: 0.98, start, end });
      }
    }
    if (known.every(({ rows }) => rows.size === 0)) return found;
    const words = wordsOf(view.text);
    for (const fingerprint of known) findRows(words, fingerprint, found);
    return found;
  },
};

function fingerprintOf(text: string): Fingerprint {
  const known = fingerprints.get(text);
  if (known !== undefined) return known;
  const fingerprint = toFingerprint(text);
  if (text.length > rememberedMax) return fingerprint;
  const [oldest] = fingerprints.keys();
  if (fingerprints.size >= fingerprintsMax && oldest !== undefined) fingerprints.delete(oldest);
  fingerprints.set(text, fingerprint);
  return fingerprint;
}

function toFingerprint(text: string): Fingerprint {
  const words = wordsOf(text);
  const length = Math.min(rowLength, words.length / numbersPerWord);
  const rows = new Set<number>();
  if (length >= shortRowMin) eachRow(words, length, (hash) => rows.add(hash));
  return { rows, length, canaries: findCanaries(text).flatMap(readingsOf) };
}

/** Tokens that say they are canaries, and rows of letters and digits that nobody writes by chance. */
function findCanaries(text: string): string[] {
  const named = [
    ...text.matchAll(
      /\b(?:canary|honeytoken|watermark|tripwire)(?:[ _-]?(?:token|word|id))?\W{1,4}([\w-]{6,64})/gi,
    ),
  ];
  const random = [...text.matchAll(/\b(?=\w*\d)(?=\w*[A-Za-z])[A-Za-z0-9]{16,64}\b/g)];
  return [
    ...new Set([...named.map((match) => match[1] ?? ''), ...random.map((match) => match[0])]),
  ].filter((canary) => canary !== '');
}

/**
 * In capitals or small letters. What nobody writes by chance is known backwards as well, and with something between its
 * words or letters.
 */
function readingsOf(canary: string): RegExp[] {
  const letters = canary.match(/[a-z0-9]/gi) ?? [];
  if (!isRare(canary, letters.length)) return [new RegExp(canary, 'i')];
  const betweenMax = Math.min(betweenLettersMax, Math.floor(canaryReach / letters.length) - 1);
  const between = `[^a-z0-9]{0,${betweenMax}}`;
  return [letters, letters.toReversed()].map((row) => new RegExp(row.join(between), 'i'));
}

/** Letters with digits, or three words: one word or two may be said for what they mean. */
function isRare(canary: string, letters: number): boolean {
  const words = canary.split(/[-_]+/).filter((word) => word !== '').length;
  const isMixed = /\d/.test(canary) && /[a-z]/i.test(canary);
  return (isMixed && letters >= mixedMin) || (words >= 3 && letters >= wordsMin);
}

function findRows(words: Words, { rows, length }: Fingerprint, found: Sighting[]): void {
  if (rows.size === 0 || words.length < length * numbersPerWord) return;
  let first = -1;
  let last = -1;
  eachRow(words, length, (hash, at) => {
    if (!rows.has(hash)) return;
    if (first === -1 || at > last + 1) {
      report(words, first, last, length, found);
      first = at;
    }
    last = at;
  });
  report(words, first, last, length, found);
}

function report(
  words: Words,
  first: number,
  last: number,
  length: number,
  found: Sighting[],
): void {
  if (first === -1) return;
  const start = words.at(first * numbersPerWord + 1);
  const end = words.at((last + length - 1) * numbersPerWord + 2);
  const count = last - first + length;
  const confidence = count >= 40 ? 0.97 : count >= 20 ? 0.9 : 0.75;
  found.push({ category: 'leak/system_prompt', severity: 'high', confidence, start, end });
}

/** A hash that rolls from row to row. */
function eachRow(words: Words, length: number, tell: (hash: number, at: number) => void): void {
  let highest = 1;
  for (let at = 1; at < length; at++) highest = Math.imul(highest, base);
  let hash = 0;
  const count = words.length / numbersPerWord;
  for (let at = 0; at < count; at++) {
    if (at >= length)
      hash = (hash - Math.imul(words.at((at - length) * numbersPerWord), highest)) | 0;
    hash = (Math.imul(hash, base) + words.at(at * numbersPerWord)) | 0;
    if (at >= length - 1) tell(hash, at - length + 1);
  }
}

function wordsOf(text: string): Words {
  const words = new Ints(Math.min(wordsRoomMax, text.length >> 1));
  let start = 0;
  let hash = 0;
  // The 0 behind its last unit ends whatever a text ends with.
  for (let from = 0; from <= text.length; from += blockUnits) {
    const units = unitsFrom(text, from);
    const stop = Math.min(from + blockUnits, text.length + 1);
    for (let at = from; at < stop; at++) {
      let unit = units[at - from] ?? 0;
      let bits = unit < 128 ? (plainBits[unit] ?? 0) : kindOf(unit);
      while ((bits & letterBit) !== 0 && (bits & wideBit) === 0) {
        // Nothing is called in here: a call that only some letters need would slow down all of them.
        do {
          hash = (Math.imul(hash, 31) + (unit | 32)) | 0;
          unit = units[++at - from] ?? 0;
          bits = unit < 128 ? (plainBits[unit] ?? 0) : 0;
        } while (bits !== 0);
        if (unit >= 128) bits = kindOf(unit);
      }
      if (at === stop) break;
      if (at > start) words.pushThree(hash, start, at);
      // Of a script without spaces.
      if ((bits & letterBit) !== 0) words.pushThree(unit | 32, at, at + 1);
      start = at + 1;
      hash = 0;
    }
  }
  return words;
}

/** Of ASCII, as `kindOf` tells of the rest. */
const plainBits = Uint8Array.from({ length: 128 }, (_, unit) =>
  /[A-Za-z0-9]/.test(String.fromCharCode(unit)) ? letterBit : 0,
);
