/** Numbers for persons in central and eastern Europe. */
import { WordSet } from '../../text/word-set.ts';
import { digitsOf, isDate, passesMod11And10, weigh } from '../checksums/digits.ts';
import { endsWith, isRepeated, number } from './checks.ts';
import type { NationalId } from './national-id.ts';

const polishCard = [7, 3, 1, 7, 3, 1, 7, 3];

function checkPolishCard(compact: string): boolean {
  const letters = Array.from(compact.slice(0, 3), (letter) => letter.charCodeAt(0) - 55);
  const digits = digitsOf(compact.slice(3));
  const rest = [digits[1] ?? 0, digits[2] ?? 0, digits[3] ?? 0, digits[4] ?? 0, digits[5] ?? 0];
  return weigh([...letters, ...rest], polishCard) % 10 === digits[0];
}

function checkPesel(compact: string): boolean {
  const month = number(compact, 2, 4) % 20;
  return (
    isDate(0, month, number(compact, 4, 6)) &&
    endsWith(compact, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3], (sum) => (10 - (sum % 10)) % 10)
  );
}

function checkCzech(compact: string): boolean {
  const month = (number(compact, 2, 4) % 50) % 20;
  if (!isDate(0, month, number(compact, 4, 6))) return false;
  return (
    Number(compact) % 11 === 0 || (Number(compact.slice(0, 9)) % 11 === 10 && compact.endsWith('0'))
  );
}

function checkRomanian(compact: string): boolean {
  return (
    isDate(0, number(compact, 3, 5), number(compact, 5, 7)) &&
    endsWith(compact, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9], (sum) =>
      sum % 11 === 10 ? 1 : sum % 11,
    )
  );
}

function checkTurkish(compact: string): boolean {
  const digits = digitsOf(compact);
  const odd = weigh(digits, [1, 0, 1, 0, 1, 0, 1, 0, 1]);
  const even = weigh(digits, [0, 1, 0, 1, 0, 1, 0, 1]);
  const tenth = (((odd * 7 - even) % 10) + 10) % 10;
  const sum = digits.slice(0, 10).reduce((total, digit) => total + digit, 0);
  return digits[0] !== 0 && digits[9] === tenth && digits[10] === sum % 10;
}

function checkInn(compact: string): boolean {
  const digits = digitsOf(compact);
  return (
    (weigh(digits, [7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11) % 10 === digits[10] &&
    (weigh(digits, [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11) % 10 === digits[11]
  );
}

function checkSnils(compact: string): boolean {
  const sum = weigh(digitsOf(compact), [9, 8, 7, 6, 5, 4, 3, 2, 1]) % 101;
  return (sum === 100 ? 0 : sum) === Number(compact.slice(9));
}

/** The numbers of former Yugoslavia: date with three digits of the year, then region, serial and check. */
function checkJmbg(compact: string): boolean {
  const sum = weigh(digitsOf(compact), [7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]);
  const rest = 11 - (sum % 11);
  return (
    isDate(0, number(compact, 2, 4), number(compact, 0, 2)) &&
    (rest > 9 ? 0 : rest) === Number(compact[12])
  );
}

export const europeEast: readonly NationalId[] = [
  {
    name: 'pl_pesel',
    leads: [11],
    shape: /\d{11}/y,
    check: checkPesel,
    words: new WordSet('pesel'),
    alone: 0,
  },
  {
    name: 'pl_nip',
    leads: [3, 10],
    shape: /\d{3}-?\d{3}-?\d{2}-?\d{2}|\d{3}-\d{2}-\d{2}-\d{3}/y,
    check: (compact) => endsWith(compact, [6, 5, 7, 2, 3, 4, 5, 6, 7], (sum) => sum % 11),
    words: new WordSet('nip podatkowy'),
    alone: 0,
  },
  {
    name: 'pl_id_card',
    leads: [9, 3],
    shape: /[A-Z]{3} ?\d{6}/iy,
    check: checkPolishCard,
    words: new WordSet('dowod dowodu osobisty osobistego'),
    alone: 0,
  },
  {
    name: 'cz_birth_number',
    leads: [6, 10],
    shape: /\d{6}\/?\d{4}/y,
    check: checkCzech,
    words: new WordSet('rodne cislo rodneho rc'),
    alone: 0.75,
    aloneNeedsSigns: true,
  },
  {
    name: 'hu_tax',
    leads: [10],
    shape: /8\d{9}/y,
    check: (compact) => endsWith(compact, [1, 2, 3, 4, 5, 6, 7, 8, 9], (sum) => sum % 11),
    words: new WordSet('adoazonosito adojel ado adoszam'),
    alone: 0,
  },
  {
    name: 'hu_taj',
    leads: [3, 9],
    shape: /\d{3}([ -]?)\d{3}\1\d{3}/y,
    check: (compact) => endsWith(compact, [3, 7, 3, 7, 3, 7, 3, 7], (sum) => sum % 10),
    words: new WordSet('taj'),
    alone: 0,
  },
  {
    name: 'ro_cnp',
    leads: [13],
    shape: /[1-9]\d{12}/y,
    check: checkRomanian,
    words: new WordSet('cnp numeric personal'),
    alone: 0.6,
  },
  {
    name: 'bg_egn',
    leads: [10],
    shape: /\d{10}/y,
    check: (compact) =>
      isDate(0, number(compact, 2, 4) % 20, number(compact, 4, 6)) &&
      endsWith(compact, [2, 4, 8, 5, 10, 9, 7, 3, 6], (sum) => (sum % 11) % 10),
    words: new WordSet('egn егн единен граждански'),
    alone: 0,
  },
  {
    name: 'hr_oib',
    leads: [11],
    shape: /\d{11}/y,
    check: (compact) => passesMod11And10(digitsOf(compact)),
    words: new WordSet('oib osobni'),
    alone: 0,
  },
  {
    name: 'yu_jmbg',
    leads: [13],
    shape: /\d{13}/y,
    check: checkJmbg,
    words: new WordSet('jmbg emso maticni јмбг embg'),
    alone: 0.6,
  },
  {
    name: 'tr_tckn',
    leads: [11],
    shape: /[1-9]\d{10}/y,
    check: checkTurkish,
    words: new WordSet('tckn tc kimlik vatandaslik'),
    alone: 0.6,
  },
  {
    name: 'ru_inn',
    leads: [12],
    shape: /\d{12}/y,
    check: checkInn,
    words: new WordSet('инн inn'),
    alone: 0,
  },
  {
    name: 'ru_snils',
    leads: [3, 11],
    shape: /\d{3}-\d{3}-\d{3}[ -]\d{2}|\d{11}/y,
    check: checkSnils,
    words: new WordSet('снилс snils'),
    alone: 0.85,
    aloneNeedsSigns: true,
  },
  {
    name: 'ru_passport',
    leads: [2, 4, 10],
    shape: /\d{2} ?\d{2} ?№? ?\d{6}/y,
    check: (compact) => !isRepeated(compact),
    words: new WordSet('паспорт* серия'),
    alone: 0,
  },
  {
    name: 'ua_tax',
    leads: [10],
    shape: /\d{10}/y,
    check: (compact) =>
      endsWith(compact, [-1, 5, 7, 9, 4, 6, 10, 5, 7], (sum) => (((sum % 11) + 11) % 11) % 10),
    words: new WordSet('ипн рнокпп іпн ідентифікаційний ідентифікаційного податковий податкового'),
    alone: 0,
  },
];
