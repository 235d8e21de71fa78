/** Where a value stands is told to the character, and redaction takes out exactly that: inside any Unicode text, thousands of times. */
import { describe, expect, test } from '@jest/globals';
import { govern } from '../../../src/governance/govern.ts';
import type { Bundle } from '../../../src/governance/policy/policy.ts';
import { applyEdits } from '../../../src/governance/redact.ts';
import { createRandom, type Random } from '../../../tools/train/random.ts';
import { countDraws, seedOf } from '../../support/draws.ts';
import { bundleOf, callOf, policyOf } from '../../support/policy.ts';
import { values } from './values.ts';

const placements = countDraws(2000);

/** Texts of one script each; none of their characters belongs to a word or a number of another script beside it. */
const alphabets: readonly (readonly string[])[] = [
  Array.from('lorem ipsum dolor sit amet'),
  Array.from('über Größe naïve façade Ångström'),
  Array.from('съешь ещё этих мягких булок'),
  Array.from('日本語の文章と漢字、句読点。'),
  Array.from('한국어 문장과 낱말'),
  Array.from('שלום עולם ספר'),
  Array.from('مرحبا بالعالم كتاب'),
  Array.from('नमस्ते दुनिया किताब'),
  Array.from('สวัสดีชาวโลก'),
  ['😀', '👨‍👩‍👧', '🏳️‍🌈', '👍🏽', '🇩🇪', '❤️', ' '],
  ['e\u0301', 'a\u0308', 'o\u0302', 'n\u0303', ' '],
  ['\ud800', '\udc00', '\udfff', ' ', 'x'],
  ['𝔘', '𠜎', '🂡', ' '],
  ['\r\n', '\n', '\t', ' ', 'word'],
  ['\u200f', '\u202b', '\u2067', ' ', 'א'],
  ['\u200b', '\u00ad', '\u2060', ' ', 'b'],
];

/** What may stand against a value without becoming a part of it. */
const edges = [' ', '\n', '\r\n', ' "', ' (', '\t', '« '];
const ends = [' ', '\n', '\r\n', '", ', ') ', '\t', ' »', ', '];

function fill(random: Random): string {
  const alphabet = random.pick(alphabets);
  return Array.from({ length: random.below(30) }, () => random.pick(alphabet)).join('');
}

/** A rule for each category, so that whatever is found is taken out. */
function load(): Bundle {
  const rules = [
    { id: 'personal', when: 'found("pii/*", 0.5)', action: 'redact', redact: { with: '[X]' } },
    { id: 'secret', when: 'found("secret/*", 0.5)', action: 'redact', redact: { with: '[X]' } },
  ];
  const parts = ['user'];
  return bundleOf([policyOf({ parts, detect: { 'pii/name': { confidence: 1 } }, rules })]);
}

describe('a value inside any text', () => {
  test('is one of 60 and more', () => {
    expect(values.length).toBeGreaterThanOrEqual(60);
    expect(new Set(values.map(({ value }) => value)).size).toBe(values.length);
  });

  test(`is found where it stands, and cut out alone, ${placements} times`, () => {
    const bundle = load();
    const random = createRandom(seedOf(20_261_121));
    const wrong: unknown[] = [];
    for (let turn = 0; turn < placements && wrong.length < 10; turn++) {
      const { lead, value } = values[turn % values.length] ?? { lead: '', value: '' };
      const before = fill(random) + random.pick(edges) + lead;
      const after = random.pick(ends) + fill(random);
      const text = before + value + after;
      const call = callOf({ text });
      const ruling = govern(bundle, call);
      const exact = ruling.findings.some(({ spans: [span] }) => {
        const end = before.length + value.length;
        return span?.start === before.length && span.end === end;
      });
      const copy = applyEdits(text, ruling.edits);
      if (!exact || copy !== `${before}[X]${after}`) wrong.push({ turn, text, exact, copy });
    }
    expect(wrong).toEqual([]);
  });
});
