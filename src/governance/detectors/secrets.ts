/** Finds credentials that carry their provider's mark, and letters without a plan behind a mark that no table knows. */
import { hasNear } from '../text/near.ts';
import type { Scan } from '../text/scan.ts';
import { classes, digitBit, lowerBit, upperBit } from '../text/signs.ts';
import { membersOf, Stretch } from '../text/stretch.ts';
import { scanOf } from '../text/text-view.ts';
import { WordSet } from '../text/word-set.ts';
import { ai } from './credentials/ai.ts';
import { cloud } from './credentials/cloud.ts';
import { code } from './credentials/code.ts';
import { endOfEnclosed } from './credentials/enclosed.ts';
import type { Format } from './credentials/format.ts';
import { isNamed, marked } from './credentials/marked.ts';
import { messaging } from './credentials/messaging.ts';
import { money } from './credentials/money.ts';
import {
  entropyOf,
  isDocumented,
  isPlaceholder,
  isSequence,
  isWordy,
} from './credentials/placeholder.ts';
import { products } from './credentials/products.ts';
import { isUnlisted, unlistedMin } from './credentials/unlisted.ts';
import { nameOfWhole, wholeMin, wholeNames } from './credentials/whole.ts';
import type { Detector, Sighting } from './detector.ts';

const formats: readonly Format[] = [...cloud, ...code, ...ai, ...money, ...messaging, ...products];
const byStart = new Map<number, Format[]>();
/** 1 for each two characters that some prefix begins with; most words begin otherwise. */
const mayStart = new Uint8Array(1 << 14);
// The longest prefix is the most certain, so it is asked first.
for (const format of [...formats].sort((left, right) => right.prefix.length - left.prefix.length)) {
  const key = keyOf(format.prefix, 0);
  byStart.set(key, [...(byStart.get(key) ?? []), format]);
  mayStart[pairOf(format.prefix, 0)] = 1;
}

const words = new WordSet(
  'key keys token tokens secret secrets api apikey credential credentials password auth authorization bearer sid vault',
);
const named = /key|token|secret|auth|sid/i;
const reach = { before: 48, after: 8 };
const alphanumericBits = lowerBit | upperBit | digitBit;
/** No credential is shorter; most runs of a text are. */
const lengthMin = 12;
const entropyMin = 2.6;
/** A dash of two hyphens, or nothing but signs: there something else begins, or nothing. */
const partsBehind = /^(?:--|[_-]{1,3}$)/;
const equalsSign = 61;
const lineEnd = 10;
const byChanceMax = 4;

const letters = membersOf(/[A-Za-z0-9]/);
const lettersAndSigns = membersOf(/[A-Za-z0-9_-]/);

/** A text on its way through. */
type Walk = {
  readonly scan: Scan;
  readonly letters: Stretch;
  readonly lettersAndSigns: Stretch;
  /** What was last taken for no credential, whatever stands beside it: in a text of nothing but prefixes it comes again. */
  rejected: string;
};

export const secrets: Detector = {
  name: 'secrets',
  categories: [
    ...new Set(
      [
        ...formats.map(({ name }) => name),
        'generic',
        ...wholeNames,
        ...marked.map(({ name }) => name),
      ].map((name) => `secret/${name}`),
    ),
  ],
  find: (view) => {
    const scan = scanOf(view);
    const found: Sighting[] = [];
    const walk: Walk = {
      scan,
      letters: new Stretch(scan.text, letters),
      lettersAndSigns: new Stretch(scan.text, lettersAndSigns),
      rejected: '',
    };
    for (let run = 0; run < scan.runs.length; run += 2) {
      const start = scan.runs.at(run);
      const end = scan.runs.at(run + 1);
      if (end - start >= lengthMin) readRun(walk, start, end, found);
    }
    for (const { name, hints, shape, named } of marked) {
      if (!hints.every((hint) => scan.text.includes(hint))) continue;
      for (const match of scan.text.matchAll(shape)) {
        if (named !== undefined && !isNamed(scan.text, match.index, named)) continue;
        found.push(toSighting(name, 0.95, match.index, match[0].length));
      }
    }
    return found;
  },
};

/** Of two characters of ASCII a number of their own; others share theirs. */
function pairOf(text: string, at: number): number {
  return ((text.charCodeAt(at) & 127) << 7) | (text.charCodeAt(at + 1) & 127);
}

function keyOf(text: string, at: number): number {
  return text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16);
}

