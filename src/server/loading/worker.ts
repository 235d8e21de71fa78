/** The thread in which changed policies are compiled and tested before the one that serves has to do with them. */
import { parentPort } from 'node:worker_threads';
import { handInShippedWeights } from '../../config/weights.ts';
import { type CheckJob, checkPolicies } from './check.ts';
import type { PolicySet } from './policy-set.ts';

handInShippedWeights();
/** Bytes that nobody here needs any more need not be copied. */
function toTransfer({ files }: PolicySet): ArrayBuffer[] {
  return files.flatMap(({ document: { buffer } }) =>
    buffer instanceof ArrayBuffer ? [buffer] : [],
  );
}

parentPort?.on('message', (job: CheckJob) => {
  void checkPolicies(job).then(
    (checked) =>
      parentPort?.postMessage({ checked }, 'set' in checked ? toTransfer(checked.set) : []),
    (error: unknown) => parentPort?.postMessage({ error }),
  );
});
