/** The writing thread: chains each line to the one before, hashes its leaf, and makes all of them durable in one write. */
import { hash } from 'node:crypto';
import { fdatasyncSync, writeSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { headBytes } from './batch.ts';
import { hashLine } from './chain.ts';
import { prevMark } from './line.ts';
import type { FromPress, Pressed, ToPress } from './press-messages.ts';
import { hashBytes } from './proof/tree.ts';

const newline = 0x0a;
const prevCharacters = 2 * hashBytes;
const leafBytesMin = 32_768;
let leaves = Buffer.alloc(leafBytesMin);

/** Writes the hash of the line before into each line. What was hashed does not change any more. */
function chain(lines: Buffer, end: number, before: string): Pressed {
  let prev = before;
  let count = 0;
  for (let from = headBytes; from < end;) {
    const to = lines.indexOf(newline, from);
    // Nothing behind the member holds names that a caller chooses, so the last mark is the member's own.
    const at = lines.lastIndexOf(prevMark, to, 'latin1') + prevMark.length;
    lines.write(prev, at, prevCharacters, 'latin1');
    prev = hashLine(lines.subarray(from, to));
    if (leaves.length < (count + 1) * hashBytes) leaves = Buffer.concat([leaves, leaves]);
    const behind = lines[from - 1] ?? 0;
    lines[from - 1] = 0;
    const leaf = hash('sha256', lines.subarray(from - 1, to), 'binary');
    leaves.write(leaf, count * hashBytes, hashBytes, 'latin1');
    lines[from - 1] = behind;
    count += 1;
    from = to + 1;
  }
  // A copy, because what is sent takes the memory behind it along.
  return { prev, leaves: new Uint8Array(leaves.subarray(0, count * hashBytes)) };
}

function press({ file, memory, bytes, prev, sync }: ToPress): Pressed {
  const lines = Buffer.from(memory);
  const end = headBytes + bytes;
  const pressed = chain(lines, end, prev);
  // A full disk can take part of a batch; the rest is tried so that the cause is known.
  for (let from = headBytes; from < end;) from += writeSync(file, lines, from, end - from);
  if (sync) fdatasyncSync(file);
  return pressed;
}

function tell(message: FromPress): void {
  parentPort?.postMessage(message);
}

parentPort?.on('message', (message: ToPress) => {
  try {
    tell({ kind: 'pressed', pressed: press(message) });
  } catch (error) {
    tell({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
  }
});
tell({ kind: 'ready' });
