/** Finds telephone numbers: international, written as one country writes them, or named as one. */
import { hasNear } from '../text/near.ts';
import { nextOf, NumeralKind } from '../text/numerals.ts';
import { scanOf } from '../text/text-view.ts';
import type { Scan } from '../text/scan.ts';
import { WordSet } from '../text/word-set.ts';
import type { Detector, Sighting } from './detector.ts';
import { isCalled } from './phone-called.ts';
import { digitsOf, endOfNumber, isWrittenAmerican } from './phone-end.ts';
import { isAmerican, isInternational, isTrunk } from './phone-plan.ts';

const phone = new WordSet(
  `phone phones telephone tel mob cel fono mobile cell cellphone cellular callback fax whatsapp sms
  dial dialed hotline landline voicemail desk office
  phonenumber msisdn pager helpline
  telefono telefonos movil celular llamar llame llamame telephone portable appeler appelez appelle gsm
  telefon telefonnummer handy handynummer mobilnummer mobil rufnummer ruckruf anrufen durchwahl festnetz
  cellulare chiamare recapito telefoon telefoonnummer mobiel mobiele bereikbaar bellen telefone telemovel
  ligar contato chiamami puh tlf τηλέφωνο τηλ κινητό फ़ोन komorka komorkowy zadzwon zadzwonic telefonu telefonum cep numaram ara arayin
  telefonnumret mobilnr tlf puhelin puhelinnumero soita телефон* тел моб звони* позвони*
  dien thoai telepon hp हाथ फोन मोबाइल هاتف جوال موبايل טלפון נייד`,
);
/** A number of any kind; of a telephone where it is said whose, or written as one. */
const anyNumber = new WordSet('numero numer nomor номер رقم nummer number');
const owned = new WordSet(
  'my me mein meine meiner mon votre mi meu minha mio moj mijn mitt min saya мой моя мне свой moim mam رقمي',
);
const nearNumber = { before: 30, after: 0 };
const wideNames =
  /(?:電話|电话|手机|手機|携帯|連絡先|폰|联系|聯絡|전화|휴대폰|휴대전화|연락처|โทร|เบอร์)[^\d]{0,12}$/;
