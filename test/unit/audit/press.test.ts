import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Batch } from '../../../src/audit/batch.ts';
import { firstLink, hashLine } from '../../../src/audit/chain.ts';
import { createScribe } from '../../../src/audit/scribe.ts';
import { hashBytes, hashLeaf } from '../../../src/audit/proof/tree.ts';
import { Press, startPressAhead, takePress } from '../../../src/audit/press.ts';
import type { Pressed } from '../../../src/audit/press-messages.ts';

type Sized = { readonly detail: { readonly size: number } };

let folder: string;
let press: Press;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'press-'));
  press = new Press();
});
afterEach(async () => {
  await press.close();
  rmSync(folder, { recursive: true });
});

/** Entries with a name that looks like the member to fill, and with letters of more bytes than one. */
function writeBatch(lines: number): Batch {
  const scribe = createScribe('pr\u00fcfer', undefined);
  const toLines = Array.from({ length: lines }, (_, index) => {
    const detail = `{"prev":"${'f'.repeat(64)}","size":${index}}`;
    const reason = '"says \\"prev\\":\\"0000\\" and \u2014 more"';
    return scribe.draft('admin', { act: '"done"', detail, reason }).toLine;
  });
  return Batch.of(toLines, 0);
}

async function pressInto(path: string, batch: Batch, prev: string): Promise<Pressed> {
  const file = openSync(path, 'a');
  try {
    const { buffer: memory } = batch.room;
    return await press.press({ file, memory, bytes: batch.size, prev, sync: true });
  } finally {
    closeSync(file);
  }
}

describe('the writing thread', () => {
  test('that was started ahead is the one that the first journal writes with', async () => {
    let started = 0;
    const count = (): void => void (started += 1);
    process.on('worker', count);
    startPressAhead();
    startPressAhead();
    const others = press;
    press = takePress();
    await pressInto(join(folder, 'lines'), writeBatch(3), firstLink.prev);
    process.off('worker', count);
    expect([started, takePress() === press]).toEqual([1, false]);
    await others.close();
  });

  test('chains every line to the one before and answers with the leaves of what it wrote', async () => {
    const path = join(folder, 'lines');
    const lines = 1500;
    const { prev, leaves } = await pressInto(path, writeBatch(lines), firstLink.prev);
    const written = readFileSync(path, 'utf8').split('\n').slice(0, -1);
    expect(written).toHaveLength(lines);
    let expected = firstLink.prev;
    for (const line of written) {
      const entry = JSON.parse(line) as { prev: string; detail: { prev: string } };
      expect([entry.prev, entry.detail.prev]).toEqual([expected, 'f'.repeat(64)]);
      expected = hashLine(Buffer.from(line));
    }
    expect(prev).toBe(expected);
    const hashes = written.map((line) => hashLeaf(Buffer.from(line)));
    expect(Buffer.compare(leaves, Buffer.concat(hashes))).toBe(0);
  });

  test('goes on with the chain where it is told, whatever became of the batch before', async () => {
    const path = join(folder, 'lines');
    const { buffer: memory } = writeBatch(1).room;
    await expect(
      press.press({ file: 1_000_000, memory, bytes: 10, prev: '1'.repeat(64), sync: false }),
    ).rejects.toThrow(/EBADF/);
    const told = 'a'.repeat(64);
    await pressInto(path, writeBatch(2), told);
    const [first = ''] = readFileSync(path, 'utf8').split('\n');
    expect(JSON.parse(first)).toMatchObject({ prev: told });
  });

  test('refuses a line that has no end, and is there for the next batch', async () => {
    const path = join(folder, 'lines');
    const memory = new SharedArrayBuffer(100);
    const file = openSync(path, 'a');
    const pressed = press.press({ file, memory, bytes: 50, prev: firstLink.prev, sync: true });
    await expect(pressed).rejects.toThrow('a line has no end');
    closeSync(file);
    await pressInto(path, writeBatch(2), firstLink.prev);
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(3);
  });

  test('writes from each memory that it is given, however many there are and whichever comes again', async () => {
    const path = join(folder, 'lines');
    const batches = [1, 2, 3, 4, 5, 6].map(writeBatch);
    const order = [...batches, ...batches.toReversed(), ...batches];
    let prev = firstLink.prev;
    for (const batch of order) {
      const pressed = await pressInto(path, batch, prev);
      expect(pressed.leaves).toHaveLength(batch.lines * hashBytes);
      prev = pressed.prev;
    }
    const written = readFileSync(path, 'utf8').split('\n').slice(0, -1);
    const sizes = written.map((line) => (JSON.parse(line) as Sized).detail.size);
    const expected = order.flatMap(({ lines }) => Array.from({ length: lines }, (_, size) => size));
    expect(sizes).toEqual(expected);
    expect(hashLine(Buffer.from(written.at(-1) ?? ''))).toBe(prev);
  });

  test('is followed by another where it has ended', async () => {
    const path = join(folder, 'lines');
    await pressInto(path, writeBatch(1), firstLink.prev);
    await press.close();
    await pressInto(path, writeBatch(1), firstLink.prev);
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(3);
  });
});
