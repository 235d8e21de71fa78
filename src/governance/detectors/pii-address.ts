/** Finds street addresses: a house number and a street as one of a dozen languages writes them, and post boxes. */
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
  `\\d{1,5}[A-Za-z]?(?: \\d{1,4})?,? (?:(?:N|S|E|W|NE|NW|SE|SW|North|South|East|West)\\.? )?(?:${name} ){1,4}?(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct|Place|Pl|Square|Sq|Terrace|Ter|Parkway|Pkwy|Highway|Hwy|Circle|Cir|Crescent|Close|Way|Trail|Alley|Row|Walk|Gardens|Grove|Mews|Hill)\\b\\.?(?!\\p{L})`,
  'yu',
);
const numberThenStreet = new RegExp(
  `\\d{1,5}(?: ?(?:bis|ter|[A-Za-z]))?,? (?:rue|avenue|boulevard|allée|allee|chemin|impasse|place|quai|route|cours)(?: (?:de|du|des|la|le|les|l'|d'))*(?: ?${name}){1,4}`,
  'yiu',
);
const streetThenNumber = new RegExp(
  `(?:(?:Via|Viale|Piazza|Corso|Vicolo|Largo|Calle|Avenida|Av\\.|Paseo|Plaza|Carrera|Camino|Rua|Travessa|Praça|Estrada|Ulica|ul\\.|Aleja|al\\.|Plac|Ulitsa|улица|ул\\.|проспект|Rue|Avenue|Trg|Náměstí)(?: (?:de|del|della|dei|di|da|do|dos|das|la|los|las|van|der|von))*(?: \\p{L}[\\p{L}'’.-]*){1,4}|${name}(?:straße|strasse|str\\.|weg|platz|allee|gasse|damm|ring|ufer|straat|laan|plein|gracht|kade|dijk|singel|gatan|gata|gade|vej|vägen|veien|vegen|katu|tie|utca|vejen|stræde|steig)|(?:${name} ){1,3}(?:Street|Road|Avenue|Lane|Drive|Close|Crescent|Court|Way|Terrace|Caddesi|Cad\\.|Sokak|Sok\\.|Bulvarı|utca|ulice|Straße|Strasse|Allee|Weg|Platz))(?:,? n[.°º]?)?,? \\d{1,5}[A-Za-z]?(?![\\p{L}\\d])`,
  'gu',
);
const boxes =
  /\b(?:P\.? ?O\.? ?Box|Postfach|Apartado(?: de correos)?|Casilla|BP|Boîte postale) \d{1,6}\b|\bPSC \d{1,5},? Box \d{1,5}\b/giu;
const unit =
  /^(?:,|\s){1,3}(?:Apt\.?|Apartment|Suite|Ste\.?|Flat|Unit|Floor|#|Wohnung|Appartement|Piso) ?\d{1,5}[A-Za-z]?/iu;

export const piiAddress: Detector = {
  name: 'pii-address',
  categories: ['pii/address'],
  find: (view) => {
    const scan = scanOf(view);
    if (scan.numerals.length === 0) return [];
    const found: Sighting[] = [];
    for (let at = 0; at < scan.numerals.length; at += 2) {
      const start = scan.numerals.at(at);
      if (start < (found.at(-1)?.end ?? 0) || scan.numerals.at(at + 1) - start > 6) continue;
      if (/[\w$€£#./:-]/.test(scan.text.charAt(start - 1))) continue;
      const end = endOfNumberFirst(scan.text, start);
      if (end > 0) add(found, scan, start, end);
    }
    if (mentionsStreet(scan)) {
      for (const shape of [streetThenNumber, boxes]) {
        for (const match of scan.text.matchAll(shape)) {
          add(found, scan, match.index, match.index + match[0].length);
        }
      }
    }
    return found;
  },
};

/** A word for a street, or one of the endings that make one word of both. */
function mentionsStreet(scan: Scan): boolean {
  for (let at = 0; at < scan.words.length; at += 4) if (kinds.has(scan.words.at(at))) return true;
  return endings.test(scan.text);
}

const endings =
  /(?:straße|strasse|str\.|weg|platz|allee|gasse|straat|laan|plein|gracht|gatan|gata|gade|vej|vägen|veien|katu) \d/;

function endOfNumberFirst(text: string, start: number): number {
  for (const shape of [english, numberThenStreet]) {
    shape.lastIndex = start;
    if (shape.test(text)) return shape.lastIndex;
  }
  return 0;
}

function add(found: Sighting[], scan: Scan, start: number, end: number): void {
  const rest = unit.exec(scan.text.slice(end, end + 24));
  const whole = end + (rest?.[0].length ?? 0);
  if (found.some((other) => start < other.end && whole > other.start)) return;
  found.push({ category: 'pii/address', severity: 'medium', confidence: 0.75, start, end: whole });
}
