/** The trainer's own texts: none that stands in the data directory is learned from as one of ours. */
import { describe, expect, test } from '@jest/globals';
import type { Example } from '../../../tools/train/example.ts';
import { findSharedRows, withoutShared, wordsInRow } from '../../../tools/train/overlaps.ts';

const example = (text: string): Example => ({
  ...{ text, targets: { attack: 1 }, family: 'own-override', lang: 'en', fold: 'own-1' },
  ...{ weight: 1, derived: false },
});

describe('withoutShared()', () => {
  const given = ['Then he said: “I am the king and you have to kneel”, and left.', 'a b c d e f'];
  const left = (texts: readonly string[]): readonly string[] =>
    withoutShared(texts.map(example), findSharedRows(texts, given)).map(({ text }) => text);

  test('leaves out seven words in a row that are given, whatever stands between them', () => {
    expect(wordsInRow).toBe(7);
    expect(left(["I'M THE king? I am the king - and you have to sing."])).toEqual([]);
    expect(left(['i am THE king,\nand you have no crown'])).toEqual([]);
  });

  test('keeps six words in a row, and texts that are shorter', () => {
    const kept = ['We say: I am the king and you may go.', 'a b c d e f', ''];
    expect(left(kept)).toEqual(kept);
  });

  test('counts words of every script', () => {
    const words = 'один два три четыре пять шесть семь';
    expect(findSharedRows([words], [`Раз, ${words}!`])).toEqual(new Set([words]));
  });
});
