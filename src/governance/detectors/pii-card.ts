/** Finds payment card numbers: issuer range, length, grouping and the Luhn digit. */
import { hasNear } from '../text/near.ts';
import { nextOf, NumeralKind } from '../text/numerals.ts';
import { scanOf } from '../text/text-view.ts';
import type { Scan } from '../text/scan.ts';
import { WordSet } from '../text/word-set.ts';
import { digitsOf, passesLuhn } from './checksums/digits.ts';
import type { Detector, Sighting } from './detector.ts';

/** First digits of an issuer's numbers, the lengths it gives out, and whether the number alone tells. */
type Range = readonly [from: number, to: number, lengths: readonly number[], plain: boolean];

const ranges: readonly Range[] = [
  [4000, 4999, [16], true],
  [4000, 4999, [13, 19], false],
  [5100, 5599, [16], true],
  [2221, 2720, [16], true],
  [3400, 3499, [15], true],
  [3700, 3799, [15], true],
  [3000, 3059, [14, 16], true],
  [3095, 3095, [14, 16], true],
  [3600, 3699, [14, 16], true],
  [3800, 3999, [14, 16], true],
  [3528, 3589, [16], true],
  [1800, 1800, [15], false],
  [2131, 2131, [15], false],
  [6011, 6011, [16], true],
  [6440, 6599, [16], true],
  [6200, 6299, [16, 17, 18, 19], true],
  [2200, 2204, [16], true],
  [9792, 9792, [16], true],
  [5000, 5099, [12, 13, 14, 15, 16, 17, 18, 19], false],
  [5600, 5899, [12, 13, 14, 15, 16, 17, 18, 19], false],
  [6000, 6999, [12, 13, 14, 15, 16, 17, 18, 19], false],
  [8100, 8299, [16, 17, 18, 19], false],
];

const card = new WordSet(
  `card cards credit debit visa mastercard amex american discover diners jcb maestro cc ccn pan cvv cvc
  expiry expires tarjeta tarjetas carte cartes karte kreditkarte kartennummer carta carte cartao cartoes kaart
  creditcard karta karty karte kort kortnummer kart kredi luottokortti карта карты карте картой بطاقة कार्ड
  elo rupay unionpay hipercard atm billing payment charged cardnumber cardno ccnumber creditcardnumber creditcardno cardul cardului numărul kártyaszám
  bankkartya κάρτας κάρτα כרטיס kartu kortin kortnr картка картки картку कार्ड`,
);
const wideNames = /(?:卡号|卡號|信用卡|银行卡|カード|카드)[^\d\n]{0,10}$/;
const other = new WordSet(
  `order orders tracking parcel parcels shipment invoice isbn sku ticket serial imei upc ean gtin commit
  batch lot item items timestamp epoch hash bytes tracker waybill`,
);
const reach = { before: 60, after: 30 };

/** Four digits that others follow, or all of them; a letter before them may belong to a magnetic stripe. */
const looks = new NumeralKind(
  { sizes: [4, 5], first: /[\dB]/, after: /[ +._/-]/ },
  { sizes: [6, 6], first: /6/, after: /[ -]/ },
  { sizes: [12, 20], first: /[\dB]/ },
);
/** What goes on with a stroke behind the fourth group is a month of expiry, and no group. */
const grouped =
  /\d{4}( {1,2}|[+._/-])(?:\d{4}\1\d{4}\1\d{1,4}(?:\1\d{1,3}(?!\d|\/\d))?|\d{6}\1\d{4,5})(?![\dA-Za-z])|62\d{4}[ -]\d{13}(?![\dA-Za-z])/y;
const fourGroups = /\d{4}( {1,2}|[+._/-])\d{4}\1\d{4}\1\d{4}(?= )/y;

export const piiCard: Detector = {
  name: 'pii-card',
  categories: ['pii/card'],
  find: (view) => {
    const scan = scanOf(view);
    const found: Sighting[] = [];
    let covered = 0;
    for (let token = nextOf(scan, 0, looks); token >= 0; token = nextOf(scan, token + 2, looks)) {
      // The first track of a magnetic stripe puts a letter before the number.
      const start = scan.numerals.at(token) + Number(isTrack(scan, token));
      const size = scan.numerals.at(token + 1) - start;
      if (start < covered || (size !== 4 && size !== 6 && (size < 12 || size > 19))) continue;
      if (!isDigits(scan.text, start, start + size)) continue;
      let end = size <= 6 ? endOfGroups(scan, start, size, covered) : start + size;
      let confidence = end === 0 ? 0 : judge(scan, start, end);
      if (confidence === 0 && end > start + size) {
        end = endOfFour(scan.text, start);
        confidence = end === 0 ? 0 : judge(scan, start, end);
      }
      if (confidence === 0) continue;
      covered = end;
      found.push({ category: 'pii/card', severity: 'high', confidence, start, end });
    }
    return found;
  },
};

