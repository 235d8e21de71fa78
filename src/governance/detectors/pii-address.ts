/** Finds street addresses: a house number and a street as one of a dozen languages writes them, and post boxes. */
import { foldText } from '../text/fold.ts';
import { hasNear } from '../text/near.ts';
import { nextOf, NumeralKind } from '../text/numerals.ts';
import type { Scan } from '../text/scan.ts';
import { scanOf } from '../text/text-view.ts';
import { WordSet } from '../text/word-set.ts';
import type { Detector, Sighting } from './detector.ts';

/** Words that end a street's name, or begin it, as whole words. */
const kinds = new WordSet(
  `street st avenue ave road rd lane ln drive dr boulevard blvd court ct place pl square sq terrace parkway pkwy
  highway hwy circle cir crescent close way trail alley row walk gardens grove mews hill
  rue allee chemin impasse quai via viale piazza corso vicolo largo calle avenida paseo plaza carrera camino rua
  travessa praca estrada rodovia ulica ul aleja plac ulitsa улица ул проспект пер caddesi cad sokak sok bulvari
  trg ulice namesti utca ter apt suite flat unit box postfach apartado`,
);
const name = "[A-ZÀ-ÞŁŚŽČŠ][\\p{L}'’.-]*";
const english = new RegExp(
  `\\d{1,5}[A-Za-z]?(?: \\d{1,4})?,? (?:(?:N|S|E|W|NE|NW|SE|SW|North|South|East|West)\\.? )?(?:${name} ){1,4}?(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct|Place|Pl|Square|Sq|Terrace|Ter|Parkway|Pkwy|Highway|Hwy|Circle|Cir|Crescent|Close|Way|Trail|Alley|Row|Walk|Gardens|Grove|Mews|Hill)\\b\\.?(?: (?:N|S|E|W|NE|NW|SE|SW)\\b)?(?!\\p{L})`,
  'yu',
);
/** Russian as it stands, and as its letters are folded. */
const streets = ['улица', 'ул\\.', 'проспект', 'пер\\.', 'вул\\.', 'вулиця']
  .flatMap((word) => [word, foldText(word)])
  .join('|');
const numberThenStreet = new RegExp(
  `\\d{1,5}(?: ?(?:bis|ter|[A-Za-z]))?,? (?:rue|avenue|boulevard|allée|allee|chemin|impasse|place|quai|route|cours)(?: (?:de|du|des|la|le|les|l'|d'))*(?: ?${name}){1,4}`,
  'yiu',
);
const streetThenNumber = new RegExp(
  `(?:(?:Via|Viale|Piazza|Corso|Vicolo|Largo|Calle|Avenida|Av\\.|Paseo|Plaza|Carrera|Camino|Rua|Travessa|Praça|Estrada|Ulica|ul\\.|Aleja|al\\.|Plac|Ulitsa|${streets}|Rue|Avenue|Trg|Náměstí)(?: (?:de|del|della|dei|di|da|do|dos|das|la|los|las|van|der|von))*(?: \\p{L}[\\p{L}'’.-]*){1,4}|(?:(?:Am|An der|Im|In der|Zum|Zur|Auf der|Unter den) )?${name}(?:straße|strasse|str\\.|weg|platz|allee|gasse|damm|ring|ufer|straat|laan|plein|gracht|kade|dijk|singel|gatan|gata|gade|vej|vägen|veien|vegen|katu|tie|utca|vejen|stræde|steig)|(?:${name} ){1,3}(?:Street|Road|Avenue|Lane|Drive|Close|Crescent|Court|Way|Terrace|Caddesi|Cad\\.|Sokak|Sok\\.|Bulvarı|utca|ulice|Straße|Strasse|Allee|Weg|Platz))(?:,? n[.°º]?)?,? \\d{1,5}[A-Za-z]?$`,
  'u',
);
const boxes =
  /\b(?:P\.? ?O\.? ?Box|Postfach|Apartado(?: de correos)?|Casilla|BP|Boîte postale) \d{1,6}$|\bPSC \d{1,5},? Box \d{1,5}$/iu;
