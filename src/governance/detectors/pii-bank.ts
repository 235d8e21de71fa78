/** Finds bank codes and account numbers of countries without an IBAN, beside the words for them. */
import { hasNear } from '../text/near.ts';
import type { Scan } from '../text/scan.ts';
import { scanOf } from '../text/text-view.ts';
import { WordIndex } from '../text/word-index.ts';
import { WordSet } from '../text/word-set.ts';
import { digitsOf, remainder, weigh } from './checksums/digits.ts';
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
    // As Poles write their own: an IBAN without its country.
    category: 'pii/bank_account',
    words: new WordSet('rachunek rachunku rachunki konto konta nrb przelew przelewu'),
    shape: /\d{2}(?: ?\d{4}){6}(?!\d)/y,
    check: (compact) => remainder(`${compact.slice(2)}2521${compact.slice(0, 2)}`, 97) === 1,
  },
  {
    // As Spaniards write theirs: bank, branch, two digits that check, account.
    category: 'pii/bank_account',
    words: new WordSet('cuenta cuentas ccc'),
    shape: /\d{4}([ -]?)\d{4}\1\d{2}\1\d{10}(?!\d)/y,
    check: (compact) =>
      checkOf(`00${compact.slice(0, 8)}`) === Number(compact[8]) &&
      checkOf(compact.slice(10)) === Number(compact[9]),
  },
  {
    category: 'pii/bank_account',
    words: new WordSet('conta cc'),
    also: new WordSet('corrente poupanca agencia ag banco bancaria'),
    shape: /\d{4,12}-[\dXx](?![\w-])/y,
  },
  {
    category: 'pii/bank_account',
    words: new WordSet(
      `account acct konto kontonummer kontonr cuenta compte conto conta rekening
      rekeningnummer rachunek rachunku счет счёт счета hesap bankaccount acc conti corrente cuentas खाता`,
      codedNames('account acct bankaccount'),
    ),
    also: new WordSet(
      `bank banking routing checking savings deposit wire transfer sort kontonummer bancaria bancaire bancario
      bankrekening bankkonto bankowy bankowego corriente corrente agencia rachunku numer numero बैंक aba ach iban bic swift blz ifsc bsb payroll branch bankaccount`,
      codedNames('bankaccount'),
    ),
    shape: /\d{2,6}(?:[- ]?\d{2,6}){1,3}(?![.,]?\d)/y,
    check: (compact) => compact.length >= 7 && compact.length <= 17,
  },
];

function checkOf(digits: string): number {
  const rest = 11 - (weigh(digitsOf(digits), [1, 2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11);
  return rest === 11 ? 0 : rest === 10 ? 1 : rest;
}

const index = new WordIndex(kinds.map((kind) => [kind.words, kind] as const));
const reach = { before: 36, after: 0 };
const wider = { before: 80, after: 60 };
/** In scripts without spaces between words. */
const wideNames =
  /(?:口座番号|口座|银行[^\d\n]{0,8}[账帐][号户]|銀行[^\d\n]{0,8}[帳賬][號戶]|银行卡号?|계좌번호|계좌|เลขที่บัญชี|เลขบัญชี)[^\d\n]{0,8}$/u;
const wideShape = /\d{2,8}(?:[- ]?\d{2,8}){0,4}(?!\d)/y;
/** Called the number of an account, and nothing else between. */
const accountNumber =
  /(?:^|[^A-Za-z])(?:account|acct|a\/c)[ ._-]{0,2}(?:number|num|no|nr|#)[."'#)\]]{0,2}\s{0,3}(?:[:=|>,;]|is|=>)?[\s"'#]{0,4}$/i;

export const piiBank: Detector = {
  name: 'pii-bank',
  categories: kinds.map((kind) => kind.category),
  find: (view) => {
    const scan = scanOf(view);
    if (scan.numerals.length === 0) return [];
    const mentioned = index.mentioned(scan);
    const shortened = isShortened(scan.text);
    if (mentioned.size === 0 && !shortened && !scan.wide) return [];
    const found: Sighting[] = [];
    for (let at = 0; at < scan.numerals.length; at += 2) {
      const start = scan.numerals.at(at);
      if (start < (found.at(-1)?.end ?? 0) || /[\w.$€£/-]/.test(scan.text.charAt(start - 1)))
        continue;
      const sighting =
        read(scan, start, mentioned) ??
        (scan.wide ? readNumber(scan, start, wideShape, wideNames) : undefined) ??
        (shortened ? readNumber(scan, start, wideShape, accountNumber) : undefined);
      if (sighting !== undefined) found.push(sighting);
    }
    return found;
  },
};

/** How such a name begins, with what follows of it. */
const shortName = /(?:account|acct|a\/c)[ ._-]{0,2}(?:n|#)/i;

/** `A/C No.`, whose letters are no words. */
function isShortened(text: string): boolean {
  const isThere = text.includes('A/C') || text.includes('a/c') || text.includes('A/c');
  return isThere && shortName.test(text);
}

/** A number right behind its name. */
function readNumber(scan: Scan, start: number, shape: RegExp, name: RegExp): Sighting | undefined {
  shape.lastIndex = start;
  if (!shape.test(scan.text) || !name.test(scan.text.slice(Math.max(0, start - 32), start)))
    return undefined;
  const end = shape.lastIndex;
  const { length } = scan.text.slice(start, end).replaceAll(/[ -]/g, '');
  return length < 6 || length > 19 ? undefined : toSighting('pii/bank_account', start, end);
}

function toSighting(category: string, start: number, end: number): Sighting {
  return { category, severity: 'high', confidence: 0.85, start, end };
}

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
    return toSighting(kind.category, start, end);
  }
  return undefined;
}
