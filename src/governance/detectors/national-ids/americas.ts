/** Numbers for persons in the Americas; the social security number of the United States has a detector of its own. */
import { WordSet } from '../../text/word-set.ts';
import { digitsOf, isDate, passesLuhn, weigh } from '../checksums/digits.ts';
import { endsWith, isRepeated, number } from './checks.ts';
import type { NationalId } from './national-id.ts';

function rest11(sum: number): number {
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}

function checkCpf(compact: string): boolean {
  const digits = digitsOf(compact);
  return (
    !isRepeated(compact) &&
    rest11(weigh(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2])) === digits[9] &&
    rest11(weigh(digits, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2])) === digits[10]
  );
}

function checkCnpj(compact: string): boolean {
  const digits = digitsOf(compact);
  return (
    !isRepeated(compact) &&
    rest11(weigh(digits, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])) === digits[12] &&
    rest11(weigh(digits, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])) === digits[13]
  );
}

const curpAlphabet = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';

function checkCurp(compact: string): boolean {
  let sum = 0;
  for (let at = 0; at < 17; at++) sum += curpAlphabet.indexOf(compact.charAt(at)) * (18 - at);
  return (
    (10 - (sum % 10)) % 10 === Number(compact[17]) &&
    isDate(0, number(compact, 6, 8), number(compact, 8, 10))
  );
}

function checkRut(compact: string): boolean {
  const digits = digitsOf(compact.slice(0, -1)).reverse();
  const rest = 11 - (weigh(digits, [2, 3, 4, 5, 6, 7, 2, 3]) % 11);
  return (rest === 11 ? '0' : rest === 10 ? 'K' : String(rest)) === compact.at(-1);
}

/** Nobody's number is below a hundred thousand; the places of a dump are. */
function checkUruguayan(compact: string): boolean {
  if (/^0{3}/.test(compact)) return false;
  return endsWith(compact.padStart(8, '0'), [2, 9, 8, 7, 6, 3, 4], (sum) => (10 - (sum % 10)) % 10);
}

export const americas: readonly NationalId[] = [
  {
    name: 'us_ein',
    leads: [2],
    shape: /\d{2}-\d{7}/y,
    check: () => true,
    words: new WordSet('ein employer fein'),
    alone: 0,
  },
  {
    name: 'us_medicare',
    leads: [4, 11],
    shape:
      /[1-9][AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y0-9]\d-?[AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y0-9]\d-?[AC-HJKMNP-RT-Y]{2}\d{2}/iy,
    check: () => true,
    words: new WordSet('medicare mbi beneficiary'),
    alone: 0.75,
  },
  {
    name: 'ca_sin',
    leads: [3, 9],
    shape: /[1-79]\d{2}([ -]?)\d{3}\1\d{3}/y,
    check: (compact) => passesLuhn(digitsOf(compact)) && !isRepeated(compact),
    words: new WordSet('sin social insurance nas assurance sociale'),
    alone: 0,
  },
  {
    name: 'ca_ohip',
    leads: [4, 10, 12],
    shape: /[1-9]\d{3}([ -]?)\d{3}\1\d{3}(?:[ -]?[A-Z]{2})?/y,
    check: (compact) => !isRepeated(compact),
    words: new WordSet('ohip'),
    alone: 0,
  },
  {
    name: 'mx_curp',
    leads: [18],
    shape: /[A-Z][AEIOUX][A-Z]{2}\d{6}[HMX][A-Z]{5}[A-Z0-9]\d/iy,
    check: checkCurp,
    words: new WordSet('curp'),
    alone: 0.95,
  },
  {
    name: 'mx_rfc',
    leads: [13, 4],
    shape: /[A-Z][AEIOUX][A-Z]{2}-?\d{6}-?[A-Z0-9]{2}[0-9A]/iy,
    check: (compact) => isDate(0, number(compact, 6, 8), number(compact, 8, 10)),
    words: new WordSet('rfc contribuyente* sat'),
    alone: 0.6,
  },
  {
    name: 'br_cpf',
    leads: [3, 11],
    shape: /\d{3}\.?\d{3}\.?\d{3}-?\d{2}/y,
    check: checkCpf,
    words: new WordSet('cpf cadastro contribuinte'),
    alone: 0.9,
    aloneNeedsSigns: true,
  },
  {
    name: 'br_cnpj',
    leads: [2, 14],
    shape: /\d{2}\.?\d{3}\.?\d{3}\/?\d{4}-?\d{2}/y,
    check: checkCnpj,
    words: new WordSet('cnpj'),
    alone: 0.8,
    aloneNeedsSigns: true,
  },
  {
    name: 'ar_cuit',
    leads: [2, 11],
    shape: /(?:20|23|24|27|30|33|34)-?\d{8}-?\d/y,
    check: (compact) =>
      endsWith(compact, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2], (sum) => {
        const rest = 11 - (sum % 11);
        return rest === 11 ? 0 : rest === 10 ? 9 : rest;
      }),
    words: new WordSet('cuit cuil'),
    alone: 0.85,
    aloneNeedsSigns: true,
  },
  {
    name: 'ar_dni',
    leads: [1, 2, 7, 8],
    shape: /\d{1,2}\.?\d{3}\.?\d{3}/y,
    check: () => true,
    words: new WordSet('dni documento'),
    alone: 0,
  },
  {
    name: 'cl_rut',
    leads: [1, 2, 7, 8],
    shape: /\d{1,2}\.\d{3}\.\d{3}-[\dK]/iy,
    check: checkRut,
    words: new WordSet('rut run chile cedula'),
    alone: 0.8,
  },
  {
    name: 'cl_rut',
    leads: [7, 8],
    shape: /\d{7,8}-[\dK]/iy,
    check: checkRut,
    words: new WordSet('rut run chile cedula'),
    alone: 0,
  },
  {
    name: 'co_cedula',
    leads: [1, 2, 3, 6, 7, 8, 10],
    shape: /\d{1,3}(?:\.\d{3}){2,3}|\d{6,10}/y,
    check: (compact) => compact.length >= 6,
    words: new WordSet('cedula ciudadania cc nuip'),
    alone: 0,
  },
  {
    name: 'ec_cedula',
    leads: [9, 10],
    shape: /[0-2]\d{8}-?\d/y,
    check: (compact) => passesLuhn(digitsOf(compact)) && number(compact, 0, 2) <= 24,
    words: new WordSet('cedula ecuador identidad'),
    alone: 0,
  },
  {
    name: 'do_cedula',
    leads: [3, 11],
    shape: /\d{3}-?\d{7}-?\d/y,
    check: (compact) => passesLuhn(digitsOf(compact)),
    words: new WordSet('cedula dominicana electoral identidad'),
    alone: 0,
  },
  {
    name: 'pe_dni',
    leads: [8],
    shape: /\d{8}/y,
    check: (compact) => !isRepeated(compact),
    words: new WordSet('dni documento'),
    alone: 0,
  },
  {
    name: 'uy_ci',
    leads: [1, 7, 8],
    shape: /\d\.?\d{3}\.?\d{3}-\d|\d{8}/y,
    check: checkUruguayan,
    words: new WordSet('ci cedula identidad uruguay'),
    alone: 0,
  },
  {
    name: 've_cedula',
    leads: [1],
    shape: /[VE]-\d{1,2}\.?\d{3}\.?\d{3}/iy,
    check: () => true,
    words: new WordSet('cedula identidad venezuela ci'),
    alone: 0,
  },
];
