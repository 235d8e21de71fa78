/** `.ci/run` runs what the README and `npm run ok` say, goes on after a failure, and ends with the runner's own count. */
import { spawnSync } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { readText, root } from '../../support/repository.ts';

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readText('package.json')));
/** Every step of `npm run ok` but the tests, which `npm cit` has run by then. */
const steps = (scripts['ok'] ?? '').split(' && ').filter((step) => step !== 'npm test');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'governance-ci-'));
  const bin = join(folder, 'bin');
  await mkdir(join(folder, 'clone', '.ci'), { recursive: true });
  await mkdir(bin);
  await cp(join(root, '.ci', 'run'), join(folder, 'clone', '.ci', 'run'));
  // Everything outside the checkout is somebody else's here: what it was asked is written down, no more.
  const say = `#!/bin/sh\necho "$(basename "$0") $*" >>"${folder}/asked"\n`;
  const npm = `${say}
if [ "$1" = cit ]; then [ "$UNRUN" = 1 ] || echo "$COUNT" >"$TEST_SUMMARY"; fi
if [ "$*" = "$LITTER" ]; then echo more >>litter; fi
case ",$BROKEN," in *",$*,"*) exit 1;; esac\n`;
  const others = ['apt-get', 'sudo', 'redis-cli', 'redis-server', 'pg_isready', 'pg_ctlcluster'];
  for (const name of others) await writeFile(join(bin, name), say);
  await writeFile(join(bin, 'npm'), npm);
  for (const name of ['npm', ...others]) await chmod(join(bin, name), 0o755);
  spawnSync('git', ['init', '-q', join(folder, 'clone')]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Ran = {
  readonly status: number | null;
  readonly lines: readonly string[];
  readonly npm: readonly string[];
};

async function runCi(environment: Readonly<Record<string, string>>): Promise<Ran> {
  await rm(join(folder, 'asked'), { force: true });
  const { status, stdout } = spawnSync('bash', ['.ci/run'], {
    cwd: join(folder, 'clone'),
    encoding: 'utf8',
    env: { CI: 'true', PATH: `${folder}/bin:/usr/bin:/bin`, ...environment },
  });
  const asked = (await readFile(join(folder, 'asked'), 'utf8')).trim().split('\n');
  return {
    status,
    lines: stdout.trimEnd().split('\n'),
    npm: asked.filter((line) => line.startsWith('npm ')),
  };
}

describe('.ci/run', () => {
  test('runs the README’s test command and then every other step of `npm run ok`', async () => {
    expect(readText('README.md')).toContain('`npm cit`');
    const { status, lines, npm } = await runCi({ COUNT: '12 passed, 0 failed' });
    expect([status, lines.at(-1)]).toEqual([0, '12 passed, 0 failed']);
    expect(npm).toEqual(['npm cit', ...steps]);
  });

  test.each([
    ['the tests', { BROKEN: 'cit', COUNT: '11 passed, 1 failed' }, '11 passed, 1 failed'],
    ['the linter', { BROKEN: 'run lint', COUNT: '12 passed, 0 failed' }, '12 passed, 0 failed'],
    ['the build', { BROKEN: 'run build', COUNT: '12 passed, 0 failed' }, '12 passed, 0 failed'],
    ['the tests, unrun,', { BROKEN: 'cit', COUNT: '', UNRUN: '1' }, 'the tests did not run'],
    [
      'a step that writes files',
      { LITTER: 'cit', COUNT: '12 passed, 0 failed' },
      '12 passed, 0 failed',
    ],
  ])('fails with %s, and runs the rest all the same', async (_, environment, last) => {
    const { status, lines, npm } = await runCi(environment);
    expect([status, lines.at(-1)]).toEqual([1, last]);
    expect(npm).toHaveLength(1 + steps.length);
  });
});

test('the reporter counts a file that cannot be loaded as failed', async () => {
  const counted = join(folder, 'counted');
  const script = `
    import Reporter from ${JSON.stringify(join(root, '.ci', 'summary-reporter.js'))};
    new Reporter().onRunComplete(undefined, {
      numPassedTests: 7, numFailedTests: 1, numRuntimeErrorTestSuites: 2,
    });`;
  spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { TEST_SUMMARY: counted },
  });
  expect(await readFile(counted, 'utf8')).toBe('7 passed, 3 failed\n');
});
