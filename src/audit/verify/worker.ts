/** The verification's own thread: reads the whole trail, which would hold up everything else. */
import { existsSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { type SharedSettings, sharedSettings } from '../shared/settings.ts';
import { standBack } from '../stand-back.ts';
import { type Report, addFound, verifyTrail } from '../verify.ts';
import { findNewestWitnessed } from './neighbours.ts';
import type { FromVerifier } from './verification.ts';

const tellEveryMs = 500;

standBack();
const { directory, masterKey, sinceUs, witnesses, first, shared } = z
  .object({
    directory: z.string(),
    masterKey: z.instanceof(Uint8Array),
    sinceUs: z.number().optional(),
    witnesses: z.array(z.string()),
    first: z.string().optional(),
    shared: sharedSettings.optional(),
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
  // Read before the log itself, which is then never behind it.
  ...(first === undefined ? {} : { first, seen: findNewestWitnessed(first, directory) }),
  ...(sinceUs === undefined ? {} : { sinceUs }),
  onProgress(progress) {
    const now = performance.now();
    if (now - toldMs < tellEveryMs) return;
    toldMs = now;
    tell({ progress });
  },
});
tell({ report: shared === undefined ? report : await addShared(report, shared) });

/** What speaks to PostgreSQL is loaded only where that is used. */
async function addShared(own: Report, settings: SharedSettings): Promise<Report> {
  const { checkShared } = await import('../shared/shared-check.ts');
  const options = { ...{ directory, masterKey, settings, sinceUs }, live: true, copy: false };
  return addFound(own, await checkShared(options));
}

function tell(message: FromVerifier): void {
  parentPort?.postMessage(message);
}
