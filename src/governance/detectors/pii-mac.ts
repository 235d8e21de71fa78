/** Finds MAC addresses: six pairs of hexadecimal digits with one sign between them all. */
import { scanOf } from '../text/text-view.ts';
import type { Detector, Sighting } from './detector.ts';

const pairs = /(?<![\w:-])[0-9A-Fa-f]{2}([:-])(?:[0-9A-Fa-f]{2}\1){4}[0-9A-Fa-f]{2}(?![\w:-])/;
const dotted = /(?<![\w.])[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}(?![\w.])/;
/** The first digit may stand in the last pair. */
const reach = 18;
/** No card has these: nobody's, and everybody's. */
const reserved = /^(?:(?:00[:-]){5}00|(?:ff[:-]){5}ff)$/i;

export const piiMac: Detector = {
  name: 'pii-mac',
  categories: ['pii/mac'],
  find: (view) => {
    const scan = scanOf(view);
    const found: Sighting[] = [];
    let covered = 0;
    for (let at = 0; at < scan.numerals.length; at += 2) {
      const token = scan.numerals.at(at);
      const size = scan.numerals.at(at + 1) - token;
      if (
        token < covered ||
        (size !== 2 && size !== 4) ||
        !(size === 2 ? isAmongPairs(scan.text, token) : isDotted(scan.text, token, token + size))
      )
        continue;
      const from = Math.max(0, token - reach);
      const match = (size === 2 ? pairs : dotted).exec(scan.text.slice(from, token + reach));
      if (match === null || reserved.test(match[0])) continue;
      const start = from + match.index;
      covered = start + match[0].length;
      found.push({ category: 'pii/mac', severity: 'low', confidence: 0.9, start, end: covered });
    }
    return found;
  },
};

/** Whether six pairs stand in a row here, with a sign between them: in most texts with numbers they do not. */
function isAmongPairs(text: string, pair: number): boolean {
  let count = 1;
  for (let at = pair; isJoint(text.charCodeAt(at - 1)) && count < pairsInAll; at -= step) {
    if (!isPair(text, at - step)) break;
    count++;
  }
  for (let at = pair; isJoint(text.charCodeAt(at + 2)) && count < pairsInAll; at += step) {
    if (!isPair(text, at + step)) break;
    count++;
  }
  return count === pairsInAll;
}

const pairsInAll = 6;
const step = 3;

function isPair(text: string, at: number): boolean {
  return isHex(text.charCodeAt(at)) && isHex(text.charCodeAt(at + 1));
}

function isHex(unit: number): boolean {
  const letter = unit | 32;
  return (unit >= 48 && unit <= 57) || (letter >= 97 && letter <= 102);
}

/** `:` or `-` */
function isJoint(unit: number): boolean {
  return unit === 58 || unit === 45;
}

function isDotted(text: string, start: number, end: number): boolean {
  return text.charCodeAt(start - 1) === 46 || text.charCodeAt(end) === 46;
}
