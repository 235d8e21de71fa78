/** The console reads the search box as the gateway does, so that a click on a value asks for that value. */
import { describe, expect, test } from '@jest/globals';
import { choose, readTerms } from '../../../console/src/explorer/query.ts';
import { readSearch } from '../../../src/audit/search/language.ts';

test.each([String.raw`"a\b"`, String.raw`owner:"C:\\dir\file"`, String.raw`"say \"hi\" now" tide`])(
  'readTerms() reads %s into the terms that the gateway reads',
  (query) => {
    const values = readSearch(query).terms.map((term) =>
      term.kind === 'text' ? term.phrase : 'patterns' in term ? term.patterns[0] : undefined,
    );
    expect(readTerms(query)?.map(({ value }) => value)).toEqual(values);
  },
);

describe('choose()', () => {
  test.each(['gpt*', 'a,b', '>5', '1..2', 'x y', String.raw`a\b`, 'say "no"'])(
    'asks for the model %s and for nothing else',
    (value) => {
      const query = choose(String.raw`"a\b"`, 'model', value, 'include');
      const [, term] = readSearch(query).terms;
      expect(term).toMatchObject({ kind: 'words', patterns: [value], literal: value === 'gpt*' });
    },
  );
});
