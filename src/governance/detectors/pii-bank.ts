/** Finds bank codes and account numbers of countries without an IBAN, beside the words for them. */
import { hasNear } from '../text/near.ts';
import type { Scan } from '../text/scan.ts';
import { scanOf } from '../text/text-view.ts';
import { WordIndex } from '../text/word-index.ts';
import { WordSet } from '../text/word-set.ts';
import { digitsOf, weigh } from './checksums/digits.ts';
import { codedNames } from './coded-names.ts';
import type { Detector, Sighting } from './detector.ts';

type Kind = {
  readonly category: string;
  readonly words: WordSet;
  readonly also?: WordSet;
  readonly shape: RegExp;
  readonly check?: (compact: string) => boolean;
};

const kinds: readonly Kind[] = [
  {
    category: 'pii/us_bank_routing',
    words: new WordSet('routing aba rtn ach wire'),
    shape: /\d{9}(?!\d)/y,
    check: (compact) => weigh(digitsOf(compact), [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0,
  },
  {
    category: 'pii/uk_sort_code',
    words: new WordSet('sort sortcode'),
    also: new WordSet('code codes sortcode'),
    shape: /\d{2}([- ]?)\d{2}\1\d{2}(?!\d)/y,
  },
  {
    category: 'pii/in_ifsc',
    words: new WordSet('ifsc neft rtgs imps'),
    shape: /[A-Z]{4}0[A-Z0-9]{6}(?![A-Z0-9])/y,
  },
  {
    category: 'pii/au_bsb',
    words: new WordSet('bsb'),
    shape: /\d{3}[- ]?\d{3}(?!\d)/y,
  },
  {
    category: 'pii/mx_clabe',
    words: new WordSet('clabe'),
    shape: /\d{18}(?!\d)/y,
  },
  {
    category: 'pii/bank_account',
    words: new WordSet(
      `account acct checking savings konto kontonummer kontonr cuenta compte conto conta rekening
      rekeningnummer rachunek счет счёт hesap bankaccount`,
      codedNames('account acct bankaccount'),
    ),
    also: new WordSet(
      `bank banking routing checking savings deposit wire transfer sort kontonummer bancaria bancaire bancario
      bankrekening bankkonto bankowy aba ach iban bic swift blz ifsc bsb payroll branch bankaccount`,
      codedNames('bankaccount'),
    ),
    shape: /\d{2,6}(?:[- ]?\d{2,6}){1,3}(?!\d)/y,
    check: (compact) => compact.length >= 7 && compact.length <= 17,
  },
];
const index = new WordIndex(kinds.map((kind) => [kind.words, kind] as const));
const reach = { before: 36, after: 0 };
const wider = { before: 80, after: 60 };
/** Called the number of an account, and nothing else between. */
const accountNumber =
  /(?:^|[^A-Za-z])(?:account|acct)[ ._-]{0,2}(?:number|num|no|nr|#)[."'#)\]]{0,2}\s{0,3}(?:[:=|>,;]|is|=>)?[\s"'#]{0,4}$/i;

export const piiBank: Detector = {
  name: 'pii-bank',
  categories: kinds.map((kind) => kind.category),
  find: (view) => {
    const scan = scanOf(view);
    if (scan.numerals.length === 0) return [];
    const mentioned = index.mentioned(scan);
    if (mentioned.size === 0) return [];
    const found: Sighting[] = [];
    for (let at = 0; at < scan.numerals.length; at += 2) {
      const start = scan.numerals.at(at);
      if (start < (found.at(-1)?.end ?? 0) || /[\w.$€£/-]/.test(scan.text.charAt(start - 1)))
        continue;
      const sighting = read(scan, start, mentioned);
      if (sighting !== undefined) found.push(sighting);
    }
    return found;
  },
};

function read(scan: Scan, start: number, mentioned: ReadonlySet<Kind>): Sighting | undefined {
  for (const kind of mentioned) {
    kind.shape.lastIndex = start;
    if (!kind.shape.test(scan.text) || !hasNear(scan, kind.words, start, start, reach)) continue;
    const end = kind.shape.lastIndex;
    const compact = scan.text.slice(start, end).replaceAll(/[ -]/g, '');
    if (/[\w]/.test(scan.text.charAt(end)) || kind.check?.(compact) === false) continue;
    if (
      kind.also !== undefined &&
      !hasNear(scan, kind.also, start, end, wider) &&
      !accountNumber.test(scan.text.slice(Math.max(0, start - 32), start))
    )
      continue;
    return { category: kind.category, severity: 'high', confidence: 0.85, start, end };
  }
  return undefined;
}