const other = new WordSet(
  `order orders invoice sku part parts ticket isbn issn ref reference account acct iban vat zip version lot batch
  serial model id tax social security insurance steuer* identifikations* identifica* fiscal national nacional pesel nip zamowien* zakaz заказ*
  member kunden* commande pedido ordine bestell* rechnung* facture factura fattura tracking parcel parcels item items row column port pid commit build page pages times divided
  ssn sin abn lottery lotto ndc ean upc gtin utm doi passport license licence policy member mrn nsn cas sum minus plus`,
);
/** A word so near says that it is a number of its own. */
const nearRest = { before: 6, after: 0 };
const nearPhone = { before: 48, after: 14 };
/** Digits that others may follow, or as many as a number has. */
const looks = new NumeralKind(
  { sizes: [1, 6], first: /\d/, before: /[^\w.#$%-]/, after: /[ ()./-]/ },
  { sizes: [7, Infinity], first: /\d/, before: /[^\w.#$%-]/ },
);
const nearOther = { before: 22, after: 0 };

const extension = /(?:\s?(?:x|ext\.?|extension)\s?)\d{1,6}(?!\w)/iy;
const bracketed = /^\(0?\d{2,4}\)[ -]?\d{3,5}[ -]?\d{3,5}$/;
const date =
  /^(?:\d{4}([-./])\d{1,2}\1\d{1,2}|\d{1,2}([-./ ])\d{1,2}\2(?:19|20)\d{2})(?:\D|$)|^(?:19|20)\d{2}-(?:19|20)?\d{2}$/;
/** In Brazil, where the word for it is that for a telephone in Turkey. */
const postalCode = /^\d{5}-\d{3}$/;
const quad = /^\d{1,3}(?:\.\d{1,3}){3}$/;

export const piiPhone: Detector = {
  name: 'pii-phone',
  categories: ['pii/phone'],
  find: (view) => {
    const scan = scanOf(view);
    const found: Sighting[] = [];
    let covered = 0;
    for (let token = nextOf(scan, 0, looks); token >= 0; token = nextOf(scan, token + 2, looks)) {
      const first = scan.numerals.at(token);
      if (first < covered || isRest(scan, first)) continue;
      const read = readNumber(scan, first);
      if (read === undefined) continue;
      const confidence = judge(scan, read);
      if (confidence === 0) continue;
      covered = read.end;
      const { start, end } = read;
      found.push({ category: 'pii/phone', severity: 'medium', confidence, start, end });
    }
    return found;
  },
};

type Number = { start: number; end: number; text: string; digits: string; extended: boolean };

function readNumber(scan: Scan, first: number): Number | undefined {
  const text = scan.text;
  let start = first;
  if (text.charCodeAt(start - 1) === 40) start--;
  if (text.charCodeAt(start - 1) === 43) start--;
  if (text.charCodeAt(start - 1) === 40 && text.charCodeAt(start) === 43) start--;
  // A bracket against a word parts the number from it: `Office(+49 30 …)`.
  if (isWord(text.charCodeAt(start - 1)) && text.startsWith('(+', start)) start++;
  if (isPartOf(text, start - 1)) return undefined;
  let end = endOfNumber(text, start);
  if (end === 0) return undefined;
  // A bracket that is not closed belongs to the sentence.
  if (text.charCodeAt(start) === 40 && !text.slice(start, end).includes(')')) start++;
  const written = text.slice(start, end);
  const digits = digitsOf(written);
  if (isRepeated(digits)) return undefined;
  const extended = mayExtend(text.charCodeAt(end)) && isExtended(text, end);
  if (extended) end = extension.lastIndex;
  else if (isWord(text.charCodeAt(end))) return undefined;
  return { start, end, text: written, digits, extended };
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

function isWord(unit: number): boolean {
  const letter = (unit | 32) - 97;
  return isDigit(unit) || (letter >= 0 && letter < 26) || unit === 95;
}

/** Whether an extension may begin so: a space, or an `x` or an `e` of either case. */
function mayExtend(unit: number): boolean {
  return unit <= 32 || (unit | 32) === 120 || (unit | 32) === 101 || unit > 127;
}

function isExtended(text: string, end: number): boolean {
  extension.lastIndex = end;
  return extension.test(text);
}

function isRepeated(digits: string): boolean {
  for (let at = 1; at < digits.length; at++) {
    if (digits.charCodeAt(at) !== digits.charCodeAt(0)) return false;
  }
  return true;
}

/** `tel=…` and `tel:…` are names; a letter, a digit or one of `_-.#$%£€` against the number is part of it. */
function isPartOf(text: string, before: number): boolean {
  const unit = text.charCodeAt(before);
  if (isWord(unit) || unit === 45 || unit === 46) return true;
  return (unit >= 35 && unit <= 37) || unit === 163 || unit === 8364;
}

function judge(scan: Scan, { start, end, text, digits, extended }: Number): number {
  const plus = text.includes('+');
  if (
    !plus &&
    (date.test(text) || quad.test(text) || postalCode.test(text) || /^\d+[.-]\d{1,2}$/.test(text))
  )
    return 0;
  const near =
    hasNear(scan, phone, start, end, nearPhone) ||
    isCalled(scan, start, end) ||
    isOwnNumber(scan, start, end, digits) ||
    (scan.wide && wideNames.test(scan.text.slice(Math.max(0, start - 24), start)));
  if (!plus && goesOn(scan.text, start) && !hasNear(scan, phone, start, start, nearRest)) return 0;
  if (plus || text.startsWith('00')) {
    const valid = isInternational(digits.replace(/^00/, ''));
    if (valid) return plus || near ? 0.97 : 0.75;
    if (plus) return near ? 0.85 : digits.length >= 9 ? 0.7 : 0;
  }
  if (!near && (isReckoned(scan.text, end) || hasNear(scan, other, start, end, nearOther)))
    return 0;
  const national = digits.replace(/^1(?=\d{10}$)/, '');
  if (isWrittenAmerican(text)) return near || extended ? 0.95 : rateAmerican(text, national);
  if (near) return rateNamed(text, digits);
  if (bracketed.test(text)) return 0.7;
  if (extended) return 0.7;
  const separated = /\d[ .\-/]+\d/.test(text);
  return separated &&
    !/^\d{3}-\d{2}-\d{4}$/.test(text) &&
    digits.startsWith('0') &&
    digits.length >= 9 &&
    isTrunk(digits)
    ? 0.65
    : 0;
}

/** `mon numéro est le 0612345678`, but no number of an order or of a person. */
function isOwnNumber(scan: Scan, start: number, end: number, digits: string): boolean {
  return (
    hasNear(scan, anyNumber, start, end, nearNumber) &&
    hasNear(scan, owned, start, end, nearNumber) &&
    !hasNear(scan, other, start, end, nearOther) &&
    digits.length >= 9
  );
}

/** What goes on with a sign of arithmetic is a term of it. */
function isReckoned(text: string, end: number): boolean {
  const next = text.charCodeAt(end);
  if (next !== 32 && next !== 61 && next !== 42) return false;
  return /^ [=*/+]|^[=*]/.test(text.slice(end, end + 2));
}

/** Digits and a space before it, and no word that says call it: nothing would come of reading it. */
function isRest(scan: Scan, first: number): boolean {
  const { text } = scan;
  return (
    text.charCodeAt(first - 1) === 32 &&
    isDigit(text.charCodeAt(first - 2)) &&
    !hasNear(scan, phone, first, first, nearRest)
  );
}

/** A group of digits or of four capitals right before it makes it the rest of a longer number. */
function goesOn(text: string, start: number): boolean {
  if (text.charCodeAt(start - 1) !== 32) return false;
  return /(?:\d|\b[A-Z]{4}) $/.test(text.slice(Math.max(0, start - 6), start));
}

/** Brackets and hyphens are telling; spaces and dots have to hold a number that could be assigned. */
function rateAmerican(text: string, national: string): number {
  const assignable = isAmerican(national) && /^[2-9]..[2-9]/.test(national);
  if (/[(-]/.test(text)) return assignable ? 0.9 : 0.75;
  return assignable ? 0.7 : 0;
}

/** Named as a telephone number: anything that can be dialled, but no amount and no long code. */
function rateNamed(text: string, digits: string): number {
  if (/^\d+$/.test(text)) return digits.length >= 7 && digits.length <= 13 ? 0.75 : 0;
  return digits.length <= 14 ? 0.85 : 0;
}
