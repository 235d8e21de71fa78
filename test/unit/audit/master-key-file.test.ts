import { afterEach, expect, test } from '@jest/globals';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { masterKeyPath, readMasterKeyFile } from '../../../src/audit/master-key.ts';
import { cleanTrails, newDirectory } from '../../support/trail-directory.ts';

afterEach(cleanTrails);

const hugeBytes = 3_000_000_000;
const key = new Uint8Array(32).fill(7);

test('a master key file that goes on without end is refused by name, without being read', () => {
  const path = masterKeyPath(newDirectory());
  writeFileSync(path, `${Buffer.from(key).toString('base64')}\n`);
  expect(Buffer.compare(readMasterKeyFile(path), key)).toBe(0);
  truncateSync(path, hugeBytes);
  expect(() => readMasterKeyFile(path)).toThrow(/32 bytes in base64.*master\.key/);
});

test('a master key file that was cut is refused, and nothing of it is repeated', () => {
  const path = join(newDirectory(), 'master.key');
  writeFileSync(path, 'bm90LWEta2V5\n');
  expect(() => readMasterKeyFile(path)).toThrow(/master\.key` holds something else/);
  expect(() => readMasterKeyFile(path)).not.toThrow(/bm90/);
});
