import { describe, expect, test } from '@jest/globals';
import { replaceRows } from '../../../bench/pages.ts';
import { type Machine, type Result, toResultsPage } from '../../../bench/report.ts';
import { rows } from '../../../bench/rows.ts';

const machine: Machine = {
  ...{ processor: 'Abacus', cores: 2, memoryGb: 24, system: 'Linux 6', node: 'v24' },
  commit: 'before',
};
const later: Machine = { ...machine, commit: 'after' };

/** Each figure of a row's goals is this one. */
function toResults(figure: number, chosen = rows): readonly Result[] {
  return chosen.map((row) => ({
    row,
    measured: {
      columns: ['work', 'figure'],
      lines: [[row.name, `$& ${figure}`]],
      figures: Object.fromEntries(row.bounds.map((bound) => [bound.figure, figure])),
    },
  }));
}

describe('rows that are measured again', () => {
  const page = toResultsPage(machine, 'Rounds: 1.', toResults(1));

  test('take their places, and leave the others with what was measured before', () => {
    const [first, second] = [rows[6], rows.at(-1)];
    if (first === undefined || second === undefined) throw new Error('there are no rows');
    const again = replaceRows(page, later, toResults(2, [first, second]));
    const expected = toResultsPage(
      machine,
      'Rounds: 1.',
      toResults(1).map((one) =>
        one.row === first || one.row === second ? { ...one, ...toResults(2, [one.row])[0] } : one,
      ),
    );
    const unlike = expected.split('\n').filter((line, at) => line !== again.split('\n')[at]);
    expect(unlike).toEqual(new Array(2).fill(expect.stringContaining('commit before')));
    expect(again.split('commit after').length).toBe(3);
  });

  test('are the whole page where all of them were', () => {
    const again = replaceRows(page, later, toResults(2));
    expect(again).toBe(toResultsPage(later, 'Rounds: 1.', toResults(2)));
  });

  test('leave nothing of their goals as these were called before', () => {
    const row = rows.find(({ bounds }) => bounds.length > 1);
    const goal = row?.bounds[0]?.work ?? '';
    expect(page.split('\n').filter((line) => line.startsWith(`| ${goal} `))).toHaveLength(1);
    const renamed = page.replace(`| ${goal} `, `| ${goal.replaceAll(/\w/g, 'x')} `);
    const all = toResults(
      2,
      rows.filter((one) => one === row),
    );
    const goals = (text: string): string => /^\| work .*\n(?:\|.*\n)+/m.exec(text)?.[0] ?? '';
    expect(goals(renamed)).not.toBe(goals(page));
    expect(goals(replaceRows(renamed, later, all))).toBe(goals(replaceRows(page, later, all)));
  });

  test('must have a place', () => {
    const [one] = toResults(1);
    if (one === undefined) throw new Error('there are no rows');
    const row = { ...one.row, claim: 'Another claim' };
    expect(() => replaceRows(page, later, [{ ...one, row }])).toThrow('has no section for');
  });
});
