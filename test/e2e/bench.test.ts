/** The bench runs, and each goal of a row names a figure that the row measures. */
import { execFile } from 'node:child_process';
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
  test.each(['cpu', 'latency', 'start', 'stream'])(
    'measures what the goals of `%s` are about',
    async (name) => {
      const row = rows.find((one) => one.name === name);
      const figures = await measure(name);
      expect(row?.bounds.length).toBeGreaterThan(0);
      for (const { figure } of row?.bounds ?? [])
        expect(Number.isFinite(figures[figure])).toBe(true);
    },
  );

  test('says which rows there are when asked for another', async () => {
    const asked = run(process.execPath, ['bench/main.ts', '--only', 'nothing'], { cwd: root });
    await expect(asked).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('cpu-turn') as unknown,
    });
  });
});
