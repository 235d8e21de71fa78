/** Finds international bank account numbers: country, length and the remainder of 97. */
import { nextOf, NumeralKind } from '../text/numerals.ts';
import { scanOf } from '../text/text-view.ts';
import type { Scan } from '../text/scan.ts';
import type { Detector, Sighting } from './detector.ts';

/** Length by country, after the registry of ISO 13616. */
const lengths = new Map(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29
  ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20
  LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29
  PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20
  YE30`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);
/** With its country, or as the two digits behind it where a space parts them. */
const looks = new NumeralKind(
  { sizes: [3, Infinity], first: /[A-Za-z]/, before: /\W/ },
  { sizes: [2, 2], first: /\d/, before: / /, after: / / },
);
/** Its letters and digits, without what stands between them: one for all, as each is looked at before the next. */
const compact = new Uint8Array(Math.max(...lengths.values()));

export const piiIban: Detector = {
  name: 'pii-iban',
  categories: ['pii/iban'],
  find: (view) => {
    const scan = scanOf(view);
    const found: Sighting[] = [];
    for (let token = nextOf(scan, 0, looks); token >= 0; token = nextOf(scan, token + 2, looks)) {
      const first = scan.numerals.at(token);
      const start = isLetter(scan.text.charCodeAt(first)) ? first : first - 3;
      const end = endOfIban(scan, start);
      if (end === 0) continue;
      found.push({ category: 'pii/iban', severity: 'high', confidence: 0.98, start, end });
    }
    return found;
  },
};

function endOfIban(scan: Scan, start: number): number {
  const text = scan.text;
  // Two letters, then two digits; most tokens with a digit end here.
  if (!isLetter(text.charCodeAt(start)) || !isLetter(text.charCodeAt(start + 1))) return 0;
  const third = text.charCodeAt(start + (text.charCodeAt(start + 2) === 32 ? 3 : 2));
  if (third < 48 || third > 57) return 0;
  const length = lengths.get(text.slice(start, start + 2).toUpperCase());
  if (length === undefined) return 0;
  let at = start;
  let count = 0;
  while (count < length && at < text.length && at - start < length * 2) {
    const unit = text.charCodeAt(at);
    if (isAlphanumeric(unit)) compact[count++] = unit;
    else if (!isSeparator(unit) || isSeparator(text.charCodeAt(at - 1))) return 0;
    at++;
  }
  if (
    count < length ||
    isAlphanumeric(text.charCodeAt(at)) ||
    isAlphanumeric(text.charCodeAt(start - 1)) ||
    text.charCodeAt(start - 1) === 95
  )
    return 0;
  return isWhole(length) ? at : 0;
}

/** ISO 7064 mod 97-10 over what stands in `compact`, its first four behind the others; letters count from 10 on. */
function isWhole(length: number): boolean {
  let rest = 0;
  for (let at = 0; at < length; at++) {
    const unit = compact[at + 4 < length ? at + 4 : at + 4 - length] ?? 0;
    const value = unit <= 57 ? unit - 48 : (unit | 32) - 87;
    rest = (value > 9 ? rest * 100 + value : rest * 10 + value) % 97;
  }
  return rest === 1;
}

function isSeparator(unit: number): boolean {
  return unit === 32 || unit === 45 || unit === 46;
}

function isLetter(unit: number): boolean {
  const place = (unit | 32) - 97;
  return place >= 0 && place < 26;
}

function isAlphanumeric(unit: number): boolean {
  return isLetter(unit) || (unit >= 48 && unit <= 57);
}
