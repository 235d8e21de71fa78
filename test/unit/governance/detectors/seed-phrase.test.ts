/** A seed phrase is found to the letter in every manner of writing it, and no other row of words is taken for one. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { findSeedPhrases } from '../../../../src/governance/detectors/seed-phrase.ts';
import { walletWords } from '../../../../src/governance/detectors/wallet-words.ts';
import { createRandom, type Random } from '../../../../tools/train/random.ts';
import { countDraws, seedOf } from '../../../support/draws.ts';
import { ruleOn, callOf } from '../../../support/policy.ts';
import { applyEdits } from '../../../../src/governance/redact.ts';

const sizes = [12, 15, 18, 21, 24];

function draw(random: Random, size: number): readonly string[] {
  const entropy = Buffer.from(Array.from({ length: (size * 4) / 3 }, () => random.below(256)));
  const check = createHash('sha256').update(entropy).digest()[0] ?? 0;
  const bits = [...entropy, check].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return Array.from(
    { length: size },
    (_, at) => walletWords[parseInt(bits.slice(at * 11, at * 11 + 11), 2)] ?? '',
  );
}

/** Each with what stands before the first word and behind the last one. */
const manners: readonly (readonly [name: string, write: (words: readonly string[]) => string])[] = [
  ...[
    ' ',
    '  ',
    ', ',
    ',',
    '\n',
    '\r\n',
    '\t',
    ' | ',
    '-',
    '_',
    '; ',
    ' / ',
    '、',
    ' → ',
    '","',
  ].map((sign) => [JSON.stringify(sign), (words: readonly string[]) => words.join(sign)] as const),
  ['numbers', (words) => words.map((word, at) => `${at + 1}. ${word}`).join('\n')],
  ['numbers in brackets', (words) => words.map((word, at) => `(${at + 1}) ${word}`).join(' ')],
  ['named numbers', (words) => words.map((word, at) => `Word ${at + 1}: ${word}`).join('\n')],
  ['a list', (words) => `<ol>${words.map((word) => `<li>${word}</li>`).join('\n')}</ol>`],
  ['capitals', (words) => words.join(' ').toUpperCase()],
];

describe('findSeedPhrases()', () => {
  test('has all words in their order', () => {
    const hash = createHash('sha256').update(walletWords.map((word) => `${word}\n`).join(''));
    expect(hash.digest('hex')).toBe(
      '2f5eed53a4727b4bf8880d8f3f199efc90e58503646d9ff8eff3a2ed3b24dbda',
    );
  });

  test.each(manners)('finds all of a phrase and nothing else, parted by %s', (_name, write) => {
    const random = createRandom(seedOf(39));
    for (let turn = 0; turn < countDraws(100); turn++) {
      const words = draw(random, random.pick(sizes));
      const before = 'x'.repeat(random.below(40)) + random.pick(['', 'Keep this safe:\n', 'это: ']);
      const text = `${before}${before === '' ? '' : ' '}${write(words)} (not written down).`;
      const [phrase, ...more] = findSeedPhrases(text).map(({ start, end }) =>
        text.slice(start, end),
      );
      expect(more).toEqual([]);
      expect(phrase?.toLowerCase().startsWith(words[0] ?? '')).toBe(true);
      expect(phrase?.toLowerCase().endsWith(words.at(-1) ?? '')).toBe(true);
      expect(phrase?.match(/[a-z]+/gi)?.length).toBeGreaterThanOrEqual(words.length);
    }
  });

  test('finds a phrase one of whose words is `word`, before the number of the next line', () => {
    const random = createRandom(43);
    let words = draw(random, 12);
    while (!words.slice(1, -1).includes('word')) words = draw(random, 12);
    const text = words.map((word, at) => `${at + 1}. ${word}`).join('\n');
    expect(findSeedPhrases(text)).toEqual([{ start: 3, end: text.length }]);
  });

  test('takes a row without its checksum for nothing, but by chance', () => {
    const random = createRandom(40);
    let found = 0;
    for (let turn = 0; turn < 400; turn++) {
      const words = Array.from({ length: 12 }, () => random.pick(walletWords));
      found += findSeedPhrases(words.join(' ')).length;
    }
    // One in sixteen.
    expect(found).toBeLessThan(60);
  });

  test('takes no dictionary and no vocabulary for phrases', () => {
    expect(findSeedPhrases(walletWords.join('\n'))).toEqual([]);
    expect(findSeedPhrases(walletWords.slice(300, 324).join(', '))).toEqual([]);
    const random = createRandom(41);
    const words = Array.from({ length: 500 }, () => random.pick(walletWords));
    expect(findSeedPhrases(words.join(', '))).toEqual([]);
  });

  test('is asked by the rules for secrets, in readings, too', () => {
    const words = draw(createRandom(42), 12).join(' ');
    const when = 'found("secret/seed_phrase", 0.7)';
    const rule = { id: 'seed', when, action: 'redact', redact: { with: '[X]' } };
    for (const hidden of [
      words,
      Buffer.from(words).toString('base64'),
      words.replaceAll('e', 'е'),
    ]) {
      const text = `Restore it from ${hidden}.`;
      const { edits } = ruleOn({ parts: ['user'], rules: [rule] }, callOf({ text }));
      expect(applyEdits(text, edits)).toBe('Restore it from [X].');
    }
  });
});
