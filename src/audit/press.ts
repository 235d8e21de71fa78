/** The caller's end of the writing thread: one batch at a time, and a new thread where one has died. */
import { Worker } from 'node:worker_threads';
import { lastingThread } from './lasting-thread.ts';
import type { FromPress, Pressed, ToPress } from './press-messages.ts';

type Waiting<Result> = {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
};

/** Run as it is in the sources, and as it was built in the package. */
const workerUrl = new URL(
  import.meta.url.endsWith('.ts') ? './press-worker.ts' : './press-worker.js',
  import.meta.url,
);

export class Press {
  #worker: Worker | undefined;
  #ready: Promise<void> | undefined;
  #starting: Waiting<void> | undefined;
  #waiting: Waiting<Pressed> | undefined;

  /** A thread that starts reads its program, which takes longer than any write: whoever can wait for it here. */
  ready(): Promise<void> {
    this.#ready ??= new Promise((resolve, reject) => {
      this.#starting = { resolve, reject };
      this.#worker = this.#start();
    });
    return this.#ready;
  }

  /** Chains and writes the lines; when it resolves they are written, and durable where that was asked for. */
  async press(message: ToPress): Promise<Pressed> {
    if (this.#worker === undefined || this.#starting !== undefined) await this.ready();
    return await new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      // The process does not end while a write is on its way.
      this.#worker?.ref();
      this.#worker?.postMessage(message);
    });
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#forget();
    await worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(workerUrl, lastingThread('audit-journal'));
    worker.on('message', (message: FromPress) => this.#hear(worker, message));
    worker.on('error', (error: Error) => this.#lose(worker, error));
    worker.on('exit', () => this.#lose(worker, new Error('the writing thread ended')));
    return worker;
  }

  #hear(worker: Worker, message: FromPress): void {
    worker.unref();
    const [waiting, starting] = [this.#waiting, this.#starting];
    switch (message.kind) {
      case 'ready':
        this.#starting = undefined;
        starting?.resolve();
        return;
      case 'pressed':
        this.#waiting = undefined;
        waiting?.resolve(message.pressed);
        return;
      case 'failed':
        this.#waiting = undefined;
        waiting?.reject(new Error(message.reason));
    }
  }

  #lose(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    const lost = [this.#starting, this.#waiting];
    this.#forget();
    for (const waiting of lost) waiting?.reject(error);
  }

  #forget(): void {
    this.#worker = undefined;
    this.#ready = undefined;
    this.#starting = undefined;
    this.#waiting = undefined;
  }
}
