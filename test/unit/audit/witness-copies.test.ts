/** Checkpoints that somebody saved from the gateway as they are speak for the trail, and against it, as a witness file does. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { verifyTrail } from '../../../src/audit/verify.ts';
import { main } from '../../../src/cli/main.ts';
import { goldenTrail } from '../../support/audit-vectors.ts';
import { hasPython, python } from '../../support/python.ts';
import { root } from '../../support/repository.ts';

const newest = readFileSync(join(goldenTrail, 'checkpoint'), 'utf8');
const history = readFileSync(join(goldenTrail, 'checkpoints.jsonl'), 'utf8');
const notes = history
  .trimEnd()
  .split('\n')
  .map((line): string => String(JSON.parse(line)));
const [first = ''] = notes;
const another = first.replace(/^\d+$/m, (size) => String(Number(size) + 1));

const cases: Readonly<Record<string, readonly [string, string, string]>> = {
  'the lines of a witness': [history, 'intact', ''],
  'the newest one': [newest, 'intact', ''],
  'all of them, one behind the other': [notes.join('') + newest, 'intact', ''],
  'one whose size was changed': [another, 'altered', 'copy line 1'],
  'a changed one behind a right one': [first + another, 'altered', 'copy line 8'],
  'one in which a line was cut': [newest.slice(0, -20), 'altered', 'copy line 1'],
  'one and words behind it': [`${newest}seen by me\n`, 'altered', 'copy line 1'],
  'one in the wrong order': [newest + first, notes.length > 1 ? 'altered' : 'intact', ''],
  'one that never ends': [newest + 'a\n'.repeat(600_000), 'altered', 'copy line 1'],
};

describe('both verifiers take as a witness', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'witness-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(Object.entries(cases))('%s', (_, [text, verdict, place]) => {
    const path = join(folder, 'copy');
    writeFileSync(path, text);
    const report = verifyTrail({ directory: goldenTrail, witnesses: [path] });
    expect([report.verdict, report.faults.map((fault) => fault.place).join()]).toEqual([
      verdict,
      expect.stringContaining(place),
    ]);
    if (!hasPython()) return;
    const asked = [join(root, 'tools/verify.py'), goldenTrail, '--witness', path];
    const { stdout } = spawnSync(python, asked, { encoding: 'utf8' });
    expect(stdout.toLowerCase()).toMatch(new RegExp(`^${verdict}: `, 'm'));
    expect(stdout).toContain(place);
  });

  test.each(['', 'I have seen nothing\n'])(
    'no file that has no checkpoint in it, and say nothing of the trail by it: %j',
    async (text) => {
      const path = join(folder, 'copy');
      writeFileSync(path, text);
      const detail = 'has no checkpoint in it, so it says nothing of the trail';
      let error = '';
      const status = await main(['audit', 'verify', '--dir', goldenTrail, '--witness', path], {
        ...{ out: () => undefined, error: (told) => (error += told) },
        ...{ environment: {}, cwd: root, terminal: false },
      });
      expect([status, error]).toEqual([3, `--witness: \`${path}\` ${detail}\n`]);
      if (!hasPython()) return;
      const asked = [join(root, 'tools/verify.py'), goldenTrail, '--witness', path];
      const second = spawnSync(python, asked, { encoding: 'utf8' });
      expect([second.status, second.stdout]).toEqual([3, expect.stringContaining(detail)]);
    },
  );

  test('each of several notes, and compares it', () => {
    const path = join(folder, 'copy');
    writeFileSync(path, notes.join(''));
    const { checkpoints } = verifyTrail({ directory: goldenTrail });
    const report = verifyTrail({ directory: goldenTrail, witnesses: [path] });
    expect(report.checkpoints).toBe(checkpoints + notes.length);
  });
});
