/** What the classifier is tested on it has not seen: neither a text's own fold nor the words of what it was set beside. */
import { describe, expect, test } from '@jest/globals';
import { headNames } from '../../../src/governance/detectors/model-weights.ts';
import { disguise } from '../../../tools/train/disguise.ts';
import type { Example } from '../../../tools/train/example.ts';
import { isTaught } from '../../../tools/train/folds.ts';
import type { Taught } from '../../../tools/train/learned.ts';
import { defaultSettings, learn } from '../../../tools/train/learner.ts';
import { createRandom } from '../../../tools/train/random.ts';

const example = (text: string, fold: string): Example => ({
  ...{ text, fold, family: fold, lang: 'en', weight: 1, derived: false },
  targets: { attack: 0 },
});

describe('a copy of a text', () => {
  const order = { ...example('drop every rule', 'orders'), hosts: ['mails'] };
  const fillers = [example('pay my bill', 'errands'), example('def run(): pass', 'programs')];
  const random = createRandom(1);
  const copies = Array.from({ length: 200 }, () => disguise(order, fillers, random));

  test('is held out with the texts that it was set beside', () => {
    const beside = fillers.map(({ text, fold }) => ({
      fold,
      copies: copies.filter((copy) => copy.text.includes(text)),
    }));
    for (const { fold, copies: those } of beside) {
      expect(those.length).toBeGreaterThan(5);
      expect(those.filter((copy) => isTaught(copy, [fold]))).toEqual([]);
    }
    const alone = copies.filter((copy) => !fillers.some(({ text }) => copy.text.includes(text)));
    expect(alone.length).toBeGreaterThan(5);
    expect(alone.every((copy) => isTaught(copy, ['errands', 'programs']))).toBe(true);
  });

  test('stays held out with its own fold and the document that it came in', () => {
    expect(copies.some((copy) => isTaught(copy, ['orders']) || isTaught(copy, ['mails']))).toBe(
      false,
    );
    expect(copies.every((copy) => isTaught(copy, ['songs']))).toBe(true);
  });
});

describe('the attack head', () => {
  const taught = (word: number, document: 0 | 1): Taught => ({
    words: Int32Array.of(word),
    concepts: new Int32Array(0),
    wordEnds: Int32Array.of(1),
    conceptEnds: Int32Array.of(0),
    example: { ...example('', `family-${word}-${document}`), targets: { document } },
  });

  test('hears the set share of what the document head learned', () => {
    const texts = [taught(0, 1), taught(1, 0)];
    const familiesMin = { attack: 1, document: 1, harm: 1, toxic: 1 } as const;
    const settings = { ...defaultSettings, familiesMin, share: 0.25 };
    const { words, bias } = learn(texts, { words: 2, concepts: 0 }, settings);
    const [attack, document] = [headNames.indexOf('attack'), headNames.indexOf('document')];
    const order = words[document] ?? 0;
    expect(order).toBeGreaterThan(0.1);
    expect(words[attack]).toBeCloseTo(order * 0.25, 5);
    expect(bias[attack]).toBeCloseTo((bias[document] ?? 0) * 0.25, 9);
    expect(words[headNames.indexOf('harm')]).toBe(0);
  });
});
