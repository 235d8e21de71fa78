/** Policies that change are compiled and tested off the way of calls: in a thread that lives while they go on changing. */
import { Worker } from 'node:worker_threads';
import { GatewayError } from '../../errors.ts';
import type { Checked, CheckJob } from './check.ts';

/** Run as it is in the sources, and as it was built in the package. */
const workerUrl = new URL(
  import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js',
  import.meta.url,
);

/** Whoever writes policies saves again and again; then its memory is given back. */
const idleMs = 10_000;

type Answer = { readonly checked: Checked } | { readonly error: unknown };

export class CheckingThread {
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #reject: ((error: unknown) => void) | undefined;

  /** One at a time. Rejects where they could not be checked, which is none of their faults. */
  async check(job: CheckJob): Promise<Checked> {
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= this.#start());
    try {
      return await new Promise<Checked>((resolve, reject) => {
        this.#reject = reject;
        worker.once('message', (answer: Answer) => {
          if ('checked' in answer) resolve(answer.checked);
          else reject(toError(answer.error));
        });
        worker.postMessage(job);
      });
    } finally {
      this.#reject = undefined;
      worker.removeAllListeners('message');
      this.#idle = setTimeout(() => this.close(), idleMs).unref();
    }
  }

  /** Whatever is being checked is given up. */
  close(): void {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(workerUrl, {
      name: 'policies',
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    worker.unref();
    const end = (error: unknown): void => {
      if (this.#worker === worker) this.#worker = undefined;
      this.#reject?.(error);
    };
    worker.on('error', end);
    worker.on('exit', () => end(new GatewayError('internal', 'the thread of policies has ended')));
    return worker;
  }
}

function toError(value: unknown): Error {
  return value instanceof Error ? value : new Error('the policies could not be checked');
}
