/** Small files that stand whole or not at all, whatever the disk or a crash does in between. */
import { closeSync, openSync, readSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

const newline = 0x0a;
const stepBytes = 4096;
const startBytesMax = 1_048_576;

/** The beginning of a small file. What is longer than any of its kind is nothing that was written, and is not read on. */
export function readStart(path: string, bytesMax: number = startBytesMax): Buffer {
  const file = openSync(path, 'r');
  try {
    const start = Buffer.alloc(bytesMax);
    return start.subarray(0, readSync(file, start, 0, bytesMax, 0));
  } finally {
    closeSync(file);
  }
}

/** The old file or the new one, never half of it. */
export async function replaceFile(path: string, text: string, mode: number): Promise<void> {
  const file = await open(`${path}.new`, 'w', mode);
  try {
    await file.writeFile(text);
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
}

/** Appends a line, durably; what a crash or a full disk left of an earlier one is cut off first. */
export async function appendLine(path: string, line: string, mode: number): Promise<void> {
  const file = await open(path, 'a+', mode);
  try {
    const end = await cutTorn(file);
    try {
      await file.appendFile(`${line}\n`);
      await file.sync();
    } catch (error) {
      await file.truncate(end).catch(() => undefined);
      throw error;
    }
  } finally {
    await file.close();
  }
}

/** Where the last whole line ends, with nothing behind it. */
async function cutTorn(file: FileHandle): Promise<number> {
  const { size } = await file.stat();
  const chunk = Buffer.alloc(stepBytes);
  let end = size;
  while (end > 0) {
    const from = Math.max(0, end - stepBytes);
    const { bytesRead } = await file.read(chunk, 0, end - from, from);
    const found = chunk.subarray(0, bytesRead).lastIndexOf(newline);
    end = found < 0 ? from : from + found + 1;
    if (found >= 0) break;
  }
  if (end < size) await file.truncate(end);
  return end;
}
