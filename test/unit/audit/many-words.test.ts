/** A field with more different words than the index tells apart by numbers is searched and counted like any other. */
import { expect, test } from '@jest/globals';
import { firstLink, nextLink } from '../../../src/audit/chain.ts';
import { listSegments, readLines, segmentPath } from '../../../src/audit/journal-files.ts';
import { OpenBlock } from '../../../src/audit/search/block.ts';
import type { Dictionaries } from '../../../src/audit/search/block.ts';
import { countFacets, drawHistogram } from '../../../src/audit/search/counts.ts';
import { Dictionary } from '../../../src/audit/search/dictionary.ts';
import { readRow, wordFields } from '../../../src/audit/search/fields.ts';
import type { WordField } from '../../../src/audit/search/fields.ts';
import { readListQuery } from '../../../src/audit/search/query.ts';
import { type Source, createWordsAt, listEntries } from '../../../src/audit/search/reader.ts';
import { readStoredEntry } from '../../../src/audit/stored-entry.ts';
import { goldenTrail } from '../../support/audit-vectors.ts';

/** The golden trail as its index knows it, where so many words had been met before its own. */
function readSource(wordsBefore: number): Source {
  const before = Array.from({ length: wordsBefore }, (_, number) => `before-${number}`);
  const dictionaries: Partial<Record<WordField, Dictionary>> = {};
  for (const field of wordFields) {
    const dictionary = new Dictionary();
    for (const word of before) dictionary.encode([word]);
    dictionaries[field] = dictionary;
  }
  const block = new OpenBlock(0, '');
  let end = firstLink;
  for (const segment of listSegments(goldenTrail))
    readLines(segmentPath(goldenTrail, segment), ({ bytes, offset }) => {
      const place = { segment, offset, bytes: bytes.length };
      const row = readRow(readStoredEntry(bytes) ?? {}, 1);
      block.add(row, place, dictionaries as Dictionaries);
      end = nextLink(end, bytes);
      return true;
    });
  return {
    directory: goldenTrail,
    dictionaries: dictionaries as Dictionaries,
    blocks: [block],
    end,
    erased: new Map(),
    reviewsOf: () => new Map(),
    wordsAt: createWordsAt(goldenTrail),
    searchText: () => ({ mask: ({ rows }) => new Uint8Array(rows).fill(1) }),
  };
}

const few = readSource(0);
const many = readSource(60_000);

function ask(source: Source, query: string) {
  const { filter } = readListQuery(new URLSearchParams({ q: query }), 0);
  const { entries } = listEntries(source, { filter, limit: 500, direction: 'newer' });
  const { buckets } = drawHistogram(source, { filter, buckets: 7 });
  const { total } = countFacets(source, { filter, fields: ['model'], values: 20 });
  return { seqs: entries.map(({ seq }) => seq), total, drawn: buckets.map(({ count }) => count) };
}

test.each([
  ['type:decision', 1],
  ['-type:decision', 1],
  ['type:re* decision:allow', 1],
  ['status:>=400', 1],
  ['-status:200..299', 1],
  ['owner:*', 1],
  ['-owner:*', 1],
  ['type:nothing*', 0],
  ['-rule:* type:request,decision', 1],
])('lists, counts and draws the same under %s', (query, atLeast) => {
  const found = ask(many, query);
  expect(found).toEqual(ask(few, query));
  expect([found.seqs.length, found.drawn.reduce((sum, count) => sum + count, 0)]).toEqual([
    found.total,
    found.total,
  ]);
  expect(found.total).toBeGreaterThanOrEqual(atLeast);
});

test('what facets call the rest is found by that name', () => {
  const { fields, total } = countFacets(many, {
    filter: { terms: [] },
    fields: ['type'],
    values: 9,
  });
  expect(fields.type).toEqual([{ value: '(other)', count: total }]);
  expect(ask(many, 'type:(oth*').total).toBe(total);
});
