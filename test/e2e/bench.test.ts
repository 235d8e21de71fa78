/** The bench runs, and each goal of a row names a figure that the row measures. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { rows } from '../../bench/rows.ts';
import { root } from '../support/repository.ts';

const run = promisify(execFile);
const printed = z.object({
  measured: z.array(z.object({ row: z.string(), figures: z.record(z.string(), z.number()) })),
});

/** Two that are measured at once, each in a lane, and those that go by the clock; what a completion costs is measured below. */
const measuredRows = ['cpu-40kb', 'audit-append', 'workers', 'latency', 'start', 'stream'];

describe('npm run bench', () => {
  let measured: z.output<typeof printed>['measured'];
  beforeAll(async () => {
    // In one run, because its rows share what has to be started first.
    const words = ['bench/main.ts', '--quick', '--json', '--only', measuredRows.join()];
    const { stdout } = await run(process.execPath, words, { cwd: root });
    ({ measured } = printed.parse(JSON.parse(stdout)));
  });

  test.each(measuredRows)('measures what the goals of `%s` are about', (name) => {
    const row = rows.find((one) => one.name === name);
    const figures = measured.find((one) => one.row === name)?.figures ?? {};
    expect(row?.bounds.length).toBeGreaterThan(0);
    for (const { figure } of row?.bounds ?? []) expect(Number.isFinite(figures[figure])).toBe(true);
  });

  test('gives the rows of both lanes of a short run each in its place', () => {
    const places = rows.filter(({ name }) => measuredRows.includes(name));
    expect(places).toHaveLength(measuredRows.length);
    expect(measured.map(({ row }) => row)).toEqual(places.map(({ name }) => name));
    const lanes = new Set(places.map(({ lane }) => lane));
    expect(lanes).toEqual(new Set(['first', 'second', undefined]));
  });

  test('draws and tells where a row that calls parts of the house spent its time', async () => {
    const words = ['bench/main.ts', '--profile', '--quick', '--only', 'audit-append'];
    const { stdout, stderr } = await run(process.execPath, words, { cwd: root });
    expect(stdout).toContain('## Durable entries per second');
    // The main thread, and the one that writes.
    expect(stdout).toMatch(/`bench`, main thread: [\d.]+ s busy/);
    expect(stdout).toMatch(/`bench`, thread \d+: [\d.]+ s busy/);
    expect(stdout).toMatch(/entries: built, chained, made durable +\| [\d.]+ %/);
    const picture = /^bench\/profiles\/(audit-append-bench\.svg)$/m.exec(stderr)?.[1] ?? '';
    const drawn = await readFile(join(root, 'bench/profiles', picture), 'utf8');
    expect(drawn).toContain('src/audit/');
  });

  test('says which rows there are when asked for another', async () => {
    const asked = run(process.execPath, ['bench/main.ts', '--only', 'nothing'], { cwd: root });
    await expect(asked).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('cpu-turn') as unknown,
    });
  });
});
