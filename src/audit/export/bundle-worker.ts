/** The evidence bundle's own thread: it reads the whole tree, which would hold up everything else. */
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { readSnapshot } from '../proof/snapshot.ts';
import { standBack } from '../stand-back.ts';
import { readStoredEntry } from '../stored-entry.ts';
import { BundleWriter } from './bundle.ts';
import type { FromBundler, ToBundler } from './bundle-thread.ts';

standBack();
const { directory, out } = z.object({ directory: z.string(), out: z.string() }).parse(workerData);

const snapshot = readSnapshot(directory);
const writer = snapshot === undefined ? undefined : new BundleWriter(out, snapshot);
tell({ kind: writer === undefined ? 'unsigned' : 'taken' });

parentPort?.on('message', (message: ToBundler) => {
  if (writer === undefined) return;
  if ('lines' in message) {
    for (const line of message.lines.split('\n')) {
      const entry = line === '' ? undefined : readStoredEntry(Buffer.from(line));
      if (entry !== undefined) writer.add(entry);
    }
    tell({ kind: 'taken' });
    return;
  }
  writer.finish(message.facts);
  tell({ kind: 'finished' });
});

function tell(message: FromBundler): void {
  parentPort?.postMessage(message);
}
