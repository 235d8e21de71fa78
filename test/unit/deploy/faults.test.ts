/** The table of faults names tests that there are and alerts that are defined, so that it cannot promise what nothing holds. */
import { describe, expect, test } from '@jest/globals';
import { readSection, readTable, readText } from '../../support/repository.ts';

const rows = readTable(readSection('docs/OPERATIONS.md', 'Faults'));
const alerts = [...readText('deploy/prometheus/alerts.yml').matchAll(/alert: (\w+)/g)].map(
  ([, name]) => `\`${name ?? ''}\``,
);

describe('the table of faults', () => {
  test('names every fault that is asked about', () => {
    expect(new Set(rows.map(([row]) => Number(row)))).toEqual(
      new Set(Array.from({ length: 32 }, (_, index) => index + 1)),
    );
  });

  test('names a test that there is for every fault', () => {
    for (const [row, , , named = ''] of rows) {
      const [, path = '', name = ''] = /^`(\S+)`: (.+)$/.exec(named) ?? [];
      expect([row, path.endsWith('.test.ts') && name !== '']).toEqual([row, true]);
      expect([row, readText(path)]).toEqual([row, expect.stringContaining(name)]);
    }
  });

  test('names an alert that is defined for each that is a fault', () => {
    const named = rows.map(([, , , , alert = '']) => alert);
    expect(named.filter((alert) => !['not a fault', ...alerts].includes(alert))).toEqual([]);
  });
});
