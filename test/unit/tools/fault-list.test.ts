/** The faults of a sweep: each keeps its name and its place from one survey to the next, so that pieces add up to the whole. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { choosePiece, exchangesFor, nameOf } from '../../faults/fault-list.ts';
import { readPoints, toPath } from '../../faults/survey.ts';
import { type Case, faults } from '../../faults/sweep.ts';
import { newDirectory } from '../../support/trail-directory.ts';

const survey: readonly Case[] = Array.from({ length: 20 }, (_, index) => index + 1).flatMap((nth) =>
  faults.map((fault): Case => ({ beginning: 'new', path: 'lock', call: 'openat', nth, fault })),
);
/** What another run saw: in another order, with a call more and a call less. */
const other: readonly Case[] = survey
  .filter(({ nth }) => nth !== 7)
  .concat(faults.map((fault) => ({ beginning: 'new', path: 'lock', call: 'close', nth: 1, fault })))
  .reverse();
const namesOf = (cases: readonly Case[]): string[] => cases.map(nameOf);

describe('choosePiece()', () => {
  test('goes on where a piece ended, whatever the next survey sees: no fault is missed', () => {
    const first = choosePiece(survey, { seed: 1, sample: 25 });
    expect(first.chosen).toHaveLength(25);
    const second = choosePiece(other, { seed: 1, from: first.next });
    expect(second.next).toBeUndefined();
    const tried = new Set(namesOf([...first.chosen, ...second.chosen]));
    const inBoth = namesOf(survey).filter((name) => namesOf(other).includes(name));
    expect(inBoth.filter((name) => !tried.has(name))).toEqual([]);
    expect(tried.size).toBe(first.chosen.length + second.chosen.length);
  });

  test('ends before the fault that another piece begins with, although this survey did not see it', () => {
    const middle = 'new:lock:openat:7:EIO';
    const left = choosePiece(other, { seed: 1, until: middle });
    const right = choosePiece(other, { seed: 1, from: middle });
    expect(left.next).toBe(middle);
    expect(left.chosen.length).toBeGreaterThan(0);
    expect(namesOf([...left.chosen, ...right.chosen]).sort()).toEqual(namesOf(other).sort());
  });

  test('has only faults whose names hold what was asked for', () => {
    const { chosen } = choosePiece(other, { seed: 1, only: 'close:1:K', sample: 5 });
    expect(namesOf(chosen)).toEqual(['new:lock:close:1:KILL']);
  });

  test('has an order that the seed decides', () => {
    const orderOf = (seed: number): string[] => namesOf(choosePiece(survey, { seed }).chosen);
    expect(orderOf(1)).toEqual(orderOf(1));
    expect(orderOf(1)).not.toEqual(orderOf(2));
    expect(orderOf(2).sort()).toEqual(namesOf(survey).sort());
  });
});

test.each([
  [{}, 10_000],
  [{ sample: 20 }, 500],
  [{ only: 'journal' }, 500],
  [{ from: 'new:lock:openat:7:EIO' }, 500],
  [{ until: 'new:lock:openat:7:EIO' }, 500],
])(
  'exchangesFor() has the part of the wire go with the faults that were asked for: %j',
  (piece, exchanges) => {
    expect(exchangesFor(piece)).toBe(exchanges);
  },
);

describe('readPoints()', () => {
  test('names files that are called after their process or day alike in each run', () => {
    const directory = newDirectory();
    const report = join(directory, 'report');
    const lines = [
      `7 fsync(5<${directory}>) = 0`,
      `7 openat(AT_FDCWD, "${directory}/master.key.4711", O_WRONLY) = 6<${directory}/master.key.4711>`,
      `8 pwrite64(9<${directory}/content/20260102-0001.bin>, ""..., 9, 0) = 9`,
      `8 pwrite64(9<${directory}/content/20260102-0001.bin>, ""..., 9, 9) = 9`,
      `7 openat(AT_FDCWD, "${directory}-beside", O_RDONLY) = 7<${directory}-beside>`,
    ];
    writeFileSync(report, lines.join('\n'));
    expect(readPoints(report, directory)).toEqual([
      { call: 'fsync', path: '.', nth: 1 },
      { call: 'openat', path: 'master.key.PROCESS', nth: 1 },
      { call: 'pwrite64', path: 'content/DAY-0001.bin', nth: 1 },
      { call: 'pwrite64', path: 'content/DAY-0001.bin', nth: 2 },
    ]);
    expect(toPath('content/DAY-0001.bin', new Date('2027-03-04T23:59:59Z'))).toBe(
      'content/20270304-0001.bin',
    );
    expect(toPath('.', new Date())).toBe('');
  });
});
