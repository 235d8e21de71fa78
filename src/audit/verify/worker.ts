/** The verification's own thread: reads the whole trail, which would hold up everything else. */
import { existsSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { verifyTrail } from '../verify.ts';
import type { FromVerifier } from './verification.ts';

const tellEveryMs = 500;

const { directory, masterKey, sinceUs, witnesses } = z
  .object({
    directory: z.string(),
    masterKey: z.instanceof(Uint8Array),
    sinceUs: z.number().optional(),
    witnesses: z.array(z.string()),
  })
  .parse(workerData);

let toldMs = 0;
const report = verifyTrail({
  directory,
  masterKey,
  live: true,
  // Other replicas may use them too. One that was not written yet has nothing to say.
  witnesses: witnesses.filter((path) => existsSync(path)),
  ownOnly: true,
  ...(sinceUs === undefined ? {} : { sinceUs }),
  onProgress(progress) {
    const now = performance.now();
    if (now - toldMs < tellEveryMs) return;
    toldMs = now;
    tell({ progress });
  },
});
tell({ report });

function tell(message: FromVerifier): void {
  parentPort?.postMessage(message);
}
