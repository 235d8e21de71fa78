/** What a verifier may not read is neither gone nor altered: both say that it could not be checked, and name the place. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Scene, createScene } from '../../tools/tampering/scene.ts';
import { aloneFlags, hasPython, python } from '../support/python.ts';
import { root } from '../support/repository.ts';

const patienceMs = 120_000;
/** More than a tile of the tree. */
const few = 300;
/** To root everything is open: these rights are given up first. */
const closed =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : [];

let scene: Scene;
let folder: string;
beforeAll(async () => {
  scene = await createScene(few, 9);
  folder = mkdtempSync(join(tmpdir(), 'closed-'));
}, patienceMs);
afterAll(() => {
  scene.remove();
  rmSync(folder, { recursive: true, force: true });
});

function run(asked: readonly string[]): { readonly status: number | null; readonly said: string } {
  const [command = '', ...parameters] = [...closed, ...asked];
  const { status, stdout, stderr, error } = spawnSync(command, parameters, { encoding: 'utf8' });
  if (error !== undefined) throw error;
  return { status, said: stdout + stderr };
}

describe('both verifiers say that it could not be checked where they may not read', () => {
  test.each([
    ['the directory itself', '', 0],
    ['a folder', 'journal', 0],
    ['a folder that may be listed and not entered', 'content', 0o444],
    ['a folder that may be entered and not listed', 'tile', 0o111],
    ['tiles that may be listed', 'tile/0', 0o444],
    ['a journal file', 'journal/00000001.jsonl', 0],
    ['a file of kept texts', 'content/*', 0],
    ['the search index', 'index.sqlite', 0],
    ['a checkpoint', 'checkpoint', 0],
  ])(
    '%s',
    (_, name, mode) => {
      const copy = join(folder, 'copy');
      cpSync(scene.directory, copy, { recursive: true });
      const [first = ''] = readdirSync(join(copy, 'content'));
      const place = name.replace('*', first);
      chmodSync(join(copy, place), mode);
      const said = [
        run([process.execPath, join(root, 'bin/governance.js'), 'audit', 'verify', '--dir', copy]),
      ];
      if (hasPython()) said.push(run([python, ...aloneFlags, join(root, 'tools/verify.py'), copy]));
      chmodSync(join(copy, place), 0o700);
      rmSync(copy, { recursive: true });
      for (const each of said) {
        expect(each).toMatchObject({
          status: 3,
          said: expect.stringContaining(place || copy),
        });
        expect(each.said).toMatch(/^unreadable: /m);
        expect(each.said).not.toMatch(/Traceback|node:internal|altered/);
      }
    },
    patienceMs,
  );
});
