/** Where a text that is still being said may be cut. */
import { describe, expect, test } from '@jest/globals';
import { findCut } from '../../../src/governance/windows.ts';

const cut = (text: string, reach: number, from = 0): string =>
  text.slice(0, findCut(text, from, reach));

describe('findCut() cuts', () => {
  test.each([
    ['the weather is fine', 4, 'the weather is '],
    ['the weather is fine', 6, 'the weather '],
    ['the weather is fine', 0, 'the weather is fine'],
    ['see https://example.org/a/very/long/path?with=all', 3, 'see '],
    ['look 48 65 6c 6c 6f 20 77', 2, 'look '],
    ['dots -.. --- - ...', 4, 'dots '],
    ['on the 12 of May', 3, 'on the 12 of '],
    ['4\u200b\u200b\u200b1\u200b1 is', 4, ''],
    ['a fox 🦊 ran off', 9, 'a fox '],
    ['漢字漢字漢字漢字', 3, '漢字漢字漢'],
    ['unbroken', 2, ''],
  ])('%j, %i characters before its end', (text, reach, before) => {
    expect(cut(text, reach)).toBe(before);
  });

  test('never before where it was cut already', () => {
    expect(cut('onelongword', 3, 4)).toBe('onel');
    expect(cut('short', 50, 2)).toBe('sh');
  });
});
