/** Finds telephone numbers: international, written as one country writes them, or named as one. */
import { hasNear } from '../text/near.ts';
import { scanOf } from '../text/text-view.ts';
import type { Scan } from '../text/scan.ts';
import { WordSet } from '../text/word-set.ts';
import type { Detector, Sighting } from './detector.ts';
import { isInternational, isNational, isTrunk } from './phone-plan.ts';

const phone = new WordSet(
  `phone phones telephone tel mob cel fono mobile cell cellphone cellular call calls calling called callback fax whatsapp sms text texted
  texting dial dialed hotline landline answering reach reached voicemail desk office messages contact ring
  phonenumber msisdn pager helpline
  telefono telefonos movil celular llamar llame llamame numero telephone portable appeler appelez appelle gsm
  telefon telefonnummer handy handynummer mobilnummer mobil rufnummer ruckruf anrufen durchwahl festnetz
  cellulare chiamare recapito telefoon telefoonnummer mobiel mobiele bereikbaar bellen telefone telemovel
  ligar contato komorka komorkowy zadzwon zadzwonic numer telefonu telefonum cep numaram ara arayin
  ring telefonnumret mobilnr tlf puhelin puhelinnumero soita телефон* тел моб номер звонит* позвонит*
  dien thoai nomor telepon hp हाथ फोन मोबाइल هاتف جوال موبايل رقم טלפון נייד`,
);
const wideNames =
  /(?:電話|电话|手机|手機|携帯|連絡先|联系|聯絡|전화|휴대폰|휴대전화|연락처|โทร|เบอร์)[^\d]{0,12}$/;
const other = new WordSet(
  `order orders invoice sku part parts ticket isbn issn ref reference account acct iban vat zip version lot batch
  serial model tracking parcel parcels item items row column port pid commit build page pages times divided
  ssn passport license licence policy member mrn nsn cas sum minus plus`,
);
const nearPhone = { before: 48, after: 14 };
const nearOther = { before: 22, after: 0 };

const run = /(?:\+|\(\+|00)?[\d(][\d()./-]*(?: [\d()/-][\d()./-]*){0,7}/y;
const extension = /(?:\s?(?:x|ext\.?|extension)\s?)\d{1,6}(?!\w)/iy;
const american = /^(?:1[ .-]?)?(?:\(\d{3}\)\s?\d{3}[ .-]\d{4}|\d{3}([ .-])\d{3}\1\d{4})$/;
const bracketed = /^\(0?\d{2,4}\)[ -]?\d{3,5}[ -]?\d{3,5}$/;
const date =
  /^(?:\d{4}([-./])\d{1,2}\1\d{1,2}|\d{1,2}([-./ ])\d{1,2}\2(?:19|20)\d{2})(?:\D|$)|^(?:19|20)\d{2}-(?:19|20)?\d{2}$/;
const quad = /^\d{1,3}(?:\.\d{1,3}){3}$/;

export const piiPhone: Detector = {
  name: 'pii-phone',
  categories: ['pii/phone'],
  find: (view) => {
    const scan = scanOf(view);
    const found: Sighting[] = [];
    let covered = 0;
    for (let token = 0; token < scan.numerals.length; token += 2) {
      const first = scan.numerals.at(token);
      if (first < covered) continue;
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
  if (text.charAt(start - 1) === '(') start--;
  if (text.charAt(start - 1) === '+') start--;
  if (text.charAt(start - 1) === '(' && text.charAt(start) === '+') start--;
  if (isPartOf(text, start - 1) || !hasDigits(text, start)) return undefined;
  run.lastIndex = start;
  const match = run.exec(text);
  if (match === null) return undefined;
  const trimmed = trim(match[0]);
  // A bracket that is not closed belongs to the sentence.
  start += match[0].indexOf(trimmed);
  const digits = trimmed.replaceAll(/\D/g, '');
  if (digits.length < digitsMin || digits.length > 15 || new Set(digits).size < 2) return undefined;
  let end = start + trimmed.length;
  extension.lastIndex = end;
  const extended = extension.test(text);
  if (extended) end = extension.lastIndex;
  else if (/\w/.test(text.charAt(end))) return undefined;
  return { start, end, text: trimmed, digits, extended };
}

/** `tel=…` and `tel:…` are names; a letter or another sign against the number is part of it. */
function isPartOf(text: string, before: number): boolean {
  if (before < 0) return false;
  const unit = text.charCodeAt(before);
  const letter = (unit | 32) - 97;
  if ((unit >= 48 && unit <= 57) || (letter >= 0 && letter < 26)) return true;
  return '_.$€£#%-'.includes(text.charAt(before));
}

const digitsMin = 7;

/** Whether so many digits follow with nothing but what may stand in a number between them. */
function hasDigits(text: string, start: number): boolean {
  let digits = 0;
  for (let at = start; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 48 && unit <= 57) {
      digits++;
      if (digits === digitsMin) return true;
    } else if (unit !== 32 && (unit < 40 || unit > 47 || unit === 42 || unit === 44)) return false;
  }
  return false;
}

/** Whole groups only: what is open is closed, what hangs over is cut. */
function trim(text: string): string {
  let end = text.length;
  while (end > 0 && ' ().-/'.includes(text.charAt(end - 1))) end--;
  let trimmed = text.slice(0, end);
  if (trimmed.startsWith('(') && !trimmed.includes(')')) trimmed = trimmed.slice(1);
  return trimmed;
}

function judge(scan: Scan, { start, end, text, digits, extended }: Number): number {
  if (date.test(text) || quad.test(text) || /^\d+[.-]\d{1,2}$/.test(text)) return 0;
  const near =
    hasNear(scan, phone, start, end, nearPhone) ||
    (scan.wide && wideNames.test(scan.text.slice(Math.max(0, start - 24), start)));
  const plus = text.includes('+');
  if (
    !plus &&
    goesOn(scan.text, start) &&
    !hasNear(scan, phone, start, start, { before: 6, after: 0 })
  )
    return 0;
  if (plus || text.startsWith('00')) {
    const valid = isInternational(digits.replace(/^00/, ''));
    if (valid) return plus || near ? 0.97 : 0.75;
    if (plus) return near ? 0.85 : digits.length >= 9 ? 0.7 : 0;
  }
  if (!near && (hasNear(scan, other, start, end, nearOther) || isReckoned(scan.text, end)))
    return 0;
  const national = digits.replace(/^1(?=\d{10}$)/, '');
  if (american.test(text)) return near || extended ? 0.95 : rateAmerican(text, national);
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

/** What goes on with a sign of arithmetic is a term of it. */
function isReckoned(text: string, end: number): boolean {
  return /^ [=*/+]|^[=*]/.test(text.slice(end, end + 2));
}

/** A group of digits or of four capitals right before it makes it the rest of a longer number. */
function goesOn(text: string, start: number): boolean {
  return /(?:\d|\b[A-Z]{4}) $/.test(text.slice(Math.max(0, start - 6), start));
}

/** Brackets and hyphens are telling; spaces and dots have to hold a number that could be assigned. */
function rateAmerican(text: string, national: string): number {
  const assignable = isNational(national, 'US') && /^[2-9]..[2-9]/.test(national);
  if (/[(-]/.test(text)) return assignable ? 0.9 : 0.75;
  return assignable ? 0.7 : 0;
}

/** Named as a telephone number: anything that can be dialled, but no amount and no long code. */
function rateNamed(text: string, digits: string): number {
  if (/^\d+$/.test(text)) return digits.length >= 7 && digits.length <= 13 ? 0.75 : 0;
  return digits.length <= 14 ? 0.85 : 0;
}
