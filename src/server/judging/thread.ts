/** One judging thread from outside: one job at a time, and an end to whichever takes too long. */
import { Worker } from 'node:worker_threads';
import type { Bundle } from '../../governance/policy/policy.ts';
import {
  bundlesKept,
  type Ahead,
  type BundleCopy,
  type Done,
  type Job,
  type ThreadData,
} from './message.ts';

/** Run as it is in the sources, and as it was built in the package. */
const workerUrl = new URL(
  import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js',
  import.meta.url,
);

const youngMegabytesMax = 24;

const ended = 'the thread that judged a long text has ended';

export class JudgingThread {
  readonly #worker: Worker;
  /** Versions that the thread has compiled, oldest first, as it keeps them itself. */
  readonly #versions: string[] = [];
  #settle: ((done: Done) => void) | undefined;
  #dead = false;

  constructor(data: ThreadData) {
    this.#worker = new Worker(workerUrl, {
      name: 'judging',
      workerData: data,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      // Left alone, it would take room for as many young objects as the engine ever gives, and keep it.
      resourceLimits: { maxYoungGenerationSizeMb: youngMegabytesMax },
    });
    this.#worker.unref();
    this.#worker.on('message', (done: Done) => this.#finish(done));
    this.#worker.on('error', () => this.#die());
    this.#worker.on('exit', () => this.#die());
  }

  get isFree(): boolean {
    return this.#settle === undefined && !this.#dead;
  }

  get isDead(): boolean {
    return this.#dead;
  }

  /** Never rejects. The thread does not outlive a job that takes longer than `timeoutMs`. */
  run(bundle: Bundle, job: Omit<Job, 'version' | 'bundle'>, timeoutMs: number): Promise<Done> {
    if (this.#dead) return Promise.resolve({ failed: ended });
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#finish({ failed: 'a long text could not be judged in time' });
        void this.end();
      }, timeoutMs);
      this.#settle = (done) => {
        clearTimeout(timer);
        resolve(done);
      };
      // While somebody waits the process has to live.
      this.#worker.ref();
      try {
        this.#worker.postMessage({ ...job, version: bundle.version, ...this.#show(bundle) });
      } catch {
        this.#finish({ failed: 'a long text could not be handed to a thread' });
      }
    });
  }

  /** Compiles a bundle before there is anything to judge by it. */
  show(bundle: Bundle): void {
    const { bundle: copy } = this.#show(bundle);
    if (copy !== undefined) this.#worker.postMessage({ bundle: copy } satisfies Ahead);
  }

  async end(): Promise<void> {
    this.#die();
    await this.#worker.terminate();
  }

  /** An exchange keeps its bundle, so an older one may be asked for after a newer one. */
  #show(bundle: Bundle): { bundle?: BundleCopy } {
    const { version, policies } = bundle;
    if (this.#versions.includes(version)) return {};
    this.#versions.push(version);
    if (this.#versions.length > bundlesKept) this.#versions.shift();
    const copies = policies.map(({ file, document }) => ({ file, document }));
    return { bundle: { version, policies: copies } };
  }

  #finish(done: Done): void {
    const settle = this.#settle;
    this.#settle = undefined;
    this.#worker.unref();
    settle?.(done);
  }

  #die(): void {
    this.#dead = true;
    this.#finish({ failed: ended });
  }
}
