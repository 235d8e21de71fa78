/** Numbers for persons in northern Europe. */
import { WordSet } from '../../text/word-set.ts';
import { digitsOf, isDate, passesLuhn, weigh } from '../checksums/digits.ts';
import { endsWith, hasDate, number, sumsTo } from './checks.ts';
import type { NationalId } from './national-id.ts';

/** Estonia and Lithuania: a second row of weights where the first leaves ten. */
function checkBaltic(compact: string): boolean {
  if (!isDate(0, number(compact, 3, 5), number(compact, 5, 7))) return false;
  const digits = digitsOf(compact);
  const first = weigh(digits, [1, 2, 3, 4, 5, 6, 7, 8, 9, 1]) % 11;
  const second = weigh(digits, [3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) % 11;
  return (first < 10 ? first : second % 10) === digits[10];
}

function checkNorwegian(compact: string): boolean {
  const digits = digitsOf(compact);
  const day = number(compact, 0, 2) % 40;
  if (!isDate(0, number(compact, 2, 4) % 40, day)) return false;
  return (
    weigh(digits, [3, 7, 6, 1, 8, 9, 4, 5, 2, 1]) % 11 === 0 &&
    weigh(digits, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0
  );
}

function checkFinnish(compact: string): boolean {
  const digits = digitsOf(compact.slice(0, 6) + compact.slice(-4, -1)).join('');
  return (
    hasDate(compact, 'dmy') &&
    '0123456789ABCDEFHJKLMNPRSTUVWXY'[Number(digits) % 31] === compact.at(-1)
  );
}

function checkSwedish(compact: string): boolean {
  const short = compact.slice(-10);
  // Numbers for people without residence add 60 to the day.
  const day = number(short, 4, 6) % 60;
  return isDate(0, number(short, 2, 4), day) && passesLuhn(digitsOf(short));
}

export const europeNorth: readonly NationalId[] = [
  {
    name: 'ee_id',
    leads: [11],
    shape: /[1-6]\d{10}/y,
    check: checkBaltic,
    words: new WordSet('isikukood* personal'),
    alone: 0,
  },
  {
    name: 'lt_id',
    leads: [11],
    shape: /[3-6]\d{10}/y,
    check: checkBaltic,
    words: new WordSet('asmens kodas'),
    alone: 0,
  },
  {
    name: 'lv_id',
    leads: [6, 11],
    shape: /\d{6}-?\d{5}/y,
    check: (compact) =>
      compact.startsWith('32') ||
      (hasDate(compact, 'dmy') &&
        endsWith(
          compact,
          [1, 6, 3, 7, 9, 10, 5, 8, 4, 2],
          (sum) => (((1101 - sum) % 11) + 11) % 11,
        )),
    words: new WordSet('personas kods koda kodu'),
    alone: 0,
  },
  {
    name: 'fi_hetu',
    leads: [6, 11],
    shape: /\d{6}[-+A-FU-Y]\d{3}[0-9A-FHJ-NPR-Y]/iy,
    check: checkFinnish,
    words: new WordSet('hetu henkilotunnus henkilotunnuksen'),
    alone: 0.85,
  },
  {
    name: 'se_personnummer',
    leads: [6, 8, 10, 12],
    shape: /(?:19|20)?\d{6}[-+]?\d{4}/y,
    check: checkSwedish,
    words: new WordSet('personnummer samordningsnummer'),
    alone: 0.7,
    aloneNeedsSigns: true,
  },
  {
    name: 'no_birth_number',
    leads: [6, 11],
    shape: /\d{6} ?\d{5}/y,
    check: checkNorwegian,
    words: new WordSet('fodselsnummer personnummer fnr'),
    alone: 0.7,
  },
  {
    name: 'dk_cpr',
    leads: [6, 10],
    shape: /\d{6}[- ]?\d{4}/y,
    check: (compact) => hasDate(compact, 'dmy'),
    words: new WordSet('cpr cprnr personnummer'),
    alone: 0,
  },
  {
    name: 'is_kennitala',
    leads: [6, 10],
    shape: /\d{6}-?\d{4}/y,
    check: (compact) => hasDate(compact, 'dmy') && sumsTo(compact, [3, 2, 7, 6, 5, 4, 3, 2, 1], 11),
    words: new WordSet('kennitala kt'),
    alone: 0.55,
    aloneNeedsSigns: true,
  },
];
