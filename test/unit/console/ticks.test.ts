/** The words under the histogram: whatever the span of time, no two neighbours say the same. */
import { expect, test } from '@jest/globals';
import { writeTicks } from '../../../console/src/explorer/ticks.ts';

const write = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');
const day = 86_400;
const start = Date.UTC(2026, 10, 17, 12) / 1000;

test.each([
  ['half days of a week', day / 2, ['12:00', '11-18', '12:00', '11-19', '12:00', '11-20']],
  ['hours over midnight', 6 * 3600, ['12:00', '18:00', '11-18', '06:00', '12:00', '18:00']],
  ['days', day, ['11-17', '11-18', '11-19', '11-20', '11-21', '11-22']],
  ['months', 30 * day, ['2026-11', '2026-12', '2027-01', '2027-02', '2027-03', '2027-04']],
  ['years', 365 * day, ['2026', '2027', '2028', '2029', '2030', '2031']],
  ['minutes', 300, ['12:00', '12:05', '12:10', '12:15', '12:20', '12:25']],
  ['seconds', 15, ['12:00:00', '12:00:15', '12:00:30', '12:00:45', '12:01:00', '12:01:15']],
  ['parts of one', 0.25, ['00.000', '00.250', '00.500', '00.750', '01.000', '01.250']],
])('say what tells one from the next: %s', (_, step, words) => {
  const times = Array.from({ length: 6 }, (_each, at) => start + at * step);
  const written = writeTicks(times, step, write).map((word) =>
    step < 1 ? word.slice('12:00:'.length) : word,
  );
  expect(written).toEqual(words);
});
