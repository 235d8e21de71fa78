/** Numbers for persons in western Europe. */
import { WordSet } from '../../text/word-set.ts';
import {
  digitsOf,
  isDate,
  passesLuhn,
  passesMod11And10,
  remainder,
  weigh,
} from '../checksums/digits.ts';
import { endsWith, hasDate, isRepeated, number, sumsTo } from './checks.ts';
import type { NationalId } from './national-id.ts';

function checkGermanSocial(compact: string): boolean {
  const letter = String(compact.charCodeAt(8) - 64).padStart(2, '0');
  const digits = digitsOf(compact.slice(0, 8) + letter + compact.slice(9, 11));
  const weights = [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1];
  const sum = digits.reduce((total, digit, at) => {
    const product = digit * (weights[at] ?? 0);
    return total + Math.floor(product / 10) + (product % 10);
  }, 0);
  return sum % 10 === Number(compact[11]) && hasDate(compact, 'dmy', 2);
}

/** One digit stands twice or three times among the first ten, the others at most once. */
function checkGermanTax(compact: string): boolean {
  const digits = digitsOf(compact);
  const counts = new Array<number>(10).fill(0);
  for (const digit of digits.slice(0, 10)) counts[digit] = (counts[digit] ?? 0) + 1;
  const more = counts.filter((count) => count > 1);
  return digits[0] !== 0 && more.length === 1 && (more[0] ?? 0) <= 3 && passesMod11And10(digits);
}

function checkNir(compact: string): boolean {
  const body = compact.slice(0, 13).replace('2A', '19').replace('2B', '18');
  const month = number(compact, 3, 5);
  if (month < 1 || (month > 12 && month < 20) || (month > 42 && month < 50)) return false;
  return 97 - remainder(body, 97) === Number(compact.slice(13));
}

function checkBelgian(compact: string): boolean {
  const key = number(compact, 9, 11);
  const month = number(compact, 2, 4) % 20;
  if (month > 12 || number(compact, 4, 6) > 31) return false;
  const body = number(compact, 0, 9);
  return 97 - (body % 97) === key || 97 - ((2_000_000_000 + body) % 97) === key;
}

