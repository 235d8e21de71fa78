/** Numbers for persons in Asia and the Pacific. */
import { WordSet } from '../../text/word-set.ts';
import { digitsOf, isDate, passesLuhn, passesVerhoeff, weigh } from '../checksums/digits.ts';
import { endsWith, isRepeated, number } from './checks.ts';
import type { NationalId } from './national-id.ts';

function checkChinese(compact: string): boolean {
  const sum = weigh(
    digitsOf(compact.slice(0, 17)),
    [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2],
  );
  return (
    '10X98765432'[sum % 11] === compact[17] &&
    isDate(0, number(compact, 10, 12), number(compact, 12, 14))
  );
}

/** The first letter stands for two digits; the order is that of the counties. */
const taiwanese = 'ABCDEFGHJKLMNPQRSTUVXYWZIO';

function checkTaiwanese(compact: string): boolean {
  const value = taiwanese.indexOf(compact.charAt(0)) + 10;
  const sum =
    Math.floor(value / 10) +
    (value % 10) * 9 +
    weigh(digitsOf(compact.slice(1)), [8, 7, 6, 5, 4, 3, 2, 1, 1]);
  return sum % 10 === 0;
}

function checkHongKong(compact: string): boolean {
  const letters =
    compact.length === 9 ? [letter(compact, 0), letter(compact, 1)] : [36, letter(compact, 0)];
  const digits = digitsOf(compact.slice(-7, -1));
  const check = compact.endsWith('A') ? 10 : Number(compact.at(-1));
  return (weigh([...letters, ...digits], [9, 8, 7, 6, 5, 4, 3, 2]) + check) % 11 === 0;
}

function letter(compact: string, at: number): number {
  return compact.charCodeAt(at) - 55;
}

function checkSingaporean(compact: string): boolean {
  const first = compact.charAt(0);
  const extra = first === 'T' || first === 'G' ? 4 : first === 'M' ? 3 : 0;
  const sum = weigh(digitsOf(compact.slice(1, 8)), [2, 7, 6, 5, 4, 3, 2]) + extra;
  const letters =
    first === 'S' || first === 'T' ? 'JZIHGFEDCBA' : first === 'M' ? 'XWUTRQPNJLK' : 'XWUTRQPNMLK';
  return letters[sum % 11] === compact.at(-1);
}

function checkKorean(compact: string): boolean {
  return (
    isDate(0, number(compact, 2, 4), number(compact, 4, 6)) &&
    number(compact, 6, 7) >= 1 &&
    number(compact, 6, 7) <= 8
  );
}

function checkJapanese(compact: string): boolean {
  return endsWith(compact, [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2], (sum) =>
    sum % 11 <= 1 ? 0 : 11 - (sum % 11),
  );
}

