/** Finds numbers that states give to persons, in some ninety forms, by shape, check digits and words beside them. */
import { hasNear } from '../text/near.ts';
import { nextOf, NumeralKind } from '../text/numerals.ts';
import type { Scan } from '../text/scan.ts';
import { scanOf } from '../text/text-view.ts';
import { WordIndex } from '../text/word-index.ts';
import type { Detector, Sighting } from './detector.ts';
import { DottedWords } from './dotted-words.ts';
import { africaMiddleEast } from './national-ids/africa-middle-east.ts';
import { americas } from './national-ids/americas.ts';
import { asiaPacific } from './national-ids/asia-pacific.ts';
import { europeEast } from './national-ids/europe-east.ts';
import { europeNorth } from './national-ids/europe-north.ts';
import { europeSouth } from './national-ids/europe-south.ts';
import { europeWest } from './national-ids/europe-west.ts';
import { LayoutTree } from './national-ids/layout-tree.ts';
import type { NationalId } from './national-ids/national-id.ts';
import { oceania } from './national-ids/oceania.ts';

const forms: readonly NationalId[] = [
  ...europeWest,
  ...europeSouth,
  ...europeNorth,
  ...europeEast,
  ...americas,
  ...asiaPacific,
  ...oceania,
  ...africaMiddleEast,
];
const words = forms.map((form) => [form.words, form] as const);
const index = new WordIndex(words);
const dottedWords = new DottedWords(words);
const leadMax = 20;
/** No number is so short that it has no sign and more digits behind its first group, or letters before it. */
const wholeMin = 6;
const looks = new NumeralKind(
  { sizes: [wholeMin, leadMax], before: /\W/ },
  { sizes: [1, wholeMin - 1], before: /\W/, after: /[ ./-]/ },
  { sizes: [1, leadMax], before: /[ -]/ },
);
const reach = { before: 64, after: 24 };
const confidenceNamed = 0.92;

/** All forms, and those that speak for themselves; each is made when the first number asks for it. */
let every: LayoutTree | undefined;
let unnamed: LayoutTree | undefined;

function treeOf(mentioned: ReadonlySet<NationalId>, dotted: readonly NationalId[]): LayoutTree {
  if (mentioned.size > 0 || dotted.length > 0) return (every ??= new LayoutTree(forms));
  return (unnamed ??= new LayoutTree(forms, ({ alone }) => alone > 0));
}

export const piiNationalId: Detector = {
  name: 'pii-national-id',
  categories: [...new Set(forms.map((form) => `pii/national_id/${form.name}`))],
  find: (view) => {
    const scan = scanOf(view);
    if (scan.numerals.length === 0) return [];
    // Most texts have none of the words, and then only the forms that speak for themselves are tried.
    const mentioned = index.mentioned(scan);
    const found: Sighting[] = [];
    let covered = 0;
    for (let token = nextOf(scan, 0, looks); token >= 0; token = nextOf(scan, token + 2, looks)) {
      const start = scan.numerals.at(token);
      const end = scan.numerals.at(token + 1);
      if (start < covered) continue;
      const size = end - start;
      if (size > leadMax) continue;
      const lead = leadBefore(scan, start);
      const sighting =
        (lead > 0 ? readBest(scan, start - lead - 1, lead, mentioned) : undefined) ??
        (goesOn(scan.text, end, size) ? readBest(scan, start, size, mentioned) : undefined);
      if (sighting === undefined) continue;
      covered = sighting.end;
      found.push(sighting);
    }
    return found;
  },
};

function goesOn(text: string, end: number, size: number): boolean {
  if (size >= wholeMin) return true;
  const sign = text.charCodeAt(end);
  if (sign !== 32 && (sign < 45 || sign > 47)) return false;
  const next = text.charCodeAt(end + 1);
  return isDigit(next) || next === 0x2116 || (sign === 45 && next >= 65 && next <= 90);
}

/** How many letters that may belong to a number stand before its first digit, with a space or a hyphen between. */
function leadBefore(scan: Scan, start: number): number {
  const before = scan.text.charCodeAt(start - 1);
  if (before !== 32 && before !== 45) return 0;
  const letter = scan.text.charCodeAt(start - 2);
  if (letter < 65 || letter > 90) return 0;
  const match = /(?:^|[^A-Za-z0-9])([A-Z]{2}|[XYZVE]|GHA)[ -]$/.exec(
    scan.text.slice(Math.max(0, start - 5), start),
  );
  return match?.[1]?.length ?? 0;
}

