/** The caller's end of the writing thread: one batch at a time, and a new thread where one has died. */
import { Worker } from 'node:worker_threads';
import { lastingThread, leaveFiles, leaveThread } from './lasting-thread.ts';
import { Desk } from './press-desk.ts';
import type { FromPress, Place, Pressed, ToPress } from './press-messages.ts';
import { hashBytes } from './proof/tree.ts';

type Waiting<Result> = {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
};

/** Run as it is in the sources, and as it was built in the package. */
const workerUrl = new URL(
  import.meta.url.endsWith('.ts') ? './press-worker.ts' : './press-worker.js',
  import.meta.url,
);

/** More than the batches that are at hand at a time: one is written, one waits, one takes what comes. */
const placesMax = 4;

/** A thread that reads its program while its caller still reads other things. */
let ahead: Press | undefined;

/** For whoever will open a journal soon: the first to be opened takes it. */
export function startPressAhead(): void {
  ahead ??= new Press();
  // Whoever takes it asks again, and is told.
  ahead.ready().catch(() => undefined);
}

export function takePress(): Press {
  const press = ahead ?? new Press();
  ahead = undefined;
  return press;
}

export class Press {
  #worker: Worker | undefined;
  #desk = new Desk();
  /** The memories that the thread knows, and how many it was told of in all. */
  #places: SharedArrayBuffer[] = [];
  #placesTold = 0;
  #leaves: Uint8Array = Buffer.alloc(0);
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
      const { file, memory, bytes, prev, sync } = message;
      const place = this.#placeOf(memory);
      this.#desk.order({ file, place, places: this.#placesTold, bytes, prev, sync });
    });
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#forget();
    await worker?.terminate();
  }

  leave(): void {
    const worker = this.#worker;
    this.#forget();
    leaveFiles();
    if (worker !== undefined) leaveThread(worker);
  }

  /** Batches use the same few memories again and again, so that the thread is seldom told of one. */
  #placeOf(memory: SharedArrayBuffer): number {
    const known = this.#places.indexOf(memory);
    if (known !== -1) return known;
    const place = this.#placesTold % placesMax;
    this.#places[place] = memory;
    this.#placesTold += 1;
    this.#worker?.postMessage({ place, memory } satisfies Place);
    return place;
  }

  #start(): Worker {
    this.#desk = new Desk();
    const worker = new Worker(workerUrl, {
      workerData: this.#desk.memory,
      ...lastingThread('audit-journal'),
    });
    worker.on('message', (message: FromPress) => this.#hear(worker, message));
    worker.on('error', (error: Error) => this.#lose(worker, error));
    worker.on('exit', () => this.#lose(worker, new Error('the writing thread ended')));
    return worker;
  }

  #hear(worker: Worker, message: FromPress): void {
    const [waiting, starting] = [this.#waiting, this.#starting];
    if (message.kind === 'leaves') {
      this.#leaves = Buffer.from(message.memory);
      return;
    }
    worker.unref();
    switch (message.kind) {
      case 'ready':
        this.#starting = undefined;
        starting?.resolve();
        return;
      case 'pressed':
        this.#waiting = undefined;
        waiting?.resolve(this.#takeAnswer());
        return;
      case 'failed':
        this.#waiting = undefined;
        waiting?.reject(new Error(message.reason));
    }
  }

  /** A copy, because the thread writes the next leaves over these. */
  #takeAnswer(): Pressed {
    const { lines, prev } = this.#desk.answered;
    return { prev, leaves: new Uint8Array(this.#leaves.subarray(0, lines * hashBytes)) };
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
    this.#places = [];
    this.#placesTold = 0;
  }
}
