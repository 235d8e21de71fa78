/** The lists of names: each is in order and as names are looked up, and none contradicts another. */
import { describe, expect, test } from '@jest/globals';
import { familyNames } from '../../../../src/governance/detectors/names/family-names.ts';
import { givenNames } from '../../../../src/governance/detectors/names/given-names.ts';
import { foldName } from '../../../../src/governance/detectors/names/known.ts';
import {
  familyNamesAndWords,
  givenNamesAndWords,
} from '../../../../src/governance/detectors/names/names-and-words.ts';
import { findListed } from '../../../../src/governance/detectors/names/listed.ts';

const lists = { givenNames, familyNames, givenNamesAndWords, familyNamesAndWords };
const wordsOf = (list: string): readonly string[] => list.split(/\s+/);

describe.each(Object.entries(lists))('%s', (_name, list) => {
  test('are written as they are looked up, in order, each once', () => {
    const words = wordsOf(list);
    expect(words.filter((word) => !/^[a-z]{2,}$/.test(word) || foldName(word) !== word)).toEqual(
      [],
    );
    expect(words).toEqual([...new Set(words)].sort());
  });
});

test.each([
  ['given names', givenNames, givenNamesAndWords],
  ['family names', familyNames, familyNamesAndWords],
])('no %s are said to be words and to be none', (_name, names, andWords) => {
  const known = new Set(wordsOf(names));
  expect(wordsOf(andWords).filter((word) => known.has(word))).toEqual([]);
});

test.each([
  ['a name of two', 'Anna Kumar', 0.65],
  ['a given name and what else has a capital', 'Anna Quexal', 0.55],
  ['a word that is a name beside one that is nothing else', 'Grace Nakamura', 0.6],
  ['a name alone', 'Anna', 0.5],
])('%s is told as surely as it is sure', (_what, name, confidence) => {
  expect(findListed(`yesterday ${name} came`)).toEqual([
    { start: 10, end: 10 + name.length, confidence },
  ]);
});

test('a long row of names is read in time that grows with it', () => {
  // By the wall: some systems count what a thread used in steps that are longer than the short row takes.
  const leastMs = (count: number): number => {
    const text = 'Anna Kumar, Will van der Berg; '.repeat(count);
    const times = Array.from({ length: 7 }, () => {
      const startedMs = performance.now();
      expect(findListed(text).length).toBeGreaterThanOrEqual(count);
      return performance.now() - startedMs;
    });
    return Math.min(...times);
  };
  expect(leastMs(20_000) / leastMs(2_000)).toBeLessThan(30);
});
