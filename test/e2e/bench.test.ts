/** The bench runs, and each goal of a row names a figure that the row measures. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { rows } from '../../bench/rows.ts';
import { root } from '../support/repository.ts';

const run = promisify(execFile);
const printed = z.object({
  measured: z.array(z.object({ row: z.string(), figures: z.record(z.string(), z.number()) })),
});

async function measure(name: string): Promise<Record<string, number>> {
  const words = ['bench/main.ts', '--quick', '--json', '--only', name];
  const { stdout } = await run(process.execPath, words, { cwd: root });
  return printed.parse(JSON.parse(stdout)).measured[0]?.figures ?? {};
}

describe('npm run bench', () => {
  // What a completion costs is measured with a longer prompt, below.
  test.each(['latency', 'start', 'stream', 'workers'])(
    'measures what the goals of `%s` are about',
    async (name) => {
      const row = rows.find((one) => one.name === name);
      const figures = await measure(name);
      expect(row?.bounds.length).toBeGreaterThan(0);
      for (const { figure } of row?.bounds ?? [])
        expect(Number.isFinite(figures[figure])).toBe(true);
    },
  );

  test('measures rows of both lanes of a short run, and gives each in its place', async () => {
    const words = ['bench/main.ts', '--quick', '--json', '--only', 'audit-append,cpu-40kb'];
    const { stdout } = await run(process.execPath, words, { cwd: root });
    const { measured } = printed.parse(JSON.parse(stdout));
    expect(measured.map(({ row }) => row)).toEqual(['cpu-40kb', 'audit-append']);
    for (const { row, figures } of measured)
      for (const { figure } of rows.find(({ name }) => name === row)?.bounds ?? [])
        expect(Number.isFinite(figures[figure])).toBe(true);
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