function isTrack(scan: Scan, token: number): boolean {
  const start = scan.numerals.at(token);
  return scan.text.charAt(start) === 'B' && scan.text.charAt(start - 1) === '%';
}

/** Where groups that belong together end; 0 where they go on from a group before. */
function endOfGroups(scan: Scan, start: number, size: number, covered: number): number {
  const sign = scan.text.charCodeAt(start + size);
  if (sign !== 32 && sign !== 43 && sign !== 95 && (sign < 45 || sign > 47)) return 0;
  grouped.lastIndex = start;
  if (!grouped.test(scan.text)) return 0;
  // Another sign parts another number from it.
  const goesOn =
    start - 1 > covered &&
    scan.text.charCodeAt(start - 1) === sign &&
    /\d{4}[ +._/-]$/.test(scan.text.slice(Math.max(0, start - 5), start));
  return goesOn ? 0 : grouped.lastIndex;
}

/** Behind four groups of four may stand the code from the back of the card. */
function endOfFour(text: string, start: number): number {
  fourGroups.lastIndex = start;
  return fourGroups.test(text) ? fourGroups.lastIndex : 0;
}

function judge(scan: Scan, start: number, end: number): number {
  const digits = digitsOf(scan.text.slice(start, end));
  if (!passesLuhn(digits) || isFraction(scan.text, start, end) || isRepeated(digits)) return 0;
  const first =
    (digits[0] ?? 0) * 1000 + (digits[1] ?? 0) * 100 + (digits[2] ?? 0) * 10 + (digits[3] ?? 0);
  const fitting = ranges.filter(
    ([from, to, lengths]) => first >= from && first <= to && lengths.includes(digits.length),
  );
  const named =
    hasNear(scan, card, start, end, reach) ||
    (scan.wide && wideNames.test(scan.text.slice(Math.max(0, start - 20), start)));
  // Issuers are added; a number that is called a card and passes is believed.
  if (fitting.length === 0) return named && digits.length >= 12 && (digits[0] ?? 0) > 1 ? 0.8 : 0;
  if (named) return 0.98;
  if (
    isDumped(scan.text, start, end) ||
    typeset.test(scan.text.slice(Math.max(0, start - 40), start))
  )
    return 0;
  if (!fitting.some(([, , , plain]) => plain)) return 0;
  return hasNear(scan, other, start, end, { before: 30, after: 0 }) ? 0.5 : 0.9;
}

/** `\num{1234 5678 …}`: a quantity in LaTeX. */
const typeset = /\\(?:num|SI|qty)\*?(?:\[[^\]\n]{0,20}\])?\{$/;
const lineReach = 120;
/** A place, and groups of four behind each other to the end of the line: `0010: 4012 8888 …`. */
const dumpLine = /^\s*(?:0x)?[\da-f]{4,16}:(?: {1,2}[\da-f]{4}){6,}(?: {2}.*)?$/i;
const letter = /[a-f]/i;

/** In a row of bytes in groups of four: what has the digits of a card has them by chance. */
function isDumped(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - lineReach), start);
  const [after = ''] = text.slice(end, end + lineReach).split('\n', 1);
  const row = before.slice(before.lastIndexOf('\n') + 1);
  return dumpLine.test(row + text.slice(start, end) + after) && letter.test(row + after);
}

function isDigits(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return false;
  }
  return true;
}

function isRepeated(digits: readonly number[]): boolean {
  return digits.every((digit) => digit === digits[0]);
}

/** Digits after a decimal point, or with letters against them, are part of something else. */
function isFraction(text: string, start: number, end: number): boolean {
  const before = text.charAt(start - 1);
  if (before === '.' && /\d/.test(text.charAt(start - 2))) return true;
  if (/\w/.test(text.charAt(end))) return true;
  return /[\w#]/.test(before) && text.slice(start - 2, start) !== '%B';
}
