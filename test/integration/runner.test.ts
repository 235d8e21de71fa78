/** How test files are run: each in a process of its own, whatever the one before left behind. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { root } from '../support/repository.ts';

const run = promisify(execFile);
const report = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });
const heedless = `import { expect, test } from '@jest/globals';
test('stays', () => {
  expect(process.listenerCount('SIGTERM')).toBe(0);
  process.on('SIGTERM', () => undefined);
  setInterval(() => undefined, 1000);
});
`;
const files = 6;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'governance-runner-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('the runner of tests', () => {
  test('begins no file in the process of one that heeds no signal', async () => {
    for (let file = 0; file < files; file += 1)
      await writeFile(join(folder, `${file}.test.ts`), heedless);
    const words = ['--roots', folder, '--reporters', 'default', '--json'];
    const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
    const { stdout } = await run(process.execPath, [jest, ...words], { cwd: root });
    expect(report.parse(JSON.parse(stdout))).toEqual({ numPassedTests: files, numFailedTests: 0 });
  });
});
