/** Finds street addresses: a house number and a street as some twenty languages write them, crossings and post boxes. */
import { hasNear } from '../text/near.ts';
import { nextOf, NumeralKind } from '../text/numerals.ts';
import type { Scan } from '../text/scan.ts';
import { scanOf } from '../text/text-view.ts';
import { WordSet } from '../text/word-set.ts';
import type { Detector, Sighting } from './detector.ts';
import {
  besideFlat,
  boxes,
  calledAddress,
  endings,
  lines,
  nameThenNumber,
  numberThenFlat,
  numberThenKind,
  numberThenName,
  rest,
} from './street-shapes.ts';
import { findCrossings, startBeforeFlat } from './street-company.ts';
import { sizeOfRest } from './street-lines.ts';
import { streetKinds } from './street-words.ts';
import { readWideAddress } from './wide-streets.ts';

const looks = new NumeralKind({ sizes: [1, 6], first: /\d/, before: /[^\w#$/:-]/ });
/** Where no word for a street stands as a word of its own. */
const lastLooks = new NumeralKind({ sizes: [1, 6], first: /\d/, before: / / });
const reach = { before: 64, after: 0 };
/** Words by which an address is called one. */
const names = new WordSet(
  `address* adress adresse adresa adres adresi anschrift strasse straße street street_address osoite bydliste lakcim wohne wohnt wohnhaft direccion domicilio
  indirizzo endereco morada адрес* streetaddress`,
);

export const piiAddress: Detector = {
  name: 'pii-address',
  categories: ['pii/address'],
  find: (view) => {
    const scan = scanOf(view);
    const crossings = findCrossings(scan);
    if (scan.numerals.length === 0) return crossings.map(toSighting);
    const found: Sighting[] = [];
    const mentioned = scan.mentions(streetKinds);
    const own = mentioned || scan.wide ? looks : lastLooks;
    for (let at = nextOf(scan, 0, own); at >= 0; at = nextOf(scan, at + 2, own)) {
      const start = scan.numerals.at(at);
      if (start < (found.at(-1)?.end ?? 0)) continue;
      const wide = scan.wide
        ? readWideAddress(scan.text, start, scan.numerals.at(at + 1))
        : undefined;
      if (wide !== undefined) {
        add(found, wide.start, wide.end);
        continue;
      }
      if (isAgainst(scan.text.charCodeAt(start - 1))) continue;
      const end = mentioned ? endOfNumberFirst(scan, start) : 0;
      if (end > 0) {
        add(found, startOfFlat(scan.text, start), endOfAddress(scan.text, end));
        continue;
      }
      const tokenEnd = scan.numerals.at(at + 1);
      const from = startOfStreetFirst(scan, start, tokenEnd);
      if (from >= 0)
        add(found, startOfBuilding(scan.text, from), endOfAddress(scan.text, tokenEnd));
    }
    return crossings.length === 0 ? found : [...found, ...crossings.map(toSighting)];
  },
};

/** Words that come before a number, or hold it: looked at only where one of the kinds, or its ending, stands near. */
function startOfStreetFirst(scan: Scan, token: number, end: number): number {
  if (!mayFollow(scan.text, token)) return -1;
  const from = startOfNamed(scan, token, end);
  return from >= 0 ? from : startBeforeFlat(scan, token, end);
}

function startOfNamed(scan: Scan, token: number, end: number): number {
  const from = Math.max(0, token - reach.before);
  const ending = scan.text.slice(Math.max(0, token - endingMax), token);
  const isCalled = hasNear(scan, names, token, token, reach);
  if (!isCalled && !hasNear(scan, streetKinds, token, token, reach) && !endings.test(ending))
    return -1;
  const written = scan.text.slice(from, end);
  const match = nameThenNumber.exec(written) ?? boxes.exec(written);
  if (match !== null) return from + match.index;
  if (!isCalled) return -1;
  const [all = '', street = ''] = calledAddress.exec(written) ?? [];
  return all === '' ? -1 : end - street.length;
}

/** A letter, a full stop, a comma or a colon, and a space; what is beyond ASCII is left to be looked at. */
function mayFollow(text: string, token: number): boolean {
  const before = text.charCodeAt(token - 1);
  if (before !== 32) return before === 46 || before === 0xba || before === 0x2116;
  const unit = text.charCodeAt(token - 2);
  const letter = (unit | 32) - 97;
  return unit >= 128 || (letter >= 0 && letter < 26) || unit === 46 || unit === 44 || unit === 58;
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

/** Letters, digits and `_$€£#/:-`: what stands against a number and is no street's. */
function isAgainst(unit: number): boolean {
  if (unit === 32) return false;
  const letter = (unit | 32) - 97;
  if ((letter >= 0 && letter < 26) || isDigit(unit) || unit === 95 || unit === 45) return true;
  return (unit >= 35 && unit <= 36) || unit === 47 || unit === 58 || unit === 163 || unit === 8364;
}

/** Characters in which the end of a street's name, a comma and a word for the number have room. */
const endingMax = 20;

function endOfNumberFirst(scan: Scan, start: number): number {
  if (!hasNear(scan, streetKinds, start, start, { before: 0, after: 48 })) return 0;
  for (const shape of [numberThenName, numberThenKind, numberThenFlat]) {
    shape.lastIndex = start;
    if (shape.test(scan.text)) return shape.lastIndex;
  }
  return 0;
}

/** Characters that a flat, a place and a country have room in. */
const restMax = 96;

/** A flat belongs to the address, and so do the lines below it that name a place with its code. */
function endOfAddress(text: string, end: number): number {
  const after = text.slice(end, end + restMax);
  const flat = rest.exec(after)?.[0] ?? '';
  const behind = after.slice(flat.length);
  const beside = sizeOfRest(behind);
  if (beside > 0) return end + flat.length + beside;
  const more = lines.exec(behind) ?? (flat.length > 4 ? besideFlat.exec(behind) : null);
  return end + flat.length + (more?.[0].length ?? 0);
}

const flatBefore = /(?<![\p{L}\d])(?:Flat|Apartment|Apt\.?|Unit|Suite) \d{1,4}[A-Za-z]?,? $/u;

/** `Flat 4, 18 High Street` */
function startOfFlat(text: string, start: number): number {
  if (text.charCodeAt(start - 1) !== 32) return start;
  const flat = flatBefore.exec(text.slice(Math.max(0, start - 18), start));
  return start - (flat?.[0].length ?? 0);
}

/** At the beginning of a line, or of what is said about an address. */
const building = /(?:(?:^|\n)[ \t>|]{0,8}|: {0,4}|\b(?:at|to|is) )(\d{1,6} )$/;

/** `67221 Trg slobode 518` */
function startOfBuilding(text: string, start: number): number {
  if (text.charCodeAt(start - 1) !== 32 || !isDigit(text.charCodeAt(start - 2))) return start;
  const number = building.exec(text.slice(Math.max(0, start - 18), start));
  return start - (number?.[1]?.length ?? 0);
}

function add(found: Sighting[], start: number, end: number): void {
  if (start < (found.at(-1)?.end ?? 0)) return;
  found.push(toSighting({ start, end }));
}

function toSighting({ start, end }: Pick<Sighting, 'start' | 'end'>): Sighting {
  return { category: 'pii/address', severity: 'medium', confidence: 0.75, start, end };
}
