/** Numbers for persons in Africa and the Middle East. */
import { WordSet } from '../../text/word-set.ts';
import { digitsOf, isDate, passesLuhn } from '../checksums/digits.ts';
import { endsWith, isRepeated, number } from './checks.ts';
import type { NationalId } from './national-id.ts';

export const africaMiddleEast: readonly NationalId[] = [
  {
    name: 'za_id',
    leads: [6, 13],
    shape: /\d{6} ?\d{4} ?[012][89] ?\d/y,
    check: (compact) =>
      isDate(0, number(compact, 2, 4), number(compact, 4, 6)) && passesLuhn(digitsOf(compact)),
    words: new WordSet('south african identity rsa sa id'),
    alone: 0.7,
  },
  {
    name: 'ae_emirates_id',
    leads: [3, 15],
    shape: /784(-?)(?:19|20)\d{2}\1\d{7}\1\d/y,
    check: (compact) => passesLuhn(digitsOf(compact)),
    words: new WordSet('emirates eid هوية الهوية'),
    alone: 0.9,
  },
  {
    name: 'sa_national',
    leads: [10],
    shape: /[12]\d{9}/y,
    check: (compact) => passesLuhn(digitsOf(compact)),
    words: new WordSet('iqama saudi الهوية هوية إقامة الإقامة'),
    alone: 0,
  },
  {
    name: 'eg_national',
    leads: [14],
    shape: /[23]\d{13}/y,
    check: (compact) =>
      isDate(0, number(compact, 3, 5), number(compact, 5, 7)) && number(compact, 7, 9) <= 88,
    words: new WordSet('egypt egyptian national قومي القومي البطاقة'),
    alone: 0,
  },
  {
    name: 'kw_civil',
    leads: [12],
    shape: /[23]\d{11}/y,
    check: (compact) => isDate(0, number(compact, 3, 5), number(compact, 5, 7)),
    words: new WordSet('civil kuwait مدني المدنية'),
    alone: 0,
  },
  {
    name: 'ir_national',
    leads: [3, 10],
    shape: /\d{3}-?\d{6}-?\d/y,
    check: (compact) =>
      !isRepeated(compact) &&
      endsWith(compact, [10, 9, 8, 7, 6, 5, 4, 3, 2], (sum) =>
        sum % 11 < 2 ? sum % 11 : 11 - (sum % 11),
      ),
    words: new WordSet('کدملی ملی melli'),
    alone: 0,
  },
  {
    name: 'ng_nin',
    leads: [11],
    shape: /[1-9]\d{10}/y,
    check: (compact) => !isRepeated(compact),
    words: new WordSet('nin bvn nigeria nimc'),
    alone: 0,
  },
  {
    name: 'ke_id',
    leads: [7, 8],
    shape: /\d{7,8}/y,
    check: (compact) => !isRepeated(compact),
    words: new WordSet('kenya kenyan kitambulisho'),
    alone: 0,
  },
  {
    name: 'ke_tax',
    leads: [11],
    shape: /[AP]\d{9}[A-Z]/iy,
    check: () => true,
    words: new WordSet('kra kenya'),
    alone: 0,
  },
  {
    name: 'gh_card',
    leads: [3],
    shape: /GHA-\d{9}-\d/iy,
    check: () => true,
    words: new WordSet('ghana'),
    alone: 0.9,
  },
];
