/** A file of keys or budgets that is taken away while it is open: nothing is read from it or written to it any more. */
import { afterAll, expect, test } from '@jest/globals';
import { copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteLedger } from '../../../src/budgets/ledger-sqlite.ts';
import { whyDown } from '../../../src/database/why.ts';
import { openSqliteStore } from '../../../src/keys/store-sqlite.ts';

const folder = mkdtempSync(join(tmpdir(), 'lost-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

const stores = {
  keys: (file: string) => openSqliteStore(file),
  budgets: (file: string) => openSqliteLedger(file),
};

test.each(['keys', 'budgets'] as const)('%s are not asked of a file that is gone', async (name) => {
  const file = join(folder, `${name}.sqlite`);
  const store = stores[name](file);
  await store.list();
  const whyNow = () => store.list().then(() => '', whyDown);
  renameSync(file, `${file}.away`);
  const gone = `\`${file}\` was deleted or moved away while the gateway had it open: put that file back, or start again`;
  expect(await whyNow()).toBe(gone);
  copyFileSync(`${file}.away`, file);
  expect(await whyNow()).toBe(gone.replace('deleted or moved away', 'replaced'));
  renameSync(`${file}.away`, file);
  expect(await whyNow()).toBe('');
  rmSync(file);
  await store.close();
});
