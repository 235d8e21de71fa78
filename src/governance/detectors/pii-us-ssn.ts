/** Finds social security numbers of the United States, and the tax numbers that look like them. */
import { hasNear } from '../text/near.ts';
import { nextOf, NumeralKind } from '../text/numerals.ts';
import { scanOf } from '../text/text-view.ts';
import type { Scan } from '../text/scan.ts';
import { WordSet } from '../text/word-set.ts';
import type { Detector, Sighting } from './detector.ts';

const grouped = /(\d{3})([ .-])(\d{2})\2(\d{4})(?![\dA-Za-z]|[.-]\d)/y;
const words = new WordSet(
  'ssn ssns social security itin taxpayer tin ss soc ssnumber ssnno socialsecurity socialsecuritynumber',
);
const others = new WordSet('part order sku lot model ticket invoice item ref phone tel fax');
/** What a sign of arithmetic follows is a difference, unless the sign only parts it from the next number of its kind. */
const reckoned = /^ ?(?:=(?!>)|[+*/] ?(?!\d{3}[ -]\d{2}[ -]\d{4})[\d(])/;
const looks = new NumeralKind(
  { sizes: [3, 3], first: /\d/, before: /[^\w.-]/, after: /[ .-]/ },
  { sizes: [9, 9], first: /\d/, before: /[^\w.-]/ },
);
const reach = { before: 60, after: 24 };

export const piiUsSsn: Detector = {
  name: 'pii-us-ssn',
  categories: ['pii/us_ssn', 'pii/us_itin'],
  find: (view) => {
    const scan = scanOf(view);
    const found: Sighting[] = [];
    for (let token = nextOf(scan, 0, looks); token >= 0; token = nextOf(scan, token + 2, looks)) {
      const start = scan.numerals.at(token);
      const size = scan.numerals.at(token + 1) - start;
      const sighting = size === 3 ? readGrouped(scan, start) : readCompact(scan, start);
      if (sighting !== undefined) found.push(sighting);
    }
    return found;
  },
};

function readGrouped(scan: Scan, start: number): Sighting | undefined {
  const sign = scan.text.charCodeAt(start + 3);
  if (sign !== 32 && sign !== 45 && sign !== 46) return undefined;
  grouped.lastIndex = start;
  const match = grouped.exec(scan.text);
  if (match === null) return undefined;
  const [, area = '', separator = '', group = '', serial = ''] = match;
  const end = grouped.lastIndex;
  const named = hasNear(scan, words, start, end, reach);
  const issued = isIssued(area, group, serial);
  const taxpayer = area.startsWith('9') && Number(group) >= 50;
  if (!named && (separator !== '-' || (!issued && !taxpayer))) return undefined;
  if (!named && hasNear(scan, others, start, end, { before: 24, after: 0 })) return undefined;
  if (!named && reckoned.test(scan.text.slice(end, end + 15))) return undefined;
  const confidence = named ? (issued || taxpayer ? 0.97 : 0.8) : issued ? 0.85 : 0.6;
  const category = taxpayer && !issued ? 'pii/us_itin' : 'pii/us_ssn';
  return { category, severity: 'high', confidence, start, end };
}

function readCompact(scan: Scan, start: number): Sighting | undefined {
  const text = scan.text.slice(start, start + 9);
  if (!/^\d{9}$/.test(text) || /\w/.test(scan.text.charAt(start + 9))) return undefined;
  if (!isIssued(text.slice(0, 3), text.slice(3, 5), text.slice(5))) return undefined;
  const near = hasNear(scan, words, start, start + 9, { before: 40, after: 16 });
  if (!near) return undefined;
  return { category: 'pii/us_ssn', severity: 'high', confidence: 0.9, start, end: start + 9 };
}

/** Areas 000, 666 and 900 on, group 00 and serial 0000 were never given out. */
function isIssued(area: string, group: string, serial: string): boolean {
  return area !== '000' && area !== '666' && area < '900' && group !== '00' && serial !== '0000';
}
