/** Finds MAC addresses: six pairs of hexadecimal digits with one sign between them all. */
import { hasNear } from '../text/near.ts';
import { nextOf, NumeralKind } from '../text/numerals.ts';
import type { Scan } from '../text/scan.ts';
import { scanOf } from '../text/text-view.ts';
import { WordSet } from '../text/word-set.ts';
import type { Detector, Sighting } from './detector.ts';

const smallHex = 1;
const hex = 2;
const word = 4;
const sign = 8;
const stop = 16;
/** What each ASCII character is to an address; hexadecimal in small letters is hexadecimal, and both are words. */
const classes = new Uint8Array(128);
for (let unit = 0; unit < 128; unit++) {
  const character = String.fromCharCode(unit);
  if (/[0-9a-f]/.test(character)) classes[unit] = smallHex | hex | word;
  else if (/[A-F]/.test(character)) classes[unit] = hex | word;
  else if (/\w/.test(character)) classes[unit] = word;
  else if (/[:-]/.test(character)) classes[unit] = sign;
  else if (character === '.') classes[unit] = stop;
}

/** Groups of so many digits, so many of them, with a sign between. */
type Shape = {
  readonly size: number;
  readonly groups: number;
  readonly joint: number;
  readonly digit: number;
};

/** `01:23:45:67:89:ab` and `01-23-45-67-89-AB` */
const pairs: Shape = { size: 2, groups: 6, joint: sign, digit: hex };
/** `0123.4567.89ab` */
const dotted: Shape = { size: 4, groups: 3, joint: stop, digit: smallHex };
/** In capitals it may be a serial number, too: only what is called an address is one. */
const dottedCapitals: Shape = { ...dotted, digit: hex };
const words = new WordSet('mac hwaddr macaddress macaddr ethernet hardware wifi wlan bssid lladdr');
const reach = { before: 40, after: 12 };
/** No card has these: nobody's, and everybody's. */
const reserved = /^(?:(?:00[:-]){5}00|(?:ff[:-]){5}ff)$/i;

/** Groups that have a sign behind them or before. */
const looks = new NumeralKind(
  { sizes: [2, 2], after: /[:-]/ },
  { sizes: [2, 2], before: /[:-]/ },
  { sizes: [4, 4], after: /\./ },
  { sizes: [4, 4], before: /\./ },
  { sizes: [12, 12], before: /[^\w.:/-]/ },
);
/** Without signs it is a row of twelve digits, which only its name makes an address. */
const bare = /^(?=.*\d)(?=.*[A-Fa-f])(?:[0-9A-F]{12}|[0-9a-f]{12})$/;
const reachOfBare = { before: 24, after: 0 };

export const piiMac: Detector = {
  name: 'pii-mac',
  categories: ['pii/mac'],
  find: (view) => {
    const scan = scanOf(view);
    const found: Sighting[] = [];
    let covered = 0;
    let tried = -1;
    for (let at = nextOf(scan, 0, looks); at >= 0; at = nextOf(scan, at + 2, looks)) {
      const token = scan.numerals.at(at);
      if (token < covered) continue;
      if (scan.numerals.at(at + 1) - token === 12) {
        if (isBare(scan, token)) found.push(toSighting(token, token + 12));
        continue;
      }
      const shape = shapeAt(scan, token, scan.numerals.at(at + 1));
      const start = startOfRow(scan.text, token, shape);
      // Most rows are clocks, and each of their groups leads back to the same beginning.
      if (start === tried) continue;
      tried = start;
      const end = endOfRow(scan.text, start, shape);
      if (end === 0 || reserved.test(scan.text.slice(start, end))) continue;
      covered = end;
      found.push(toSighting(start, end));
    }
    return found;
  },
};

function toSighting(start: number, end: number): Sighting {
  return { category: 'pii/mac', severity: 'low', confidence: 0.9, start, end };
}

function isBare(scan: Scan, start: number): boolean {
  return (
    hasNear(scan, words, start, start, reachOfBare) && bare.test(scan.text.slice(start, start + 12))
  );
}

function shapeAt(scan: Scan, start: number, end: number): Shape {
  if (end - start === 2) return pairs;
  return hasNear(scan, words, start, end, reach) ? dottedCapitals : dotted;
}

/** The first digit may stand in the last group: back over groups with a sign behind them, as many as an address has. */
function startOfRow(text: string, token: number, shape: Shape): number {
  const step = shape.size + 1;
  let start = token;
  for (let count = 1; count < shape.groups && isOf(text, start - 1, shape.joint); count++) {
    if (!isGroup(text, start - step, shape)) break;
    start -= step;
  }
  return start;
}

/** Where the address that begins here ends; 0 where none does, or something goes on before it or behind it. */
function endOfRow(text: string, start: number, shape: Shape): number {
  const { size, groups, joint, digit } = shape;
  const own = text.charCodeAt(start + size);
  // Letters, digits, `_`, and the signs that stand between groups.
  const goesOn = word | joint;
  if (!isOf(text, start + size, joint) || isOf(text, start - 1, goesOn)) return 0;
  let end = start + size;
  if (!isGroup(text, start, shape)) return 0;
  for (let count = 1; count < groups; count++) {
    if (text.charCodeAt(end) !== own || !isGroup(text, end + 1, shape)) return 0;
    end += size + 1;
  }
  // A full stop may end the sentence that calls it an address.
  const isLast =
    digit === hex && joint === stop && isOf(text, end, stop) && !isOf(text, end + 1, word);
  return !isLast && !isDash(text, end) && isGoingOn(text, end, goesOn) ? 0 : end;
}

/** A colon that a space follows is one of the sentence. */
function isGoingOn(text: string, at: number, goesOn: number): boolean {
  return isOf(text, at, goesOn) && !(text.charCodeAt(at) === 58 && text.charCodeAt(at + 1) <= 32);
}

/** Two hyphens, or an arrow: no group follows either. */
function isDash(text: string, at: number): boolean {
  return text.startsWith('--', at) || text.startsWith('->', at);
}

function isGroup(text: string, start: number, { size, digit }: Shape): boolean {
  for (let at = start; at < start + size; at++) if (!isOf(text, at, digit)) return false;
  return true;
}

function isOf(text: string, at: number, bits: number): boolean {
  const unit = text.charCodeAt(at);
  return unit < 128 && ((classes[unit] ?? 0) & bits) !== 0;
}
