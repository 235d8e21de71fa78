/** A verification that cannot open what is there says that it could not be read, and never that it was altered. */
import { afterEach, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { indexPath } from '../../../src/audit/index-sqlite.ts';
import { verifyTrail } from '../../../src/audit/verify.ts';
import { goldenMasterKey, goldenTrail } from '../../support/audit-vectors.ts';
import { root } from '../../support/repository.ts';
import { cleanTrails, newDirectory, openIn } from '../../support/trail-directory.ts';

afterEach(cleanTrails);

/** With content, and with an index. */
async function copyGolden(): Promise<string> {
  const directory = join(newDirectory(), 'audit');
  cpSync(goldenTrail, directory, { recursive: true });
  const { trail } = await openIn(directory, { masterKey: goldenMasterKey });
  await trail.settle();
  await trail.close();
  return directory;
}

/** Leaves the process one more file to open each time, from none on. */
const program = `
  import { closeSync, openSync } from 'node:fs';
  import { verifyTrail } from './src/audit/verify.ts';
  const [directory, key] = process.argv.slice(1);
  const verify = () => verifyTrail({ directory, masterKey: Buffer.from(key, 'hex') }).verdict;
  const verdicts = [verify()];
  for (let free = 0; free < 12; free += 1) {
    const taken = [];
    try {
      for (;;) taken.push(openSync('/dev/null', 'r'));
    } catch {}
    for (const file of taken.splice(0, free)) closeSync(file);
    verdicts.push(verify());
    for (const file of taken) closeSync(file);
  }
  process.stdout.write(JSON.stringify(verdicts));
  process.exit(0);
`;

test('with too many files open', async () => {
  const directory = await copyGolden();
  const node = ['--import', './bin/resolve-at-once.js', '--input-type=module', '--eval', program];
  const key = Buffer.from(goldenMasterKey).toString('hex');
  const few = ['-c', 'ulimit -n 128; exec "$@"', 'sh', process.execPath, ...node, directory, key];
  const { stdout, stderr } = spawnSync('sh', few, { cwd: root, encoding: 'utf8' });
  expect(stderr).toBe('');
  const verdicts = JSON.parse(stdout) as readonly string[];
  expect(new Set(verdicts)).toEqual(new Set(['intact', 'unreadable']));
  expect([verdicts[0], verdicts.at(-1)]).toEqual(['intact', 'intact']);
});

test('with an index that another program holds', async () => {
  const directory = await copyGolden();
  const other = new DatabaseSync(indexPath(directory));
  other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  const { verdict, faults } = verifyTrail({ directory, masterKey: goldenMasterKey, live: true });
  other.exec('COMMIT');
  other.close();
  expect({ verdict, faults }).toEqual({
    verdict: 'unreadable',
    faults: [
      {
        verdict: 'unreadable',
        place: 'index.sqlite',
        detail: 'it could not be read just now: database is locked',
      },
    ],
  });
}, 30_000);
