/** The vault's own thread: SQLite waits for the disk there, so that nothing else has to. */
import { existsSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { createWrapping, newDataKey } from './content-key.ts';
import type { StoredKey } from './key-rows.ts';
import { KeyStore, keyStorePath } from './key-store.ts';
import { type FromVault, type ToVault, type VaultData, startTicket } from './vault-messages.ts';

const { directory, masterKey, floor } = workerData as VaultData;
let opened: KeyStore | undefined;
const wrapping = createWrapping(masterKey);

/** Subjects that are met for the first time share one durable write. */
let wanted: { readonly ticket: number; readonly id: string }[] = [];

/** Opened when it is first needed, and again after a failure; whoever opened the trail has made it where it was not there. */
function store(): KeyStore {
  if (opened === undefined && !existsSync(keyStorePath(directory)))
    throw new Error('`keys.sqlite` is gone: put it back, or start again');
  opened ??= new KeyStore(directory);
  return opened;
}

function fail(error: unknown): string {
  try {
    opened?.close();
  } finally {
    opened = undefined;
  }
  return error instanceof Error ? error.message : String(error);
}

function hear(message: ToVault): void {
  if (message.kind === 'find') {
    if (wanted.length === 0) setImmediate(findAll);
    wanted.push(message);
    return;
  }
  findAll();
  try {
    tell({ ticket: message.ticket, result: answer(message) });
  } catch (error) {
    tell({ ticket: message.ticket, failed: fail(error) });
  }
  if (message.kind === 'close') parentPort?.close();
}

function answer(message: Exclude<ToVault, { kind: 'find' }>): unknown {
  switch (message.kind) {
    case 'read': {
      const wrapped = store().read(message.id, message.version);
      return wrapped === undefined
        ? undefined
        : wrapping.unwrap(wrapped, `${message.id}.${message.version}`);
    }
    case 'begin-erasure':
      return store().beginErasure(message.id);
    case 'finish-erasure':
      store().finishErasure(message.id);
      return undefined;
    case 'unfinished-erasures':
      return store().unfinishedErasures();
    case 'told-erasures':
      return { ...store().told(), isNew: floor === 0 };
    case 'learn-erasure':
      store().learnErasure(message.learned);
      return undefined;
    case 'settle-erasure':
      store().settleErasure(message.id);
      return undefined;
    case 'hold':
      return store().hold(message.id, message.shared);
    case 'release':
      store().release(message.id);
      return undefined;
    case 'holds':
      return store().holdRows();
    case 'close':
      opened?.close();
      return undefined;
  }
}

/** Under another master key people have other pseudonyms, so a row that does not open was overwritten. */
function describeSpoilt(reference: string): string {
  return `the row of the content key ${reference} in \`keys.sqlite\` was overwritten: put the file back from a backup, or erase that subject`;
}

function findAll(): void {
  const asked = wanted;
  wanted = [];
  if (asked.length === 0) return;
  try {
    const made = new Map<string, StoredKey & { readonly id: string }>();
    const found = asked.map(({ id }) => {
      const known = store().find(id) ?? made.get(id);
      if (known !== undefined) return known;
      const version = store().nextVersion(id, floor);
      const key = { id, version, wrapped: wrapping.wrap(newDataKey(), `${id}.${version}`) };
      made.set(id, key);
      return key;
    });
    if (made.size > 0) store().add([...made.values()]);
    asked.forEach(({ ticket, id }, index) => {
      const key = found[index];
      const reference = `${id}.${key?.version ?? 0}`;
      const dataKey = key === undefined ? undefined : wrapping.unwrap(key.wrapped, reference);
      if (dataKey === undefined) tell({ ticket, failed: describeSpoilt(reference), row: true });
      else tell({ ticket, result: { reference, dataKey } });
    });
  } catch (error) {
    const failed = fail(error);
    for (const { ticket } of asked) tell({ ticket, failed });
  }
}

function tell(message: FromVault): void {
  parentPort?.postMessage(message);
}

parentPort?.on('message', hear);
tell({ ticket: startTicket, result: undefined });
