/** One round of shipping: what is durable now goes to the copy, each thing before what vouches for it. */
import { open, readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Position } from '../journal-options.ts';
import { checkpointFile, historyFile, keyFile } from '../proof/sealed-files.ts';
import type { Copy } from './copy.ts';
import { markFile, writeMark } from './mark.ts';
import { isMissing } from './missing.ts';
import { DivergedError } from './store.ts';

const lastLineBytesMax = 4096;

export type Source = {
  /** The end of what is durable. */
  readonly position: () => Position;
  /** Whether kept texts are shipped as well. */
  readonly content: boolean;
};

/**
 * Answers how many entries the copy holds from here on. What vouches is read first and shipped last, so that wherever
 * a round is cut off, all that is signed in the copy is there.
 */
export async function shipRound(copy: Copy, source: Source, files: ContentFiles): Promise<number> {
  const vouching = await readVouching(copy.directory);
  const position = source.position();
  await copy.put(markFile, writeMark(copy.log, source.content));
  if (source.content) await files.ship(copy);
  await shipJournal(copy, position);
  await shipVouching(copy, vouching);
  return position.link.seq;
}

async function shipJournal(copy: Copy, { segment: last, offset }: Position): Promise<void> {
  const name = (segment: number): string => `journal/${String(segment).padStart(8, '0')}.jsonl`;
  const begin = await copy.newest('journal', 1);
  if (begin > last)
    throw new DivergedError(`the copy has \`${name(begin)}\`, which this trail has not begun`);
  for (let segment = begin; segment <= last; segment += 1) {
    const file = name(segment);
    const to = segment === last ? offset : (await stat(join(copy.directory, file))).size;
    await copy.extend(file, to, true);
    copy.reach('journal', segment);
  }
}

type Vouching = {
  readonly keys: string;
  readonly checkpoint: string;
  /** Bytes of whole lines. */
  readonly history: number;
};

async function readVouching(directory: string): Promise<Vouching> {
  const read = (name: string): Promise<string> =>
    readFile(join(directory, name), 'utf8').catch(orEmpty);
  // The history before the newest one, so that it is never ahead of it.
  const history = await findWholeLines(join(directory, historyFile));
  return { history, checkpoint: await read(checkpointFile), keys: await read(keyFile) };
}

/** Where the last whole line of a file ends. */
async function findWholeLines(path: string): Promise<number> {
  const size = await sizeOf(path);
  const from = Math.max(0, size - lastLineBytesMax);
  if (size === 0) return 0;
  const file = await open(path, 'r');
  try {
    const tail = Buffer.alloc(size - from);
    await file.read(tail, 0, tail.length, from);
    return from + tail.lastIndexOf('\n') + 1;
  } finally {
    await file.close();
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}

function orEmpty(error: unknown): string {
  if (isMissing(error)) return '';
  throw error;
}

async function shipVouching(copy: Copy, { keys, checkpoint, history }: Vouching): Promise<void> {
  if (keys !== '') await copy.put(keyFile, keys);
  if (checkpoint !== '') await copy.put(checkpointFile, checkpoint);
  if (history > 0) await copy.extend(historyFile, history, true);
}

/** The files of kept texts: only the newest one still grows, so the others are looked at once. */
export class ContentFiles {
  readonly #done = new Set<string>();

  async ship(copy: Copy): Promise<void> {
    const folder = join(copy.directory, 'content');
    const names = (await readdir(folder)).filter((name) => /^\d{8}-\d{4}\.bin$/.test(name)).sort();
    const newest = names.at(-1);
    for (const name of names) {
      if (this.#done.has(name)) continue;
      const { size } = await stat(join(folder, name));
      await copy.extend(`content/${name}`, size, false);
      if (name !== newest) this.#done.add(name);
    }
  }
}
