/** The writing thread: chains each line to the one before, hashes its leaf, and makes all of them durable in one write. */
import { hash } from 'node:crypto';
import { fdatasyncSync, writeSync } from 'node:fs';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { headBytes } from './batch.ts';
import { hashLine } from './chain.ts';
import { prevMark } from './line.ts';
import { Desk } from './press-desk.ts';
import type { Order } from './press-desk.ts';
import type { FromPress, Place } from './press-messages.ts';
import { hashBytes } from './proof/tree.ts';

const newline = 0x0a;
const prevCharacters = 2 * hashBytes;
const leafBytesMin = 32_768;
const desk = new Desk(workerData as SharedArrayBuffer);
const places: Buffer[] = [];
let placesTold = 0;
let leaves = makeLeaves(leafBytesMin);

/** The caller reads the leaves where they were put, which costs it less than a message that carries them. */
function makeLeaves(bytes: number): Buffer<SharedArrayBuffer> {
  const memory = new SharedArrayBuffer(bytes);
  tell({ kind: 'leaves', memory });
  return Buffer.from(memory);
}

function growLeaves(): void {
  const before = leaves;
  leaves = makeLeaves(before.length * 2);
  leaves.set(before);
}

/** Writes the hash of the line before into each line. What was hashed does not change any more. */
function chain(lines: Buffer, end: number, before: string): void {
  let prev = before;
  let count = 0;
  for (let from = headBytes; from < end;) {
    const to = lines.indexOf(newline, from);
    // Never true; if it were, this would go round for ever and take all memory.
    if (to === -1) throw new Error('a line has no end');
    // Nothing behind the member holds names that a caller chooses, so the last mark is the member's own.
    const at = lines.lastIndexOf(prevMark, to, 'latin1') + prevMark.length;
    lines.write(prev, at, prevCharacters, 'latin1');
    prev = hashLine(lines.subarray(from, to));
    if (leaves.length < (count + 1) * hashBytes) growLeaves();
    const behind = lines[from - 1] ?? 0;
    lines[from - 1] = 0;
    const leaf = hash('sha256', lines.subarray(from - 1, to), 'binary');
    leaves.write(leaf, count * hashBytes, hashBytes, 'latin1');
    lines[from - 1] = behind;
    count += 1;
    from = to + 1;
  }
  desk.answer(count, prev);
}

function findPlace({ place, places: told }: Order): Buffer {
  for (; placesTold < told && parentPort !== null; placesTold += 1) {
    const { message } = receiveMessageOnPort(parentPort) as { readonly message: Place };
    places[message.place] = Buffer.from(message.memory);
  }
  const found = places[place];
  if (found === undefined) throw new Error(`there is no place ${place}`);
  return found;
}

function press(order: Order): void {
  const { file, bytes, prev, sync } = order;
  const lines = findPlace(order);
  const end = headBytes + bytes;
  chain(lines, end, prev);
  // A full disk can take part of a batch; the rest is tried so that the cause is known.
  for (let from = headBytes; from < end;) from += writeSync(file, lines, from, end - from);
  if (sync) fdatasyncSync(file);
}

function tell(message: FromPress): void {
  parentPort?.postMessage(message);
}

tell({ kind: 'ready' });
// The thread does nothing else, so it may block: what wakes it costs a fraction of what an event costs.
for (;;) {
  const order = desk.wait();
  try {
    press(order);
    tell({ kind: 'pressed' });
  } catch (error) {
    tell({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
  }
}
