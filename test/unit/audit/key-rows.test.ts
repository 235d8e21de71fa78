/** The rows of keys.sqlite are checked by hand, so that the thread of the keys, and that of the journal, load no package. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readId, readKey, readVersion } from '../../../src/audit/content/key-rows.ts';
import { KeyStore, keyStorePath } from '../../../src/audit/content/key-store.ts';
import { cleanTrails, newDirectory } from '../../support/trail-directory.ts';

const audit = join(import.meta.dirname, '..', '..', '..', 'src', 'audit');

describe('a row of the keys', () => {
  test('is read as it was written', () => {
    const wrapped = Uint8Array.of(1, 2);
    expect(readKey({ version: 3, wrapped })).toEqual({ version: 3, wrapped });
    expect([readVersion({ version: 0 }), readId({ id: 'alice' })]).toEqual([0, 'alice']);
  });

  test('is refused where it is of another shape', () => {
    expect(() => readKey({ version: 3, wrapped: 'x' })).toThrow('`wrapped`');
    expect(() => readKey({ version: 3.5, wrapped: Uint8Array.of(1) })).toThrow('`version`');
    expect(() => readVersion(undefined)).toThrow('`version`');
    expect(() => readId({ id: 3 })).toThrow('`id`');
  });
});

describe('a key that cannot be added', () => {
  afterEach(cleanTrails);

  test('is told of in the words of what kept it, where that has ended the step by itself', () => {
    const directory = newDirectory();
    const store = new KeyStore(directory);
    const beside = new DatabaseSync(keyStorePath(directory));
    const asIfFull = `BEFORE INSERT ON keys BEGIN SELECT RAISE(ROLLBACK, 'the disk is full'); END`;
    beside.exec(`CREATE TRIGGER full ${asIfFull}`);
    const add = (): void => store.add([{ id: 'alice', version: 1, wrapped: Uint8Array.of(1) }]);
    expect(add).toThrow('the disk is full');
    beside.exec('DROP TRIGGER full');
    add();
    expect(store.find('alice')?.version).toBe(1);
    beside.close();
    store.close();
  });
});

/** What a file loads, and what those load; types are gone when it runs. */
function findLoaded(file: string, known = new Set<string>()): ReadonlySet<string> {
  const loads = /^(?:import|export)\s+(?!type\s)(?:[^;']*?\sfrom\s+)?'([^']+)';/gm;
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(loads)) {
    const path = name.startsWith('.') ? join(dirname(file), name) : name;
    if (known.has(path)) continue;
    known.add(path);
    if (name.startsWith('.')) findLoaded(path, known);
  }
  return known;
}

test.each(['content/vault-worker.ts', 'press-worker.ts'])('%s loads no package', (file) => {
  const loaded = [...findLoaded(join(audit, file))];
  expect(loaded.some((path) => path.startsWith(audit))).toBe(true);
  expect(loaded.filter((path) => !path.startsWith(audit) && !path.startsWith('node:'))).toEqual([]);
});
