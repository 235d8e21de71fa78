/** Finds passport and driving licence numbers: any code that stands beside the words for them. */
import { foldText } from '../text/fold.ts';
import { hasNear } from '../text/near.ts';
import type { Scan } from '../text/scan.ts';
import { scanOf } from '../text/text-view.ts';
import { WordIndex } from '../text/word-index.ts';
import { WordSet } from '../text/word-set.ts';
import { codedNames } from './coded-names.ts';
import type { Detector, Sighting } from './detector.ts';

type Kind = {
  readonly category: string;
  readonly words: WordSet;
  /** What has to stand near as well, where the first word alone is too common. */
  readonly also?: WordSet;
  readonly shape: RegExp;
  /** The words in scripts that are written without spaces. */
  readonly wide?: RegExp;
};

const licences =
  'dl dln driverlicense driverslicense drivinglicence driverlicence driverslicence drivinglicense';

const kinds: readonly Kind[] = [
  {
    category: 'pii/passport',
    words: new WordSet(
      `passport passports passeport pasaporte passaporto passaporte reisepass reisepassnummer paspoort
      paspoortnummer paszport* pasaport* passnummer pasnummer passnr загранпаспорт* паспорт* جواز पासपोर्ट passi
      passinumero pasu cestovni chieu paspor utlevel* putovnic* διαβατηρίου διαβατήριο דרכון`,
      codedNames('passport'),
    ),
    shape:
      /^(?=.*\d{5})[A-Z]{0,3}\d{6,10}[A-Z]?$|^(?=(?:.*\d){4})[A-Z0-9]{8,9}$|^(?=(?:.*\d){2})[CFGHJ-NPRTV-Z0-9]{9}$/i,
    wide: /(?:护照|護照|パスポート|旅券|여권)[^\d\n]{0,8}$/,
  },
  {
    category: 'pii/driver_license',
    words: new WordSet(
      `license licence dl dln fuhrerschein fuhrerscheinnummer permis conduire carnet licencia patente rijbewijs
      prawo prawa jazdy korkort korkortsnummer korekort forerkort ehliyet carteira carta cnh habilitacao conducao permiso carne
      rijbewijsnummer ajokortti водительск* ड्राइविंग`,
      codedNames(licences),
    ),
    also: new WordSet(
      `driver drivers driving dl dln fuhrerschein fuhrerscheinnummer conduire conducir patente rijbewijs jazdy korkort
      korekort forerkort ehliyet motorista habilitacao conducao cnh guida dmv korkortsnummer rijbewijsnummer ajokortti
      водительск* ड्राइविंग`,
      codedNames(licences),
    ),
    shape: /^(?=(?:.*\d){5})[A-Z0-9]{6,18}$/i,
    wide: /(?:免許証?|驾驶证|駕照|驾照|면허)(?:番号|号码?|번호)?[^\d\n]{0,8}$/,
  },
];
const index = new WordIndex(kinds.map((kind) => [kind.words, kind] as const));
const reach = { before: 48, after: 12 };
/** As dumps write them. */
const bytes = /^(?:[0-9a-f]{2} ){3,}[0-9a-f]{2}$/i;
/** The name of a commit: small letters and digits of a hash, in turns. */
const commit = /^(?=\d*[a-f]+\d+[a-f])[0-9a-f]{7,40}$/;
const token = /[A-Za-z0-9]+(?:[- ][A-Za-z0-9]*\d[A-Za-z0-9]*|(?<=\d)\/\d+){0,4}/y;

export const piiDocument: Detector = {
  name: 'pii-document',
  categories: kinds.map((kind) => kind.category),
  find: (view) => {
    const scan = scanOf(view);
    if (scan.numerals.length === 0) return [];
    const mentioned = index.mentioned(scan);
    const found: Sighting[] = [];
    for (const kind of kinds) {
      if (mentioned.has(kind) || (scan.wide && kind.wide !== undefined)) find(scan, kind, found);
    }
    return found;
  },
};

function isNamed(scan: Scan, kind: Kind, start: number): boolean {
  return hasNear(scan, kind.words, start, start, reach) || isNamedWide(scan, kind, start);
}