export const europeWest: readonly NationalId[] = [
  {
    name: 'gb_nino',
    leads: [2, 4, 6, 8, 9],
    shape:
      /(?!BG|GB|NK|KN|TN|NT|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D]/iy,
    check: () => true,
    words: new WordSet('nino national insurance ni hmrc nin'),
    alone: 0.7,
    aloneNeedsSigns: true,
  },
  {
    name: 'gb_nhs',
    leads: [3, 10],
    shape: /\d{3}([ -]?)\d{3}\1\d{4}/y,
    check: (compact) =>
      endsWith(compact, [10, 9, 8, 7, 6, 5, 4, 3, 2], (sum) => (11 - (sum % 11)) % 11) &&
      !isRepeated(compact),
    words: new WordSet('nhs'),
    alone: 0,
  },
  {
    name: 'gb_utr',
    leads: [5, 10],
    shape: /\d{5} ?\d{5}/y,
    check: (compact) =>
      '21987654321'[weigh(digitsOf(compact.slice(1)), [6, 7, 8, 9, 10, 5, 4, 3, 2]) % 11] ===
      compact[0],
    words: new WordSet('utr taxpayer unique assessment'),
    alone: 0,
  },
  {
    name: 'ie_pps',
    leads: [8, 9],
    shape: /\d{7}[A-W][A-IW]?/iy,
    check: (compact: string): boolean => {
      const second = compact.length === 9 ? (compact.charCodeAt(8) - 64) % 23 : 0;
      const sum = weigh(digitsOf(compact.slice(0, 7)), [8, 7, 6, 5, 4, 3, 2]) + second * 9;
      return 'WABCDEFGHIJKLMNOPQRSTUV'[sum % 23] === compact[7];
    },
    words: new WordSet('pps ppsn public personal service'),
    alone: 0,
  },
  {
    name: 'fr_nir',
    leads: [1, 13, 15],
    shape: /[12] ?\d{2} ?\d{2} ?(?:\d{2}|2[AB]) ?\d{3} ?\d{3} ?\d{2}/y,
    check: checkNir,
    words: new WordSet('securite sociale insee nir social ameli carte vitale'),
    alone: 0.85,
  },
  {
    name: 'fr_tax',
    leads: [2, 13],
    shape: /[0-3]\d ?\d{2} ?\d{3} ?\d{3} ?\d{3}/y,
    check: (compact) => Number(compact.slice(0, 10)) % 511 === Number(compact.slice(10)),
    words: new WordSet('fiscal fiscale impots impot spi'),
    alone: 0,
  },
  {
    name: 'de_tax',
    leads: [2, 11],
    shape: /\d{2}([ ]?)\d{3}\1\d{3}\1\d{3}/y,
    check: checkGermanTax,
    words: new WordSet('steuer* steueridentifikationsnummer idnr tin tax identifikationsnummer'),
    alone: 0.6,
    aloneNeedsSigns: true,
  },
  {
    name: 'de_social',
    leads: [2, 9, 12],
    shape: /\d{2} ?\d{6} ?[A-Z] ?\d{3}/iy,
    check: checkGermanSocial,
    words: new WordSet('sozialversicherung* rentenversicherung* versicherungsnummer rvnr'),
    alone: 0.8,
  },
  {
    name: 'de_id_card',
    leads: [9, 10],
    shape: /[CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ0-9]{8}\d?/y,
    check: (compact) => /\d/.test(compact),
    words: new WordSet('personalausweis* ausweis ausweisnummer'),
    alone: 0,
  },
  {
    name: 'at_social',
    leads: [4, 10],
    shape: /[1-9]\d{3}[ -]?\d{6}/y,
    check: (compact) =>
      weigh(digitsOf(compact), [3, 7, 9, 0, 5, 8, 4, 2, 1, 6]) % 11 === Number(compact[3]) &&
      hasDate(compact, 'dmy', 4),
    words: new WordSet('svnr sozialversicherung* versicherungsnummer '),
    alone: 0.55,
    aloneNeedsSigns: true,
  },
  {
    name: 'ch_ahv',
    leads: [3, 13],
    shape: /756([. ]?)\d{4}\1\d{4}\1\d{2}/y,
    check: (compact) =>
      endsWith(compact, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3], (sum) => (10 - (sum % 10)) % 10),
    words: new WordSet('ahv avs ahvn navs sozialversicherung*'),
    alone: 0.9,
  },
  {
    name: 'nl_bsn',
    leads: [9, 4, 3],
    shape: /\d{9}|\d{4}([. ])\d{2}\1\d{3}|\d{3}([. ])\d{3}\2\d{3}/y,
    check: (compact) => sumsTo(compact, [9, 8, 7, 6, 5, 4, 3, 2, -1], 11) && !isRepeated(compact),
    words: new WordSet('bsn burgerservice* burgerservicenummer sofinummer sofi'),
    alone: 0,
  },
  {
    name: 'be_national',
    leads: [2, 6, 11],
    shape: /\d{2}([. ]?)\d{2}\1\d{2}([- ]?)\d{3}[. ]?\d{2}/y,
    check: checkBelgian,
    words: new WordSet('rijksregister* rijksregisternummer national registre niss insz nrn'),
    alone: 0.85,
    aloneNeedsSigns: true,
  },
  {
    name: 'lu_national',
    leads: [4, 8, 13],
    shape: /(?:19|20)\d{2} ?\d{4} ?\d{5}/y,
    check: (compact) =>
      isDate(number(compact, 2, 4), number(compact, 4, 6), number(compact, 6, 8)) &&
      passesLuhn(digitsOf(compact.slice(0, 12))),
    words: new WordSet('matricule cns luxembourg identification'),
    alone: 0,
  },
];
