/** Numbers for persons in southern Europe. */
import { WordSet } from '../../text/word-set.ts';
import { digitsOf, passesLuhn } from '../checksums/digits.ts';
import { endsWith, hasDate, isRepeated } from './checks.ts';
import type { NationalId } from './national-id.ts';

const dniLetters = 'TRWAGMYFPDXBNJZSQVHLCKE';

function checkDni(compact: string): boolean {
  const digits = compact.slice(0, -1).replace(/^[XYZ]/, (letter) => String('XYZ'.indexOf(letter)));
  return dniLetters[Number(digits) % 23] === compact.at(-1) && !isRepeated(compact.slice(0, -1));
}

/** Odd places of the Italian tax code have values of their own. */
const oddValues = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
];

function checkFiscalCode(compact: string): boolean {
  let sum = 0;
  for (let at = 0; at < 15; at++) {
    const unit = compact.charCodeAt(at);
    const value = unit <= 57 ? unit - 48 : unit - 65;
    sum += at % 2 === 0 ? (oddValues[value] ?? 0) : value;
  }
  return String.fromCharCode(65 + (sum % 26)) === compact[15];
}

/** Letters count from ten; each second character from the first is doubled. */
function checkCitizenCard(compact: string): boolean {
  let sum = 0;
  for (let at = 0; at < 12; at++) {
    const value = Number.parseInt(compact.charAt(at), 36) * (at % 2 === 0 ? 2 : 1);
    sum += value > 9 && at % 2 === 0 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

export const europeSouth: readonly NationalId[] = [
  {
    name: 'es_dni',
    leads: [2, 8, 9],
    shape: /\d{8}[- ]?[A-Z]|\d{2}\.\d{3}\.\d{3}[- ]?[A-Z]/iy,
    check: checkDni,
    words: new WordSet('dni nif documento identidad'),
    alone: 0.6,
  },
  {
    name: 'es_nie',
    leads: [1, 9, 8],
    shape: /[XYZ][- ]?\d{7}[- ]?[A-Z]/iy,
    check: checkDni,
    words: new WordSet('nie extranjero nif documento'),
    alone: 0.75,
  },
  {
    name: 'es_social',
    leads: [2, 12],
    shape: /\d{2}([ /-]?)\d{8}\1\d{2}/y,
    check: (compact) => Number(BigInt(compact.slice(0, 10)) % 97n) === Number(compact.slice(10)),
    words: new WordSet('seguridad social afiliacion naf nuss nss'),
    alone: 0,
  },
  {
    name: 'pt_nif',
    leads: [3, 9],
    shape: /[1-3568]\d{2}([ ]?)\d{3}\1\d{3}/y,
    check: (compact) =>
      endsWith(compact, [9, 8, 7, 6, 5, 4, 3, 2], (sum) => (sum % 11 < 2 ? 0 : 11 - (sum % 11))),
    words: new WordSet('nif contribuinte fiscal niss'),
    alone: 0,
  },
  {
    name: 'pt_citizen_card',
    leads: [8, 9, 12],
    shape: /\d{8}[ -]?\d ?[A-Z0-9]{2}\d/iy,
    check: checkCitizenCard,
    words: new WordSet('cartao cidadao'),
    alone: 0,
  },
  {
    name: 'it_fiscal_code',
    leads: [16],
    shape: /[A-Z]{6}[\dLMNP-V]{2}[A-EHLMPR-T][\dLMNP-V]{2}[A-Z][\dLMNP-V]{3}[A-Z]/iy,
    check: checkFiscalCode,
    words: new WordSet('codice fiscale cf'),
    alone: 0.95,
  },
  {
    name: 'it_health_card',
    leads: [20],
    shape: /80380\d{15}/y,
    check: () => true,
    words: new WordSet('tessera sanitaria team'),
    alone: 0,
  },
  {
    name: 'gr_amka',
    leads: [11],
    shape: /\d{11}/y,
    check: (compact) => hasDate(compact, 'dmy') && passesLuhn(digitsOf(compact)),
    words: new WordSet('amka αμκα ΑΜΚΑ'),
    alone: 0,
  },
  {
    name: 'gr_afm',
    leads: [9],
    shape: /\d{9}/y,
    check: (compact) =>
      endsWith(compact, [256, 128, 64, 32, 16, 8, 4, 2], (sum) => (sum % 11) % 10) &&
      !isRepeated(compact),
    words: new WordSet('afm αφμ ΑΦΜ'),
    alone: 0,
  },
  {
    name: 'mt_id',
    leads: [8, 7],
    shape: /\d{6,7}[MGAPLHBZ]/iy,
    check: () => true,
    words: new WordSet('malta maltese karta identita'),
    alone: 0,
  },
];
