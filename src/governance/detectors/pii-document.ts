/** Finds passport and driving licence numbers: any code that stands beside the words for them. */
import { hasNear } from '../text/near.ts';
import type { Scan } from '../text/scan.ts';
import { scanOf } from '../text/text-view.ts';
import { WordIndex } from '../text/word-index.ts';
import { WordSet } from '../text/word-set.ts';
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

const kinds: readonly Kind[] = [
  {
    category: 'pii/passport',
    words: new WordSet(
      `passport passports passeport pasaporte passaporto passaporte reisepass reisepassnummer paspoort
      paspoortnummer paszport* pasaport* passnummer загранпаспорт* паспорт* جواز पासपोर्ट passi`,
    ),
    shape: /^(?=.*\d{5})[A-Z]{0,3}\d{6,10}[A-Z]?$|^(?=(?:.*\d){4})[A-Z0-9]{8,9}$/i,
    wide: /(?:护照|護照|パスポート|旅券|여권)[^\d\n]{0,8}$/,
  },
  {
    category: 'pii/driver_license',
    words: new WordSet(
      `license licence dl fuhrerschein fuhrerscheinnummer permis conduire carnet licencia patente rijbewijs
      prawo jazdy korkort korekort ehliyet carteira cnh habilitacao водительск*`,
    ),
    also: new WordSet(
      `driver drivers driving dl fuhrerschein fuhrerscheinnummer conduire conducir patente rijbewijs jazdy korkort
      korekort ehliyet motorista habilitacao cnh guida dmv водительск*`,
    ),
    shape: /^(?=(?:.*\d){5})[A-Z0-9]{6,18}$/i,
  },
];
const index = new WordIndex(kinds.map((kind) => [kind.words, kind] as const));
const reach = { before: 48, after: 12 };
const token = /[A-Za-z0-9]+(?:[- ][A-Za-z0-9]*\d[A-Za-z0-9]*){0,4}/y;

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

function isNamed(scan: Scan, { words, wide }: Kind, start: number): boolean {
  if (hasNear(scan, words, start, start, reach)) return true;
  return scan.wide && wide?.test(scan.text.slice(Math.max(0, start - 16), start)) === true;
}

function find(scan: Scan, kind: Kind, found: Sighting[]): void {
  let covered = 0;
  for (let at = 0; at < scan.numerals.length; at += 2) {
    const start = scan.numerals.at(at);
    if (start < covered || !isNamed(scan, kind, start)) continue;
    if (kind.also !== undefined && !hasNear(scan, kind.also, start, start, reach)) continue;
    token.lastIndex = start;
    if (!token.test(scan.text) || /[\w./-]/.test(scan.text.charAt(start - 1))) continue;
    const end = token.lastIndex;
    const text = scan.text.slice(start, end);
    const compact = text.replaceAll(/[ -]/g, '');
    if (new Set(compact).size < 3) continue;
    if (!kind.shape.test(compact) || /^(?:19|20)\d\d[- ]?\d\d[- ]?\d\d$/.test(text)) continue;
    covered = end;
    found.push({ category: kind.category, severity: 'high', confidence: 0.85, start, end });
  }
}
