/** Finds an answer that repeats the system prompt, or a canary that was put into it so that leaks can be seen. */
import { kindOf, letterBit, wideBit } from '../text/fold.ts';
import type { Detector, Sighting } from './detector.ts';

/** So many words in a row are no chance; a shorter prompt has to be repeated whole. */
const rowLength = 10;
const shortRowMin = 5;
const base = 0x01000193;

/** A word with its place; every character of a script without spaces is one. */
type Word = { readonly hash: number; readonly start: number; readonly end: number };

type Fingerprint = {
  readonly rows: ReadonlySet<number>;
  readonly length: number;
  readonly canaries: readonly string[];
};

const fingerprints = new WeakMap<readonly string[], readonly Fingerprint[]>();

export const leak: Detector = {
  name: 'leak',
  categories: ['leak/system_prompt', 'leak/canary'],
  find: (view, scene) => {
    if (scene.stage !== 'response' || scene.system.length === 0) return [];
    const found: Sighting[] = [];
    const known = fingerprintsOf(scene.system);
    for (const { canaries } of known) {
      for (const canary of canaries) {
        const start = view.text.indexOf(canary);
        if (start === -1) continue;
        const end = start + canary.length;
        found.push({ category: 'leak/canary', severity: 'critical', confidence: 0.98, start, end });
      }
    }
    const words = wordsOf(view.text);
    for (const fingerprint of known) findRows(words, fingerprint, found);
    return found;
  },
};

function fingerprintsOf(system: readonly string[]): readonly Fingerprint[] {
  let known = fingerprints.get(system);
  if (known === undefined) {
    known = system.map(toFingerprint);
    fingerprints.set(system, known);
  }
  return known;
}

function toFingerprint(text: string): Fingerprint {
  const words = wordsOf(text);
  const length = Math.min(rowLength, words.length);
  const rows = new Set<number>();
  if (length >= shortRowMin) eachRow(words, length, (hash) => rows.add(hash));
  return { rows, length, canaries: findCanaries(text) };
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

function findRows(words: readonly Word[], { rows, length }: Fingerprint, found: Sighting[]): void {
  if (rows.size === 0 || words.length < length) return;
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
  words: readonly Word[],
  first: number,
  last: number,
  length: number,
  found: Sighting[],
): void {
  const start = words[first]?.start;
  const end = words[last + length - 1]?.end;
  if (first === -1 || start === undefined || end === undefined) return;
  const count = last - first + length;
  const confidence = count >= 40 ? 0.97 : count >= 20 ? 0.9 : 0.75;
  found.push({ category: 'leak/system_prompt', severity: 'high', confidence, start, end });
}

/** A hash that rolls from row to row. */
function eachRow(
  words: readonly Word[],
  length: number,
  tell: (hash: number, at: number) => void,
): void {
  let highest = 1;
  for (let at = 1; at < length; at++) highest = Math.imul(highest, base);
  let hash = 0;
  words.forEach((word, at) => {
    if (at >= length) hash = (hash - Math.imul(words[at - length]?.hash ?? 0, highest)) | 0;
    hash = (Math.imul(hash, base) + word.hash) | 0;
    if (at >= length - 1) tell(hash, at - length + 1);
  });
}

function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let start = -1;
  let hash = 0;
  for (let at = 0; at <= text.length; at++) {
    const unit = at === text.length ? 32 : text.charCodeAt(at);
    const bits = unit < 128 ? (isAlphanumeric(unit) ? letterBit : 0) : kindOf(unit);
    if (start !== -1 && ((bits & letterBit) === 0 || (bits & wideBit) !== 0)) {
      words.push({ hash, start, end: at });
      start = -1;
      hash = 0;
    }
    if ((bits & letterBit) === 0) continue;
    hash = (Math.imul(hash, 31) + (unit | 32)) | 0;
    if (start === -1) start = at;
    if ((bits & wideBit) === 0) continue;
    words.push({ hash, start, end: at + 1 });
    start = -1;
    hash = 0;
  }
  return words;
}

function isAlphanumeric(unit: number): boolean {
  const place = (unit | 32) - 97;
  return (place >= 0 && place < 26) || (unit >= 48 && unit <= 57);
}