function isNamedWide({ wide, text }: Scan, kind: Kind, start: number): boolean {
  return wide && kind.wide?.test(text.slice(Math.max(0, start - 16), start)) === true;
}

function isTold(scan: Scan, kind: Kind, start: number): boolean {
  return (
    kind.also === undefined ||
    hasNear(scan, kind.also, start, start, reach) ||
    isNamedWide(scan, kind, start)
  );
}

function find(scan: Scan, kind: Kind, found: Sighting[]): void {
  let covered = 0;
  for (let at = 0; at < scan.numerals.length; at += 2) {
    const start = scan.numerals.at(at);
    if (start < covered || !isNamed(scan, kind, start)) continue;
    if (!isTold(scan, kind, start)) continue;
    token.lastIndex = start;
    if (!token.test(scan.text)) continue;
    const letters = lettersBefore(scan.text, start);
    if (letters === 0 && /[\w./-]/.test(scan.text.charAt(start - 1))) continue;
    const end = token.lastIndex;
    const text = scan.text.slice(start, end);
    const compact = text.replaceAll(/[ /-]/g, '');
    if (new Set(compact).size < 3 || bytes.test(text) || commit.test(text)) continue;
    if (!kind.shape.test(compact) || /^(?:19|20)\d\d[- ]?\d\d[- ]?\d\d$/.test(text)) continue;
    covered = end;
    const from = start - Math.max(letters, seriesBefore(scan.text, start));
    found.push({ category: kind.category, severity: 'high', confidence: 0.85, start: from, end });
  }
}

/** `серия 45 09 № 123456`: the series is half of the number. */
const series = new RegExp(
  `(?:${foldText('серия|серии|серію|серія')}|series?|s[ée]rie|seria)[ .:]{1,2}((?:\\d{2} ?\\d{2}|\\p{Lu}{2,3}),? {0,2}(?:№|${foldText('номер')}|number|num[eé]ro|n[°ºr.o]{0,2}|#)?[ .:]{0,2})$`,
  'iu',
);

function seriesBefore(text: string, start: number): number {
  const before = text.charAt(start - 1);
  if (!/[ №#.o]/i.test(before)) return 0;
  return series.exec(text.slice(Math.max(0, start - 32), start))?.[1]?.length ?? 0;
}

/** What names a number, of this kind or another, and is no series of it. */
const labels = new Set(
  `NO NR NUM ID IDS DL DLN PP US UK EU CNH DMV LIC REF POL ACC ACT IDN UID PID NPI DEA MRN NHS SSN SIN TIN EIN PAN PIN
  PUK OTP CVV CVC CVN BIC ABA RTN BSB TFN ABN ACN VAT UST GST NIF NIE NIR DNI CPF CPI RG RUT RUC CUI RFC BSN
  PPS AHV AVS OIB IMO VIN TEL FAX CEL MOB FON ZIP PLZ CP DOB EXP ISS MAC IP URL SKU EAN UPC ORD INV AND OR THE OF IS`.split(
    /\s+/,
  ),
);

/** `AB 1234567`, `S-123-456-789-123`: a series of capitals with a space or a hyphen behind it. */
function lettersBefore(text: string, start: number): number {
  const sign = text.charCodeAt(start - 1);
  if (sign !== 32 && sign !== 45) return 0;
  // `JONES 853123 J99AB`: five letters of a name, filled with nines.
  const british = /(?<![\p{L}\d.-])[A-Z]{1,5}9{0,4} $/u.exec(
    text.slice(Math.max(0, start - 7), start),
  );
  if (
    british?.[0].length === 6 &&
    /^\d{6} ?[A-Z][A-Z9]\d?[A-Z\d]/.test(text.slice(start, start + 11))
  )
    return 6;
  const series = sign === 32 ? /(?<![\p{L}\d.-])[A-Z]{2,3} $/u : /(?<![\p{L}\d./-])[A-Z]{1,2}-$/u;
  const match = series.exec(text.slice(Math.max(0, start - 5), start));
  return match === null || labels.has(match[0].slice(0, -1)) ? 0 : match[0].length;
}
