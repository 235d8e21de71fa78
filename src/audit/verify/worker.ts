/** The verification's own thread: reads the whole trail, which would hold up everything else. */
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { verifyTrail } from '../verify.ts';
import type { FromVerifier } from './verification.ts';

const tellEveryMs = 500;

const { directory, masterKey, sinceUs } = z
  .object({
    directory: z.string(),
    masterKey: z.instanceof(Uint8Array),
    sinceUs: z.number().optional(),
  })
  .parse(workerData);

let toldMs = 0;
const report = verifyTrail({
  directory,
  masterKey,
  live: true,
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
