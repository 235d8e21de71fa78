/** Finds public IP addresses, versions four and six; private and reserved ones belong to nobody. */
import { hexValue } from '../text/bytes.ts';
import { hasNear } from '../text/near.ts';
import { nextOf, NumeralKind } from '../text/numerals.ts';
import { scanOf } from '../text/text-view.ts';
import type { Scan } from '../text/scan.ts';
import { WordSet } from '../text/word-set.ts';
import type { Detector, Sighting } from './detector.ts';

const hextets = /(?<![\w:.])(?:[0-9A-Fa-f]{0,4}:){2,7}(?:[0-9A-Fa-f]{1,4}|:)?(?!\w|:[\w:])/y;
const looks = new NumeralKind({ sizes: [1, 3], first: /\d/, before: /[^\w.]/, after: /\./ });
const versions = new WordSet(
  'version versions release build firmware chapter section clause driver upgrade update kernel paragraph asn oid article rule',
);
/** A letter is the word for it only where it stands against the number. */
const letter = /(?<![\p{L}\d])v[.:]? ?$/iu;
const addresses = new WordSet('ip ips ipv4 ipv6 address client remote host server addr visitor');
const reach = { before: 24, after: 0 };

export const piiIp: Detector = {
  name: 'pii-ip',
  categories: ['pii/ip'],
  find: (view) => {
    const scan = scanOf(view);
    const found: Sighting[] = [];
    for (let token = nextOf(scan, 0, looks); token >= 0; token = nextOf(scan, token + 2, looks)) {
      const sighting = readQuad(scan, scan.numerals.at(token));
      if (sighting !== undefined) found.push(sighting);
    }
    if (scan.numerals.length > 0) findHextets(scan.text, found);
    return found;
  },
};

function readQuad(scan: Scan, start: number): Sighting | undefined {
  const { text } = scan;
  const before = text.charCodeAt(start - 1);
  if (before === 46 || isWord(before)) return undefined;
  const octets: number[] = [];
  let end = start;
  for (; octets.length < 4; end++) {
    const from = end;
    let octet = 0;
    while (end - from < 3 && isDigit(text.charCodeAt(end)))
      octet = octet * 10 + text.charCodeAt(end++) - 48;
    if (end === from || octet > 255) return undefined;
    // A zero in front of an octet is nothing that anybody writes, but of the first.
    if (end - from > 1 && octets.length > 0 && text.charCodeAt(from) === 48) return undefined;
    octets.push(octet);
    if (octets.length === 4) break;
    if (text.charCodeAt(end) !== 46) return undefined;
  }
  const goesOn = text.charCodeAt(end) === 46 && isDigit(text.charCodeAt(end + 1));
  if (goesOn || isWord(text.charCodeAt(end)) || !isPublic(octets)) return undefined;
  const named = hasNear(scan, addresses, start, end, reach);
  if (!named && isVersion(scan, start, end)) return undefined;
  // Small numbers all through are more often a version than somebody's line.
  const confidence = named ? 0.95 : octets.every((octet) => octet < 30) ? 0.5 : 0.85;
  return { category: 'pii/ip', severity: 'low', confidence, start, end };
}

function isVersion(scan: Scan, start: number, end: number): boolean {
  return (
    hasNear(scan, versions, start, end, reach) ||
    letter.test(scan.text.slice(Math.max(0, start - 4), start))
  );
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

function isWord(unit: number): boolean {
  const letter = (unit | 32) - 97;
  return isDigit(unit) || (letter >= 0 && letter < 26) || unit === 95;
}

function isPublic(octets: readonly number[]): boolean {
  const [first = 0, second = 0, third = 0] = octets;
  if (first === 0 || first === 10 || first === 127 || first >= 224) return false;
  if (first === 169 && second === 254) return false;
  if (first === 172 && second >= 16 && second < 32) return false;
  if (first === 100 && second >= 64 && second < 128) return false;
  // What manuals print, and what speed is measured with.
  if (first === 192 && second === 0 && (third === 2 || third === 0)) return false;
  if (first === 198 && (second === 18 || second === 19)) return false;
  if (first === 198 && second === 51 && third === 100) return false;
  if (first === 203 && second === 0 && third === 113) return false;
  return !(first === 192 && second === 168);
}

/** Addresses of version six are rows of digits and colons; none of them begins within another. */
function findHextets(text: string, found: Sighting[]): void {
  for (let colon = text.indexOf(':'); colon !== -1;) {
    let start = colon;
    while (colon - start < 4 && hexValue(text.charCodeAt(start - 1)) >= 0) start--;
    let colons = 0;
    let shortened = false;
    let end = colon;
    for (; ; end++) {
      const unit = text.charCodeAt(end);
      if (unit === 58) {
        colons++;
        shortened ||= text.charCodeAt(end + 1) === 58;
      } else if (hexValue(unit) < 0) break;
    }
    const next = end;
    // A single one at its end is one of the sentence.
    if (text.charCodeAt(end - 1) === 58 && text.charCodeAt(end - 2) !== 58) {
      end--;
      colons--;
    }
    // Seven colons, or two side by side: a clock has neither.
    if ((shortened || colons === 7) && isHextets(text, start))
      found.push({ category: 'pii/ip', severity: 'low', confidence: 0.85, start, end });
    colon = text.indexOf(':', next);
  }
}

/** Eight groups, or fewer around one `::`; not a clock, not a MAC address, not `a::b` of some programming language. */
function isHextets(whole: string, start: number): boolean {
  hextets.lastIndex = start;
  const text = hextets.exec(whole)?.[0];
  if (text === undefined) return false;
  const groups = text.split(':');
  const shortened = text.includes('::');
  if (shortened && text.indexOf('::') !== text.lastIndexOf('::')) return false;
  const filled = groups.filter((group) => group !== '');
  if (!shortened && filled.length !== 8) return false;
  if (shortened && (filled.length < 3 || filled.length > 7)) return false;
  if (!/\d/.test(text)) return false;
  // Two digits in each is how names of keys and certificates are written.
  if (!shortened && groups.every((group) => group.length === 2)) return false;
  const first = parseInt(filled[0] ?? '', 16);
  // Unique local, link local and multicast addresses lead to nobody, and those of manuals neither.
  if (first >= 0xfc00 || (first === 0x2001 && /^2001:0?db8:/i.test(text))) return false;
  return !shortened || (first >= 0x2000 && first < 0x4000);
}
