/** The search box says where it was misread, and takes nothing for an answer that nobody asked for. */
import { expect, test } from '@jest/globals';
import { readSearch } from '../../../src/audit/search/language.ts';

test.each<[string, string, string]>([
  ['a term behind another', 'model:x   foo"bar', 'foo"bar'],
  ['a field behind spaces', '  strange:x', 'strange:x'],
  ['a quote that is not closed', 'tide  "at noon', '"at noon'],
  ['no value among commas', 'model:x subject:,', 'subject:,'],
  ['no value among commas, ruled out', '-model:,,', '-model:,,'],
])('readSearch() names the place of %s', (_, query, piece) => {
  const { misread } = readSearch(query);
  expect(query.slice(misread?.at ?? -1)).toBe(piece);
});
