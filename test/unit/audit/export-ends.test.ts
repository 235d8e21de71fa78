/** Exports whose process was killed, at each step there is: the next start tells the end of each, once. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../support/repository.ts';
import { cleanTrails, newDirectory, openIn, readEntries } from '../../support/trail-directory.ts';

afterEach(cleanTrails);

/** Does a whole export, and kills itself before or after the given change of the folder of marks. */
const program = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const [directory, name, when] = process.argv.slice(1);
  const original = fs.promises[name];
  const die = () => process.kill(process.pid, 'SIGKILL');
  fs.promises[name] = async (path, ...rest) => {
    const isMark = String(path).includes('/exports/');
    if (isMark && when === 'before') die();
    await original(path, ...rest);
    if (isMark && when === 'after') die();
  };
  syncBuiltinESMExports();
  const { openTrail } = await import('./src/audit/trail.ts');
  const { systemActor } = await import('./src/audit/system-actor.ts');
  const trail = await openTrail({ directory, origin: 'killed', writeTimeoutMs: 60_000 });
  const request = { filter: { terms: [] }, format: 'jsonl' };
  for await (const piece of trail.exportEntries(request, systemActor)) void piece;
  await trail.close();
`;

type Step = readonly [name: 'writeFile' | 'rename' | 'rm', when: 'before' | 'after'];

function exportKilledAt(directory: string, [name, when]: Step): void {
  const node = ['--import', './bin/resolve-at-once.js', '--input-type=module', '--eval', program];
  const run = spawnSync(process.execPath, [...node, directory, name, when], { cwd: root });
  expect([run.signal, String(run.stderr)]).toEqual(['SIGKILL', '']);
}

async function tellExports(directory: string): Promise<readonly unknown[]> {
  const { trail } = await openIn(directory);
  await trail.close();
  expect(readdirSync(join(directory, 'exports'))).toEqual([]);
  const entries = readEntries(directory).filter(({ type }) => type === 'export');
  return entries.map(({ act }) => act);
}

describe('an export whose process is killed', () => {
  test.each([
    ['before its mark is announced', ['writeFile', 'before'], []],
    ['before its first entry', ['writeFile', 'after'], []],
    ['behind its first entry', ['rename', 'before'], ['begun', 'broken off']],
    ['when it is marked', ['rename', 'after'], ['begun', 'broken off']],
    ['behind its last entry', ['rm', 'before'], ['begun', 'finished']],
    ['when its mark is gone', ['rm', 'after'], ['begun', 'finished']],
  ] as const)('%s has one end for each beginning', async (_, step, acts) => {
    const directory = newDirectory();
    exportKilledAt(directory, step);
    expect(await tellExports(directory)).toEqual(acts);
    expect(await tellExports(directory)).toEqual(acts);
  });

  test('and whose end is told by a start that is killed has one end all the same', async () => {
    const directory = newDirectory();
    exportKilledAt(directory, ['rename', 'after']);
    exportKilledAt(directory, ['rm', 'before']);
    expect(await tellExports(directory)).toEqual(['begun', 'broken off']);
  });
});
