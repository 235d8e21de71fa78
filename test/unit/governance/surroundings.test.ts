/** A value is found in every disguise and against every sign that can stand beside it, and cut out without what is beside it. */
import { describe, expect, test } from '@jest/globals';
import { govern } from '../../../src/governance/govern.ts';
import { applyEdits } from '../../../src/governance/redact.ts';
import { createRandom, type Random } from '../../../tools/train/random.ts';
import { countDraws, seedOf } from '../../support/draws.ts';
import { bundleOf, callOf, policyOf } from '../../support/policy.ts';
import { values } from './values.ts';

const placements = countDraws(3000);

/** None of their letters looks like a Latin one, so none goes on with a value that stands beside it. */
const scripts: readonly (readonly string[])[] = [
  Array.from('日本語の文章と漢字、句読点。'),
  Array.from('这是中文文本没有空格请看'),
  Array.from('한국어문장과낱말'),
  Array.from('שלום עולם ספר '),
  Array.from('مرحبا بالعالم كتاب '),
  Array.from('नमस्ते दुनिया किताब '),
  Array.from('สวัสดีชาวโลก'),
  Array.from('வணக்கம்உலகம் '),
  ['😀', '👨‍👩‍👧', '🏳️‍🌈', '👍🏽', '🇩🇪', '❤️', ' '],
  ['\u200f', '\u202b', 'א', ' '],
];

/** What stands before and behind a value; a line for each kind of place that values stand in. */
const sides: readonly (readonly [before: string, behind: string])[] = [
  ...([' ', '\n', '\r\n', '\t', '\u00a0', '\u2009', '\u3000'] as const).map(
    (one) => [one, one] as const,
  ),
  ...[
    ...['"|"', "'|'", '`|`', '«|»', '“|”', '‘|’', '„|“', '(|)', '[|]', '{|}', '<|>'],
    ...['_|_', '*|*', '**|**', '__|__', '~~|~~', '--|--', '...|...'],
  ].map((pair) => [` ${pair.split('|')[0] ?? ''}`, `${pair.split('|')[1] ?? ''} `] as const),
  ...[
    '「|」',
    '『|』',
    '【|】',
    '（|）',
    '《|》',
    '：|，',
    '。|。',
    '、|、',
    '—|—',
    '–|–',
    '→|→',
  ].map((pair) => [pair.split('|')[0] ?? '', pair.split('|')[1] ?? ''] as const),
  ['', ''],
  ['😀', '😀'],
  ['❤️', '❤️'],
  ['👨‍👩‍👧', '👍🏽'],
  ['🇩🇪', '🇫🇷'],
  ['号码', '是'],
  ['は', 'です'],
  ['번호', '입니다'],
  ['หมายเลข', 'ครับ'],
  ['رقم', 'في'],
  ['{"k":"', '"}'],
  ['\nk: ', '\nw: x'],
  ['"a","', '","b"'],
  ['a;', ';b'],
  ['\n| ', ' | b |\n'],
  ['\n- ', '\n- '],
  ['<b>', '</b>'],
  ['<![CDATA[', ']]>'],
  ['<a title="', '">'],
  ['f("', '")'],
  [' ', ', '],
  [' ', '. '],
  [' ', '! '],
  [' ', '، '],
  [' ', '। '],
  [': ', ': '],
];

const digitsFrom = (zero: number) => (value: string) =>
  value.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
const behindEach = (sign: string) => (value: string) =>
  value.replaceAll(/[A-Za-z0-9]/g, (letter) => letter + sign);
const disguises: readonly ((value: string, random: Random) => string)[] = [
  (value) => value,
  (value) => value,
  ...['\u200b', '\u200c', '\u200d', '\u2060', '\u00ad', '\ufeff', '\u034f', '\u200e', '\u180e'].map(
    (sign) => (value: string, random: Random) =>
      Array.from(value, (letter, at) =>
        at > 0 && random.next() < 0.4 ? sign + letter : letter,
      ).join(''),
  ),
  behindEach('\u0301'),
  behindEach('\u0336'),
  ...[0xff10, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0x1d7ce, 0x1d7f6].map(digitsFrom),
  (value) => value.replaceAll(' ', '\u00a0'),
  (value) => value.replaceAll('-', '\u2011'),
  (value) => value.replaceAll('@', '＠').replaceAll('.', '．'),
];

/** What shows nothing by itself may go with a value, or stay. */
const unseen = /[\p{Mn}\p{Me}\p{Cf}]/gu;

function fill(random: Random): string {
  const script = random.pick(scripts);
  return Array.from({ length: random.below(30) }, () => random.pick(script)).join('');
}

const rules = [
  { id: 'personal', when: 'found("pii/*", 0.5)', action: 'redact', redact: { with: '[X]' } },
  { id: 'secret', when: 'found("secret/*", 0.5)', action: 'redact', redact: { with: '[X]' } },
];
const detect = { 'pii/name': { confidence: 1 } };
const bundle = bundleOf([policyOf({ parts: ['user'], detect, rules })]);

/** Rare draws that went wrong once. */
const drawn: readonly (readonly [before: string, value: string, behind: string])[] = [
  ['👩', ['sk_live_', '51H8kd03Lq9Zx7Vb2Nm5', 'Pw', '1Rt'].join('\ufeff'), '👍🏽\u202b\u202b '],
  ['日–password: ', 'Tr0ub4dor&3x', '–🇩🇪'],
  ['日–password: ', 'Tr0ub4dor&3', '👍🏽'],
  ['号码', behindEach('\u0301')('jane.roe@acme-mail.com'), '是文'],
  ['ب', behindEach('\u0336')('jane.roe@acme-mail.com'), 'في المدينة'],
  ['请', behindEach('\u034f')('jane.roe@acme-mail.com'), 'म नतसा'],
];

test.each(drawn)('a rare draw is cut out alone: %s%s%s', (before, value, behind) => {
  const text = before + value + behind;
  expect(applyEdits(text, govern(bundle, callOf({ text })).edits)).toBe(`${before}[X]${behind}`);
});

describe('a value among anything', () => {
  test(`is cut out in every disguise, and nothing beside it, ${placements} times`, () => {
    const random = createRandom(seedOf(20_261_125));
    const wrong: unknown[] = [];
    for (let turn = 0; turn < placements && wrong.length < 10; turn++) {
      const { lead, value } = random.pick(values);
      const [left, right] = random.pick(sides);
      const before = fill(random) + left + lead;
      const after = right + fill(random);
      const text = before + random.pick(disguises)(value, random) + after;
      const copy = applyEdits(text, govern(bundle, callOf({ text })).edits);
      const wanted = `${before}[X]${after}`;
      if (copy.replaceAll(unseen, '') !== wanted.replaceAll(unseen, '')) wrong.push({ text, copy });
    }
    expect(wrong).toEqual([]);
  });
});
