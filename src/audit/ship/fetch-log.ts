/** Fetches the copy of a log out of a store, laid out as a trail that can be verified where it then lies. */
import { mkdir, open, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkpointFile, historyFile, keyFile } from '../proof/sealed-files.ts';
import { markFile } from './mark.ts';
import type { Store } from './store.ts';

const ownMode = 0o600;
const folderMode = 0o700;

/** What vouches comes first, so that a copy that grows meanwhile holds all that is signed in it. Answers its bytes. */
export async function fetchLog(store: Store, log: string, out: string): Promise<number> {
  await mkdir(out, { recursive: true, mode: folderMode });
  for (const file of [markFile, keyFile, checkpointFile]) {
    const text = await store.read(`${log}/${file}`);
    if (text !== undefined) await writeFile(join(out, file), text, { mode: ownMode, flag: 'wx' });
  }
  const files = [historyFile];
  for (const folder of ['content', 'journal'])
    for (const name of await store.listFiles(`${log}/${folder}`)) files.push(`${folder}/${name}`);
  let bytes = 0;
  for (const file of files) bytes += await fetchFile(store, `${log}/${file}`, join(out, file));
  return bytes;
}

async function fetchFile(store: Store, file: string, path: string): Promise<number> {
  let bytes = 0;
  await mkdir(dirname(path), { recursive: true, mode: folderMode });
  const handle = await open(path, 'wx', ownMode);
  try {
    for await (const piece of store.walk(file)) {
      await handle.writeFile(piece);
      bytes += piece.length;
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return bytes;
}