function readBest(
  scan: Scan,
  start: number,
  size: number,
  mentioned: ReadonlySet<NationalId>,
): Sighting | undefined {
  // A group before it makes it a part of a longer number.
  const grouped = isGroup(scan.text, start - 1, start - 2);
  if (grouped && mentioned.size === 0) return undefined;
  if (isAgainst(scan.text, start)) return undefined;
  const dotted = dottedWords.before(scan.text, start);
  let best: Sighting | undefined;
  for (const number of treeOf(mentioned, dotted).formsAt(scan.text, start)) {
    const form = forms[number];
    if (form === undefined || !form.leads.includes(size)) continue;
    const near = dotted.includes(form);
    const named = near || (mentioned.size > 0 && mentioned.has(form));
    if (!named && (form.alone === 0 || grouped)) continue;
    const sighting = read(scan, { start, size, form, named, near, grouped });
    if (sighting !== undefined && sighting.confidence > (best?.confidence ?? 0)) best = sighting;
  }
  return best;
}

/** A form to be tried at a place, where a token of some size begins. */
type Try = {
  readonly start: number;
  readonly size: number;
  readonly form: NationalId;
  readonly named: boolean;
  /** Whether the word stands right before it, letter by letter. */
  readonly near: boolean;
  readonly grouped: boolean;
};

function read(
  scan: Scan,
  { start, size, form, named, near: dotted, grouped }: Try,
): Sighting | undefined {
  const { text } = scan;
  form.shape.lastIndex = start;
  if (!form.shape.test(text)) return undefined;
  const end = form.shape.lastIndex;
  const sign = text.charCodeAt(end);
  if (isWord(sign)) return undefined;
  if (sign >= 45 && sign <= 47 && isDigit(text.charCodeAt(end + 1))) return undefined;
  const signed = end > start + size;
  const alone =
    form.alone > 0 &&
    !grouped &&
    !isInName(text, start) &&
    (signed || form.aloneNeedsSigns !== true) &&
    !isGroup(text, end, end + 1);
  if ((!alone && !named) || isInPath(text, start)) return undefined;
  if (!form.check(compactOf(text.slice(start, end)))) return undefined;
  const near = dotted || (named && hasNear(scan, form.words, start, end, reach));
  if (!near && !alone) return undefined;
  const confidence = near ? confidenceNamed : form.alone;
  return { category: `pii/national_id/${form.name}`, severity: 'high', confidence, start, end };
}

/** Letters and digits alone, in capitals. */
function compactOf(written: string): string {
  if (isAllDigits(written)) return written;
  let compact = '';
  let from = 0;
  let letters = false;
  for (let at = 0; at < written.length; at++) {
    const unit = written.charCodeAt(at);
    if (isDigit(unit)) continue;
    if (isWord(unit) && unit !== 95) letters = true;
    else {
      compact += written.slice(from, at);
      from = at + 1;
    }
  }
  compact += written.slice(from);
  return letters ? compact.toUpperCase() : compact;
}

function isAllDigits(written: string): boolean {
  for (let at = 0; at < written.length; at++) if (!isDigit(written.charCodeAt(at))) return false;
  return true;
}

/** What stands against the number makes it a part of something; a space or a bracket does not. */
function isAgainst(text: string, start: number): boolean {
  const sign = text.charCodeAt(start - 1);
  return isWord(sign) || (sign >= 45 && sign <= 47 && isDigit(text.charCodeAt(start - 2)));
}

/** `my-release-20211221-1202`: what letters and a sign lead to is a part of their name. */
function isInName(text: string, start: number): boolean {
  const sign = text.charCodeAt(start - 1);
  return (sign === 45 || sign === 46) && isWord(text.charCodeAt(start - 2));
}

/** `PR c++/105842`, `/pull/105842`: a number in a tracker. */
const path = /(?<![a-z])[a-z][a-z+-]*(?:[a-z-]{3}|\+)\/$/;

function isInPath(text: string, start: number): boolean {
  return text.charCodeAt(start - 1) === 47 && path.test(text.slice(Math.max(0, start - 24), start));
}

/** A space, and a digit behind it. */
function isGroup(text: string, space: number, digit: number): boolean {
  return text.charCodeAt(space) === 32 && isDigit(text.charCodeAt(digit));
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

function isWord(unit: number): boolean {
  const letter = (unit | 32) - 97;
  return isDigit(unit) || (letter >= 0 && letter < 26) || unit === 95;
}
