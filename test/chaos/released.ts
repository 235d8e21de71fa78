/** Holds the very bytes that callers got against what the record committed to: nobody got others, or more. */
import { existsSync } from 'node:fs';
import { z } from 'zod';
import {
  type ContentKey,
  createContentKey,
  createWrapping,
} from '../../src/audit/content/content-key.ts';
import { KeyStore, keyStorePath } from '../../src/audit/content/key-store.ts';
import { terminalTypes } from '../../src/audit/line.ts';
import { masterKeyPath, readMasterKeyFile } from '../../src/audit/master-key.ts';
import { listLogs } from '../../src/audit/worker-logs.ts';
import type { Told } from '../faults/caller.ts';
import { readEntries } from '../support/trail-directory.ts';

export type Compared = { readonly compared: number; readonly broken: readonly string[] };

const legSchema = z.looseObject({ commitment: z.string().optional(), same: z.string().optional() });
const entrySchema = z.looseObject({
  id: z.string(),
  type: z.string(),
  exchange: z.string().optional(),
  content: z
    .looseObject({
      key: z.string(),
      returned: legSchema.optional(),
      released: legSchema.optional(),
    })
    .optional(),
});

/** `trails`: one for each replica, with the logs of its workers and its own master key. */
export function compareReleased(trails: readonly string[], told: readonly Told[]): Compared {
  // Who was cut off got the beginning of what was let go, and names no entry.
  const byEntry = new Map(told.flatMap((one) => (one.entry === '' ? [] : [[one.entry, one]])));
  const found = trails.flatMap((trail) => {
    const masterKey = readMasterKeyFile(masterKeyPath(trail));
    return listLogs(trail).map(({ directory }) => compareLog(directory, masterKey, byEntry));
  });
  return {
    compared: found.reduce((sum, { compared }) => sum + compared, 0),
    broken: found.flatMap(({ broken }) => broken),
  };
}

function compareLog(
  directory: string,
  masterKey: Uint8Array,
  byEntry: ReadonlyMap<string, Told>,
): Compared {
  const entries = readEntries(directory).map((entry) => entrySchema.parse(entry));
  const toldOf = new Map(
    entries.flatMap(({ id, exchange = '' }) => {
      const told = byEntry.get(id);
      return told === undefined ? [] : [[exchange, told]];
    }),
  );
  const findKey = openKeys(directory, masterKey);
  const broken: string[] = [];
  let compared = 0;
  for (const { type, exchange = '', content } of entries) {
    const told = toldOf.get(exchange);
    if (!terminalTypes.has(type) || told === undefined || content?.released === undefined) continue;
    const { key, released, returned } = content;
    const { commitment } = released.same === 'returned' ? (returned ?? {}) : released;
    compared += 1;
    if (findKey(key)?.commit(Buffer.from(told.text)) !== commitment)
      broken.push(`${told.model} got other bytes than its end of type ${type} says`);
  }
  return { compared, broken };
}

/** As whoever holds the master key can. */
function openKeys(
  directory: string,
  masterKey: Uint8Array,
): (reference: string) => ContentKey | undefined {
  const known = new Map<string, ContentKey>();
  if (!existsSync(keyStorePath(directory))) return () => undefined;
  const { unwrap } = createWrapping(masterKey);
  return (reference) => {
    const found = known.get(reference);
    if (found !== undefined) return found;
    const dot = reference.lastIndexOf('.');
    const store = new KeyStore(directory, true);
    const wrapped = store.read(reference.slice(0, dot), Number(reference.slice(dot + 1)));
    store.close();
    const dataKey = wrapped && unwrap(wrapped, reference);
    if (dataKey === undefined) return undefined;
    const key = createContentKey(reference, dataKey);
    known.set(reference, key);
    return key;
  };
}
