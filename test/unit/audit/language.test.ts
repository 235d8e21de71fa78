/** The search box says where it was misread, and takes nothing for an answer that nobody asked for. */
import { expect, test } from '@jest/globals';
import { matchesAny } from '../../../src/audit/search/filter.ts';
import { readSearch, toFieldTerm } from '../../../src/audit/search/language.ts';

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

test('readSearch() takes the name of a field in capital letters', () => {
  expect(readSearch('Decision:block -TAG:x')).toEqual(readSearch('decision:block -tag:x'));
});

test.each<[string]>([[String.raw`"x,y"`], [String.raw`"say \"hi\""`], ['"st*r"'], ['a,b*']])(
  'toFieldTerm() takes %s as the search box takes it',
  (given) => {
    expect([toFieldTerm('tag', given)]).toEqual(readSearch(`tag:${given}`).terms);
  },
);

test('readSearch() reads backslashes without a closing quote in a moment', () => {
  expect(readSearch(`"${'\\'.repeat(1999)}`).misread?.at).toBe(0);
});

test.each<[string, string]>([
  ['subject:a*', 'looked up whole'],
  ['-session:*', 'looked up whole'],
  [`latency:${'9'.repeat(401)}`, 'up to 15 digits'],
  [`bytes_in:>${'9'.repeat(401)}`, 'up to 15 digits'],
  ['bytes_in:1.5', 'takes a number'],
  [`status:>${'9'.repeat(401)}`, 'never'],
  ['status:499..400', 'never'],
  ['status:4xx', 'a number'],
  ['status:"4*"', 'a number'],
  ['status:>=400,200', 'a number'],
  ['model:5..1', 'one comparison'],
  ['model:gpt-4o,>5', 'one comparison'],
  ['decision:"bl*"', 'never'],
  ['delivered:ful', 'one of full, partial, none, unknown'],
  ['wom*bat', 'the rest of a word'],
  ['*bat', 'the rest of a word'],
  ['tide OR noon', 'no operator'],
  ['NOT tide', 'no operator'],
  ['(decision:block)', 'no brackets'],
  ['tide -(-decision:block)', 'no brackets'],
  ['--decision:block', 'at the beginning of a term'],
  ['decision :block', 'directly before its colon'],
  ['http://tide', 'text with a colon in it is looked for in quotes'],
])('readSearch() says of %s what is wrong instead of finding something else', (query, detail) => {
  expect(readSearch(query).misread?.detail).toMatch(detail);
});

test.each([
  ['subject:"a*"', { kind: 'name', field: 'subject', values: ['a*'] }],
  ['model:"a*"', { kind: 'words', patterns: ['a*'], literal: true }],
  ['model:"5..1"', { kind: 'words', patterns: ['5..1'], literal: false }],
  ['review:op*,closed', { kind: 'review', patterns: ['op*', 'closed'], literal: false }],
  ['"OR"', { kind: 'text', phrase: 'OR', prefix: false }],
  ['or', { kind: 'text', phrase: 'or', prefix: false }],
  ['"http://tide*"', { kind: 'text', phrase: 'http://tide*', prefix: false }],
  ['latency:>0.0000001', { kind: 'number', range: { low: 1, high: Infinity } }],
])('readSearch() takes %s as it stands', (query, term) => {
  expect(readSearch(query)).toEqual({ terms: [expect.objectContaining(term)] });
});

test.each([
  ['*Σ', 'ΟΔΟΣ'],
  ['ΟΔΟΣ*', 'ΟΔΟΣΑ'],
  ['οδος', 'ΟΔΟΣ'],
])(
  'matchesAny() finds by %s what says %s, though its sigma ends a word in one of them',
  (pattern, value) => {
    expect(matchesAny({ patterns: [pattern], literal: false }, value)).toBe(true);
  },
);
