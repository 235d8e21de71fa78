/** Scripts of contributors, called with what they do not know. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { root } from '../../support/repository.ts';

test.each([
  ['bench/main.ts', '[--only VALUE]'],
  ['tools/metamorphic.ts', '[--texts 300]'],
  ['tools/seed-trail.ts', '[--no-content]'],
  ['tools/tampering.ts', '[--no-python]'],
  ['tools/train.ts', '[--data VALUE]'],
  ['test/chaos/main.ts', '[--workers 1]'],
  ['test/faults/main.ts', '[--json]'],
])('%s tells a strange flag, and which there are, without a stack', (script, flag) => {
  const run = (given: string) =>
    spawnSync(process.execPath, [join(root, script), given], { encoding: 'utf8' });
  const { status, stdout, stderr } = run('--nope');
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(
    /^Unknown option '--nope'\nusage: (?:npm run [a-z]+ --|node tools\/train\.ts) \[--/,
  );
  expect(stderr).toContain(flag);
  expect(stderr.trimEnd().split('\n')).toHaveLength(2);
  const help = run('--help');
  expect([help.status, help.stderr]).toEqual([0, '']);
  expect(help.stdout).toContain(flag);
});

test.each([
  ['tools/tampering.ts', ['--edits', 'many'], '--edits many: a whole number from 1 on is needed\n'],
  [
    'tools/tampering.ts',
    ['--edits', '100', '--from', '300'],
    '--from 300: a whole number from 0 to 99 is needed\n',
  ],
  ['tools/metamorphic.ts', ['--texts', '0'], '--texts 0: a whole number from 1 on is needed\n'],
  [
    'tools/seed-trail.ts',
    ['--entries', '1.5'],
    '--entries 1.5: a whole number from 1 on is needed\n',
  ],
  ['test/chaos/main.ts', ['--seconds', '0'], '--seconds 0: a whole number from 1 on is needed\n'],
])('%s calls nothing a pass that counts to nothing: %j', (script, given, sentence) => {
  const run = spawnSync(process.execPath, [join(root, script), ...given], { encoding: 'utf8' });
  expect([run.status, run.stdout, run.stderr]).toEqual([2, '', sentence]);
});