export const asiaPacific: readonly NationalId[] = [
  {
    name: 'in_aadhaar',
    leads: [4, 12],
    shape: /[2-9]\d{3}([ -]?)\d{4}\1\d{4}/y,
    check: (compact) => passesVerhoeff(digitsOf(compact)) && !isRepeated(compact),
    words: new WordSet('aadhaar aadhar uidai uid आधार'),
    alone: 0.6,
    aloneNeedsSigns: true,
  },
  {
    name: 'in_pan',
    leads: [10],
    shape: /[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]/y,
    check: () => true,
    words: new WordSet('pan permanent account'),
    alone: 0.75,
  },
  {
    name: 'in_voter',
    leads: [10],
    shape: /[A-Z]{3}\d{7}/iy,
    check: () => true,
    words: new WordSet('voter epic election'),
    alone: 0,
  },
  {
    name: 'cn_resident',
    leads: [18, 17],
    shape: /[1-9]\d{5}(?:18|19|20)\d{9}[\dX]/iy,
    check: checkChinese,
    words: new WordSet('resident shenfenzheng identity'),
    alone: 0.95,
  },
  {
    name: 'jp_my_number',
    leads: [4, 12],
    shape: /\d{4}([ -]?)\d{4}\1\d{4}/y,
    check: (compact) => checkJapanese(compact) && !isRepeated(compact),
    words: new WordSet('mynumber kojin マイナンバー* 個人番号 個人番号は'),
    alone: 0,
  },
  {
    name: 'kr_rrn',
    leads: [6, 13],
    shape: /\d{6}-?[1-8]\d{6}/y,
    check: checkKorean,
    words: new WordSet(
      'rrn resident registration jumin 주민등록번호* 주민번호 주민번호는 주민등록',
    ),
    alone: 0.85,
    aloneNeedsSigns: true,
  },
  {
    name: 'tw_id',
    leads: [10],
    shape: /[A-Z][1289]\d{8}/iy,
    check: checkTaiwanese,
    words: new WordSet('taiwan national identity 身分證字號 身份證字號 身分證 身分證號碼'),
    alone: 0.7,
  },
  {
    name: 'hk_id',
    leads: [7, 8, 9],
    shape: /[A-Z]{1,2}\d{6}(?:\([\dA]\)|[\dA])/iy,
    check: checkHongKong,
    words: new WordSet('hkid identity hong kong 香港身份證 身份證號碼 身份證'),
    alone: 0.9,
    aloneNeedsSigns: true,
  },
  {
    name: 'sg_nric',
    leads: [9],
    shape: /[STFGM]\d{7}[A-Z]/iy,
    check: checkSingaporean,
    words: new WordSet('nric fin singapore'),
    alone: 0.85,
  },
  {
    name: 'my_mykad',
    leads: [6, 12],
    shape: /\d{6}-?\d{2}-?\d{4}/y,
    check: (compact) => isDate(0, number(compact, 2, 4), number(compact, 4, 6)),
    words: new WordSet('mykad nric ic kad pengenalan'),
    alone: 0.6,
    aloneNeedsSigns: true,
  },
  {
    name: 'th_id',
    leads: [1, 13],
    shape: /[1-8]([- ]?)\d{4}\1\d{5}\1\d{2}\1\d/y,
    check: (compact) =>
      endsWith(compact, [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2], (sum) => (11 - (sum % 11)) % 10),
    words: new WordSet('thai citizen บัตรประชาชน* เลขบัตร* หมายเลขบัตร* เลขประจำตัว*'),
    alone: 0.85,
    aloneNeedsSigns: true,
  },
  {
    name: 'id_nik',
    leads: [16],
    shape: /[1-9]\d{15}/y,
    check: (compact) => isDate(0, number(compact, 8, 10), number(compact, 6, 8) % 40),
    words: new WordSet('nik ktp kependudukan'),
    alone: 0,
  },
  {
    name: 'ph_sss',
    leads: [2, 10],
    shape: /\d{2}-?\d{7}-?\d/y,
    check: () => true,
    words: new WordSet('sss gsis'),
    alone: 0,
  },
  {
    name: 'ph_philhealth',
    leads: [2, 12],
    shape: /\d{2}-?\d{9}-?\d/y,
    check: () => true,
    words: new WordSet('philhealth'),
    alone: 0,
  },
  {
    name: 'ph_tin',
    leads: [3],
    shape: /\d{3}-\d{3}-\d{3}(?:-\d{3,5})?/y,
    check: (compact) => !isRepeated(compact),
    words: new WordSet('tin bir'),
    alone: 0,
  },
  {
    name: 'vn_cccd',
    leads: [12],
    shape: /0\d{11}/y,
    check: () => true,
    words: new WordSet('cccd cmnd can cuoc'),
    alone: 0,
  },
  {
    // Those that were given out before.
    name: 'vn_cmnd',
    leads: [9],
    shape: /[0-3]\d{8}/y,
    check: (compact) => !isRepeated(compact),
    words: new WordSet('cmnd cmt'),
    alone: 0,
  },
  {
    name: 'pk_cnic',
    leads: [5, 13],
    shape: /[1-7]\d{4}-\d{7}-\d|[1-7]\d{12}/y,
    check: () => true,
    words: new WordSet('cnic nadra nicop nic شناختی'),
    alone: 0.75,
    aloneNeedsSigns: true,
  },
  {
    name: 'lk_nic',
    leads: [10, 12],
    shape: /\d{9}[VX]|(?:19|20)\d{10}/iy,
    check: (compact: string): boolean => {
      const from = compact.length === 10 ? 2 : 4;
      return number(compact, from, from + 3) % 500 <= 366;
    },
    words: new WordSet('nic lanka identity'),
    alone: 0,
  },
  {
    name: 'bd_nid',
    leads: [10, 13, 17],
    shape: /(?:19|20)\d{15}|\d{13}|\d{10}/y,
    check: (compact) => !isRepeated(compact),
    words: new WordSet('nid bangladesh জাতীয় পরিচয়পত্র'),
    alone: 0,
  },
  {
    name: 'kz_iin',
    leads: [12],
    shape: /\d{12}/y,
    check: (compact) => isDate(0, number(compact, 2, 4), number(compact, 4, 6)),
    words: new WordSet('иин iin жсн'),
    alone: 0,
  },
  {
    name: 'il_id',
    leads: [8, 9],
    shape: /\d{8}-?\d/y,
    check: (compact) => passesLuhn(digitsOf(compact)) && !isRepeated(compact),
    words: new WordSet('teudat zehut תעודת זהות ת״ז תז ז'),
    alone: 0,
  },
];
