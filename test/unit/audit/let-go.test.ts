/** What large contents hold once they are sealed, written and read: nothing that waits for the engine to look. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBlob } from '../../../src/audit/content/address.ts';
import type { Address } from '../../../src/audit/content/address.ts';
import { BlobWindow } from '../../../src/audit/content/blob-window.ts';
import {
  createContentKey,
  newDataKey,
  sealedBytes,
} from '../../../src/audit/content/content-key.ts';
import { ContentLog } from '../../../src/audit/content/content-log.ts';
import { letGo } from '../../../src/audit/content/let-go.ts';

const key = createContentKey('alice.1', newDataKey());
const large = Buffer.from('All work and no play makes Jack a dull boy. '.repeat(60_000));

function seal(): Buffer {
  const blob = Buffer.alloc(sealedBytes(large));
  key.seal(large, 'here', blob);
  return blob;
}

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'let-go-'));
});
afterAll(() => rm(directory, { recursive: true }));

describe('letGo()', () => {
  test('empties large bytes that have their memory to themselves', () => {
    const own = Buffer.alloc(1_048_576);
    letGo(own);
    expect(own.byteLength).toBe(0);
  });

  test('leaves small ones and those that share their memory', () => {
    const small = Buffer.alloc(1_000);
    const part = Buffer.alloc(1_048_577).subarray(1);
    letGo(small);
    letGo(part);
    expect([small.byteLength, part.byteLength]).toEqual([1_000, 1_048_576]);
  });
});

describe('a large content', () => {
  test('is the same when it was sealed in pieces and opened as one', () => {
    expect(key.open(seal(), 'here')?.equals(large)).toBe(true);
    const altered = seal();
    altered[altered.length - 20] = (altered[altered.length - 20] ?? 0) ^ 1;
    expect(key.open(altered, 'here')).toBeUndefined();
  });

  test('is let go when it is written, alone or among others, and read back whole', async () => {
    const log = await ContentLog.open({ directory, durable: true, fileBytesMax: 1e9 });
    const rooms: Buffer[] = [];
    const add = (): Address =>
      log.add(sealedBytes(large), 0, (room) => {
        key.seal(large, 'here', room);
        rooms.push(room);
      });
    const [first, ...others] = [add(), add(), add()];
    await log.store();
    const last = add();
    await log.store();
    await log.close();
    expect(rooms.map(({ byteLength }) => byteLength)).toEqual([0, 0, 0, 0]);
    const window = new BlobWindow(directory);
    for (const address of [first, ...others, last]) {
      expect(key.open(window.read(address) ?? large, 'here')?.equals(large)).toBe(true);
      window.close();
      expect(key.open(readBlob(directory, address) ?? large, 'here')?.equals(large)).toBe(true);
    }
  });

  test('stays as it was taken while more is taken and written, after a failure too', async () => {
    const log = await ContentLog.open({ directory, durable: true, fileBytesMax: 1e9 });
    const add = (letter: string): Address => log.add(1_000, 0, (room) => room.fill(letter));
    add('a');
    await log.store();
    await log.reset();
    const told: [string, Address][] = [];
    const storing: Promise<void>[] = [];
    for (const letter of 'bcdef') {
      told.push([letter, add(letter)]);
      await storing.at(-1);
      storing.push(log.store());
    }
    await Promise.all(storing);
    await log.close();
    for (const [letter, address] of told)
      expect(readBlob(directory, address)?.toString()).toBe(letter.repeat(1_000));
  });
});
