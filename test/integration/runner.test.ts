/** How test files are run: each in a process of its own, whatever the one before left behind, and the long ones first. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { root } from '../support/repository.ts';

const run = promisify(execFile);
const reportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ name: z.string() })),
});
const heedless = `import { expect, test } from '@jest/globals';
test('stays', () => {
  expect(process.listenerCount('SIGTERM')).toBe(0);
  process.on('SIGTERM', () => undefined);
  setInterval(() => undefined, 1000);
});
`;
const plain = `import { expect, test } from '@jest/globals';
test('passes', () => expect(1).toBe(1));
`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'governance-runner-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function runFiles(
  files: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<z.output<typeof reportSchema>> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const all = [jest, '--roots', folder, '--reporters', 'default', '--json', ...words];
  const { stdout } = await run(process.execPath, all, { cwd: root });
  return reportSchema.parse(JSON.parse(stdout));
}

describe('the runner of tests', () => {
  test('begins no file in the process of one that heeds no signal', async () => {
    const names = Array.from({ length: 6 }, (_, file) => [`${file}.test.ts`, heedless] as const);
    const report = await runFiles(Object.fromEntries(names));
    expect(report).toMatchObject({ numPassedTests: 6, numFailedTests: 0 });
  });

  test('runs files that start processes before those that only compute, whatever their size', async () => {
    const files = {
      'unit/large.test.ts': plain + plain.replaceAll(/^/gm, '// '),
      'e2e/small.test.ts': plain,
      'integration/small.test.ts': plain,
    };
    const { testResults } = await runFiles(files, '--runInBand');
    const order = testResults.map(({ name }) => relative(folder, name).split(sep)[0]);
    expect(order).toEqual(['e2e', 'integration', 'unit']);
  });
});
