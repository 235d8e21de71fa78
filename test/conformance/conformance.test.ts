/** Every kind of text on every surface, and every odd request, through a real gateway; and the page that says so. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { operations } from '../../src/proxy/operations.ts';
import { runConformance } from './conformance.ts';
import { classes } from './exchanges.ts';
import { writeReport } from './report.ts';
import { surfaces } from './surfaces.ts';

test('every governed operation is among the surfaces, streamed where it streams', () => {
  const known = surfaces.map(({ dialect, kind }) => `${dialect.name} ${kind}`);
  const governed = operations.flatMap(({ dialect }) =>
    dialect.stream === undefined || /^gemini-/.test(dialect.name)
      ? [`${dialect.name} ${dialect.stream === undefined ? 'plain' : 'stream'}`]
      : [`${dialect.name} plain`, `${dialect.name} stream`],
  );
  expect([...new Set(known)].sort()).toEqual([...new Set(governed)].sort());
});

test('nothing is missing, and docs/CONFORMANCE.md says what was found', async () => {
  const report = await runConformance(false);
  expect(report.rows.flatMap(({ missing }) => missing)).toEqual([]);
  expect(report.oddities.flatMap(({ missing }) => missing)).toEqual([]);
  const cells = report.rows.flatMap(({ cells }) => classes.map((each) => cells[each]));
  expect(cells).not.toContain('missing');
  expect(cells.filter((cell) => cell === 'passed').length).toBeGreaterThan(900);
  expect(report.oddities.length).toBeGreaterThan(60);
  const page = join(import.meta.dirname, '..', '..', 'docs', 'CONFORMANCE.md');
  expect(writeReport(report)).toBe(readFileSync(page, 'utf8'));
}, 300_000);
