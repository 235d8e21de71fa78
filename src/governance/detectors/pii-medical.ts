/** Finds medical record, prescriber, insurance and policy numbers beside the words for them. */
import { hasNear } from '../text/near.ts';
import type { Scan } from '../text/scan.ts';
import { scanOf } from '../text/text-view.ts';
import { WordIndex } from '../text/word-index.ts';
import { WordSet } from '../text/word-set.ts';
import { digitsOf, passesLuhn } from './checksums/digits.ts';
import type { Detector, Sighting } from './detector.ts';

type Kind = {
  readonly category: string;
  readonly words: WordSet;
  readonly also?: WordSet;
  readonly check: (compact: string) => boolean;
};

const identifiers = new WordSet(
  'number no nr num id nummer numero numer record policy member group',
);

const kinds: readonly Kind[] = [
  {
    category: 'pii/medical_record',
    words: new WordSet(
      'mrn patient medical hospital chart clinic patientennummer fallnummer dossier historia ehr emr',
    ),
    also: new WordSet(
      'mrn id record number no nr chart mr patientennummer fallnummer numero dossier',
    ),
    check: (compact) => /^[A-Z]{0,4}\d{6,12}$/.test(compact),
  },
  {
    category: 'pii/health_insurance',
    words: new WordSet(
      `insurance health medicaid hicn krankenversicherten* krankenkasse versichertennummer mutuelle aseguradora
      subscriber member beneficiary payer kvnr`,
    ),
    also: new WordSet(
      'id number no nr policy nummer numero medicaid krankenversicherten* versichertennummer kvnr group memberid subscriberid',
    ),
    check: (compact) => /^(?=(?:.*\d){6})[A-Z0-9]{8,15}$/.test(compact),
  },
  {
    category: 'pii/insurance_policy',
    words: new WordSet(
      'policy policies insurance police versicherungsschein poliza polizza polis polisa apolice',
    ),
    also: new WordSet('number no nr num id numero nummer policynumber insurance'),
    check: (compact) => /^(?=(?:.*\d){6})[A-Z]{0,4}\d{4,12}[A-Z]{0,2}$/.test(compact),
  },
  {
    category: 'pii/us_npi',
    words: new WordSet('npi prescriber provider'),
    check: (compact) => /^[12]\d{9}$/.test(compact) && passesLuhn(digitsOf(`80840${compact}`)),
  },
  {
    category: 'pii/us_dea',
    words: new WordSet('dea prescriber'),
    check: isDea,
  },
];

function isDea(compact: string): boolean {
  if (!/^[ABCDEFGHJKLMPRSTUX][A-Z9]\d{7}$/.test(compact)) return false;
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, check] = digitsOf(compact.slice(2));
  return (a + c + e + 2 * (b + d + f)) % 10 === check;
}

const index = new WordIndex(kinds.map((kind) => [kind.words, kind] as const));
const reach = { before: 44, after: 0 };
/** Written against a number and none of it. */
const named = /^(?:MRN|EHR|EMR|NPI|DEA|ID|NO|NR|MR)$/;
const token = /[A-Za-z0-9]+(?:[-][A-Za-z0-9]*\d[A-Za-z0-9]*){0,3}/y;

export const piiMedical: Detector = {
  name: 'pii-medical',
  categories: kinds.map((kind) => kind.category),
  find: (view) => {
    const scan = scanOf(view);
    if (scan.numerals.length === 0) return [];
    const mentioned = index.mentioned(scan);
    if (mentioned.size === 0) return [];
    const found: Sighting[] = [];
    for (let at = 0; at < scan.numerals.length; at += 2) {
      const sighting = read(scan, scan.numerals.at(at), mentioned);
      if (sighting !== undefined && sighting.start >= (found.at(-1)?.end ?? 0))
        found.push(sighting);
    }
    return found;
  },
};

function read(scan: Scan, first: number, mentioned: ReadonlySet<Kind>): Sighting | undefined {
  // `MRN-12345678`: the name of the number may be written against it.
  const prefix = /(?:^|[^\w-])([A-Z]{1,4})-$/.exec(scan.text.slice(Math.max(0, first - 6), first));
  if (/[\w./-]/.test(scan.text.charAt(first - 1)) && prefix === null) return undefined;
  token.lastIndex = first;
  if (!token.test(scan.text)) return undefined;
  const end = token.lastIndex;
  const compact = scan.text.slice(first, end).replaceAll('-', '').toUpperCase();
  for (const kind of mentioned) {
    if (!kind.check(compact) || !hasNear(scan, kind.words, first, first, reach)) continue;
    const also = kind.also ?? identifiers;
    if (kind.also !== undefined && !hasNear(scan, also, first, first, reach)) continue;
    const start =
      prefix === null || named.test(prefix[1] ?? '') ? first : first - (prefix[1] ?? '').length - 1;
    return { category: kind.category, severity: 'high', confidence: 0.8, start, end };
  }
  return undefined;
}