const unit =
  /^(?:,|\s){1,3}(?:Apt\.?|Apartment|Suite|Ste\.?|Flat|Unit|Floor|#|Wohnung|Appartement|Piso) ?\d{1,5}[A-Za-z]?/iu;

const looks = new NumeralKind({ sizes: [1, 6], first: /\d/, before: /[^\w#$/:-]/ });
/** Where no word for a street stands as a word of its own. */
const lastLooks = new NumeralKind({ sizes: [1, 6], first: /\d/, before: / / });
const reach = { before: 64, after: 0 };

export const piiAddress: Detector = {
  name: 'pii-address',
  categories: ['pii/address'],
  find: (view) => {
    const scan = scanOf(view);
    if (scan.numerals.length === 0) return [];
    const found: Sighting[] = [];
    const mentioned = scan.mentions(kinds);
    const own = mentioned ? looks : lastLooks;
    for (let at = nextOf(scan, 0, own); at >= 0; at = nextOf(scan, at + 2, own)) {
      const start = scan.numerals.at(at);
      if (start < (found.at(-1)?.end ?? 0)) continue;
      if (isAgainst(scan.text.charCodeAt(start - 1))) continue;
      const end = mentioned ? endOfNumberFirst(scan, start) : 0;
      if (end > 0) {
        add(found, start, end);
        continue;
      }
      const tokenEnd = scan.numerals.at(at + 1);
      const from = startOfStreetFirst(scan, start, tokenEnd);
      if (from >= 0) add(found, from, tokenEnd + restOfUnit(scan.text, tokenEnd));
    }
    return found;
  },
};

/** Words that come before a number, or hold it: looked at only where one of the kinds, or its ending, stands near. */
function startOfStreetFirst(scan: Scan, token: number, end: number): number {
  if (!mayFollow(scan.text, token)) return -1;
  const from = Math.max(0, token - reach.before);
  const ending = scan.text.slice(Math.max(0, token - endingMax), token);
  if (scan.text.charCodeAt(token - 2) >= 128 && !/[\p{L}.°º,] $/u.test(ending.slice(-3))) return -1;
  if (!hasNear(scan, kinds, token, token, reach) && !endings.test(ending)) return -1;
  const before = scan.text.slice(from, token);
  const match =
    streetThenNumber.exec(before + scan.text.slice(token, end)) ??
    boxes.exec(before + scan.text.slice(token, end));
  return match === null ? -1 : from + match.index;
}

/** A letter, a full stop or a comma, and a space; what is beyond ASCII is left to be looked at. */
function mayFollow(text: string, token: number): boolean {
  if (text.charCodeAt(token - 1) !== 32) return false;
  const unit = text.charCodeAt(token - 2);
  const letter = (unit | 32) - 97;
  return unit >= 128 || (letter >= 0 && letter < 26) || unit === 46 || unit === 44;
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

/** Characters in which the end of a street's name and a comma have room. */
const endingMax = 20;

const endings =
  /(?:straße|strasse|str\.|weg|platz|allee|gasse|damm|ring|ufer|straat|laan|plein|gracht|gatan|gata|gade|vej|vägen|vagen|veien|vegen|katu|utca|vejen)(?:,? n[.°º]?)?,? $/i;

function endOfNumberFirst(scan: Scan, start: number): number {
  if (!hasNear(scan, kinds, start, start, { before: 0, after: 48 })) return 0;
  for (const shape of [english, numberThenStreet]) {
    shape.lastIndex = start;
    if (shape.test(scan.text)) return shape.lastIndex + restOfUnit(scan.text, shape.lastIndex);
  }
  return 0;
}

/** `, Apt. 4` belongs to the address. */
function restOfUnit(text: string, end: number): number {
  return unit.exec(text.slice(end, end + 24))?.[0].length ?? 0;
}

function add(found: Sighting[], start: number, end: number): void {
  if (start < (found.at(-1)?.end ?? 0)) return;
  found.push({ category: 'pii/address', severity: 'medium', confidence: 0.75, start, end });
}
