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

test.each<[string, string, string]>([
  ['before a letter is itself', String.raw`"a\b"`, String.raw`a\b`],
  ['before a quote is none', String.raw`"say \"hi\" now"`, 'say "hi" now'],
  ['doubled is one', String.raw`"C:\\dir\file"`, String.raw`C:\dir\file`],
])('readSearch() takes a quoted text where a backslash %s', (_, query, phrase) => {
  expect(readSearch(query)).toEqual({
    terms: [{ kind: 'text', negated: false, phrase, prefix: false }],
  });
});

test('readSearch() reads backslashes without a closing quote in a moment', () => {
  expect(readSearch(`"${'\\'.repeat(1999)}`).misread?.at).toBe(0);
});
