/** A moment that somebody names is read to the microsecond, whichever way RFC 3339 lets them write it. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { readMoment } from '../../../src/audit/search/moment.ts';
import {
  readFilterQuery,
  readHistogramQuery,
  readListQuery,
} from '../../../src/audit/search/query.ts';
import { writeFilter } from '../../../src/audit/search/query-words.ts';
import { decisionEvent } from '../../support/audit-samples.ts';
import { cleanTrails, openNew } from '../../support/trail-directory.ts';

afterEach(cleanTrails);

const noon = Date.parse('2026-01-31T12:00:00Z') * 1000;
const day = 86_400_000_000;

test.each([
  ['2026-01-31T12:00:00Z', noon, noon],
  ['2026-01-31t12:00:00z', noon, noon],
  ['2026-01-31T12:00Z', noon, noon],
  ['2026-01-31T14:30:00+02:30', noon, noon],
  ['2026-01-31T12:00:00.5Z', noon + 500_000, noon + 500_000],
  ['2026-01-31T12:00:00.123456Z', noon + 123_456, noon + 123_456],
  ['2026-01-31T13:00:00.123456+01:00', noon + 123_456, noon + 123_456],
  ['2026-01-31T12:00:00.1234560Z', noon + 123_456, noon + 123_456],
  ['2026-01-31T12:00:00.1234561Z', noon + 123_457, noon + 123_456],
  ['2026-01-31', noon - day / 2, noon + day / 2 - 1],
  ['24h', noon - day, noon - day],
])('%s is from %i and to %i', (given, from, to) => {
  expect(readMoment(given, 'from', noon / 1000)).toBe(from);
  expect(readMoment(given, 'to', noon / 1000)).toBe(to);
});

test.each([
  '2026-02-30',
  '2026-01-31T25:00:00Z',
  '2026-01-31T12:00:00',
  '2026-01-31 12:00:00Z',
  '2026-01-31T12:00:00+0100',
  '2026-1-31',
  '1.5h',
  'now',
  '',
])('%j is none, and what is one is said', (given) => {
  expect(readMoment(given, 'from', 0)).toMatch('expected an age such as `24h`, a day');
});

test('a plus that became a space in an address is told of', () => {
  const query = new URLSearchParams('from=2026-01-31T12:00:00+01:00');
  expect(() => readListQuery(query, 0)).toThrow(
    expect.objectContaining({
      faults: [{ pointer: '/from', detail: expect.stringMatching('%2B') }],
    }),
  );
});

describe('a span that reaches beyond all entries', () => {
  test.each([
    ['from=999999d', 'from:1970-01-01T00:00:00.000000Z'],
    ['from=0000-01-01', 'from:1970-01-01T00:00:00.000000Z'],
    ['to=9999-12-31', 'to:2255-06-05T23:47:34.740991Z'],
  ])('is told by the trail in the words of a moment: %s', (query, words) => {
    const filter = readFilterQuery(new URLSearchParams(query), Date.now());
    expect(writeFilter(filter, (name) => name)).toBe(words);
  });

  test('has all entries in its histogram', async () => {
    const { trail } = await openNew();
    for (let at = 0; at < 20; at += 1) await trail.record(decisionEvent());
    for (const span of ['from=999999d', 'from=0000-01-01&to=9999-12-31'])
      for (const buckets of [1, 2, 3, 500]) {
        const query = new URLSearchParams(`type=decision&buckets=${buckets}&${span}`);
        const { answer } = await trail.drawHistogram(readHistogramQuery(query, Date.now()));
        expect(answer.buckets.reduce((sum, { count }) => sum + count, 0)).toBe(20);
      }
  });
});
