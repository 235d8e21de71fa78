/** Tries a draft off the way of calls: one at a time, within a limit, and a few that wait. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { GatewayError } from '../../errors.ts';
import type { DraftJob, DraftResult } from './trial.ts';

/** Run as it is in the sources, and as it was built in the package. */
const workerUrl = new URL(
  import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js',
  import.meta.url,
);

const waitingMax = 4;
const timeoutMs = 30_000;

export type DraftTrial = (job: DraftJob) => Promise<DraftResult>;

export function createDraftTrial(): DraftTrial {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (job) => {
    if (waiting >= waitingMax) {
      throw new GatewayError('overloaded', 'other drafts are being tried; ask again in a moment');
    }
    waiting += 1;
    const turn = last.then(() => runOnce(job));
    last = turn.catch(() => undefined);
    return turn.finally(() => (waiting -= 1));
  };
}

async function runOnce(job: DraftJob): Promise<DraftResult> {
  const worker = new Worker(workerUrl, {
    name: 'policy-draft',
    workerData: job,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const [result] = (await once(worker, 'message', { signal })) as [DraftResult];
    return result;
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') {
      throw new GatewayError('overloaded', `the draft was not tried within ${timeoutMs / 1000} s`);
    }
    throw error;
  } finally {
    await worker.terminate();
  }
}
