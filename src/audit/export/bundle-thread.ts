/** Hands entries to the thread that writes an evidence bundle, a page at a time. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { GatewayError } from '../../errors.ts';
import type { BundleFacts } from './bundle.ts';

export type ToBundler = { readonly lines: string } | { readonly facts: BundleFacts };
export type FromBundler = { readonly kind: 'taken' | 'finished' | 'unsigned' };

/** Run as it is in the sources, and as it was built in the package. */
const workerUrl = new URL(
  import.meta.url.endsWith('.ts') ? './bundle-worker.ts' : './bundle-worker.js',
  import.meta.url,
);

export class BundleThread {
  readonly #worker: Worker;

  private constructor(worker: Worker) {
    this.#worker = worker;
  }

  /** Ready once the tree of the newest checkpoint has been read from the journal. */
  static async start(directory: string, out: string): Promise<BundleThread> {
    const worker = new Worker(workerUrl, {
      name: 'audit-bundle',
      workerData: { directory, out },
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    const thread = new BundleThread(worker);
    if ((await thread.#hear()) !== 'unsigned') return thread;
    await thread.close();
    const detail = 'no checkpoint of the trail holds; verify the trail';
    throw new GatewayError('audit_unavailable', detail);
  }

  /** Canonical lines; the next ones are taken when these are on disk. */
  async add(lines: string): Promise<void> {
    this.#worker.postMessage({ lines } satisfies ToBundler);
    await this.#hear();
  }

  async finish(facts: BundleFacts): Promise<void> {
    this.#worker.postMessage({ facts } satisfies ToBundler);
    await this.#hear();
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  /** A fault in the thread is thrown here: `once` takes its `error` for one of ours. */
  async #hear(): Promise<FromBundler['kind']> {
    const [{ kind }] = (await once(this.#worker, 'message')) as [FromBundler];
    return kind;
  }
}