/** Every place in a run where a word begins may begin a credential. */
function readRun(walk: Walk, start: number, end: number, found: Sighting[]): void {
  const { scan } = walk;
  // What is given with a sign stands behind it, and a full stop may end the sentence.
  const from = startOfGiven(scan.text, start, end);
  const to = scan.text.charCodeAt(end - 1) === 46 ? end - 1 : end;
  const whole = to - from < wholeMin ? undefined : nameOfWhole(scan.text, from, to);
  if (whole !== undefined) {
    found.push(toSighting(whole, 0.95, from, to - from));
    return;
  }
  const { length } = found;
  for (let at = start; at + lengthMin <= end;) {
    if (!isAlphanumeric(scan.text.charCodeAt(at))) {
      at++;
      continue;
    }
    const sighting = readAt(walk, at);
    if (sighting !== undefined) {
      found.push(sighting);
      at = sighting.end;
    }
    while (at < end && isAlphanumeric(scan.text.charCodeAt(at))) at++;
  }
  if (found.length === length && to - from >= unlistedMin && isUnlisted(scan.text, from, to))
    found.push(toSighting('generic', 0.7, from, to - from));
}

/** Looks no further back than the run begins: a long text may have thousands of them, and no sign at all. */
function startOfGiven(text: string, start: number, end: number): number {
  for (let at = end - 3; at >= start; at--) if (text.charCodeAt(at) === equalsSign) return at + 1;
  return start;
}

function readAt(walk: Walk, at: number): Sighting | undefined {
  const { text } = walk.scan;
  if (mayStart[pairOf(text, at)] === 0) return undefined;
  const candidates = byStart.get(keyOf(text, at));
  if (candidates === undefined) return undefined;
  for (const format of candidates) {
    if (!text.startsWith(format.prefix, at) || isTooLong(walk, at, format)) continue;
    format.shape.lastIndex = at;
    if (!format.shape.test(text)) continue;
    const confidence = rate(walk, at, format);
    if (confidence === 0) continue;
    const end = endOfEnclosed(text, at, format.shape.lastIndex);
    return toSighting(format.name, confidence, at, end - at);
  }
  return undefined;
}

function isTooLong(walk: Walk, at: number, { prefix, bound }: Format): boolean {
  if (bound === undefined) return false;
  const from = at + prefix.length;
  const stretch = bound.signs ? walk.lettersAndSigns : walk.letters;
  const end = stretch.endFrom(from);
  return end - from > bound.most && !partsBehind.test(walk.scan.text.slice(from + bound.most, end));
}

/** So few letters begin a line of a certificate or an attachment sooner or later. */
function isInBlock(text: string, at: number): boolean {
  if (text.charCodeAt(at - 1) !== lineEnd) return false;
  return /(?:^|\n)[A-Za-z0-9+/]{60,76}\r?\n$/.test(text.slice(Math.max(0, at - 80), at));
}

function rate(walk: Walk, at: number, { prefix, shape, weak }: Format): number {
  const { scan } = walk;
  const end = shape.lastIndex;
  const body = scan.text.slice(at + prefix.length, end);
  if (body === walk.rejected) return 0;
  if (!isCredential(body)) {
    walk.rejected = body;
    return 0;
  }
  if (isDocumented(scan.text.slice(at, end))) return 0;
  if (prefix.length <= byChanceMax && isInBlock(scan.text, at)) return 0;
  if (
    weak &&
    !hasNear(scan, words, at, end, reach) &&
    !named.test(scan.text.slice(Math.max(0, at - 40), at))
  )
    return 0;
  if (isSequence(body)) return 0.75;
  return weak || prefix.length < 3 ? 0.8 : 0.97;
}

/** Words with hyphens between them, `sk-learn-models-for-text`, and what repeats itself are none, nor is what manuals print. */
function isCredential(body: string): boolean {
  if (entropyOf(body) < entropyMin || isPlaceholder(body) || isWordy(body)) return false;
  return /\d/.test(body) || (body !== body.toLowerCase() && body.length >= 20) || body.length >= 30;
}

function toSighting(name: string, confidence: number, start: number, size: number): Sighting {
  return { category: `secret/${name}`, severity: 'critical', confidence, start, end: start + size };
}

function isAlphanumeric(unit: number): boolean {
  return unit < 128 && ((classes[unit] ?? 0) & alphanumericBits) !== 0;
}
