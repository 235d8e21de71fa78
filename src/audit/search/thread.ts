/** The caller's end of the index's thread: starts it when it is first needed, and again where it has died. */
import { Worker } from 'node:worker_threads';
import { toDamaged } from '../damage.ts';
import { GatewayError } from '../../errors.ts';
import type { Position } from '../journal-options.ts';
import { lastingThread, leaveThread } from '../lasting-thread.ts';
import { settlesWithin } from '../settles-within.ts';
import { SharedLag } from '../shared/lag.ts';
import type { SharedSettings } from '../shared/settings.ts';
import type {
  Answered,
  FromThread,
  Question,
  QuestionName,
  Questions,
  ToThread,
} from './question.ts';

type Waiting = {
  readonly resolve: (answered: Answered<unknown>) => void;
  readonly reject: (error: Error) => void;
};

export type ThreadOptions = {
  readonly directory: string;
  readonly masterKey: Uint8Array;
  /** Where entries are indexed for other replicas too. */
  readonly shared?: SharedSettings | undefined;
  readonly onAlarm?:
    ((message: string, fields: Readonly<Record<string, unknown>>) => void) | undefined;
  /** How long a question that only reads may take; what takes words out of the index takes as long as it does. */
  readonly answerMs?: number;
};

const waitingMax = 200;
/** Many times what a question takes on a large index; whoever reads must not wait on a disk that hangs. */
const answerMsDefault = 30_000;
/** The index is a cache: where its thread does not end in time it is left as a crash would leave it. */
const closeMs = 5_000;
/** Questions that are acts: they are over when they are done. */
const erasing: ReadonlySet<QuestionName> = new Set<QuestionName>(['forget', 'wipe', 'expire']);
/** Run as it is in the sources, and as it was built in the package. */
const workerUrl = new URL(
  import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js',
  import.meta.url,
);

export class SearchThread {
  readonly #options: ThreadOptions;
  readonly #waiting = new Map<number, Waiting>();
  readonly #lag = new SharedLag(() => performance.now());
  #worker: Worker | undefined;
  #ticket = 0;
  #closed = false;
  /** A question was given up, and none was answered since. */
  #hangs = false;
  /** When it was told the first thing since it was last heard. */
  #toldMs: number | undefined;

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  /** How long the oldest entry has been waiting that the shared index does not hold; 0 where there is none. */
  get sharedAgeMs(): number {
    return this.#options.shared === undefined ? 0 : this.#lag.ageMs;
  }

  /** How long it has been told something and not been heard; moments while it works. */
  get silentMs(): number {
    return this.#toldMs === undefined ? 0 : performance.now() - this.#toldMs;
  }

  /** Lets the index catch up with what is durable, in short pieces where its core is not its own. */
  follow(position: Position, sharesCore: boolean): void {
    this.#lag.reach(position.link.seq);
    this.#send({ kind: 'follow', ...horizonOf(position), sharesCore });
  }

  /** Asks for what is true at `position` at least. */
  async ask<Name extends QuestionName>(
    name: Name,
    request: Questions[Name]['request'],
    position: Position,
  ): Promise<Answered<Questions[Name]['answer']>> {
    const question = { name, request } as Question;
    const limitMs = erasing.has(name) ? undefined : (this.#options.answerMs ?? answerMsDefault);
    const answered = await this.#call(
      (ticket) => ({ ...{ kind: 'ask', ticket, question }, ...horizonOf(position) }),
      limitMs,
    );
    return answered as Answered<Questions[Name]['answer']>;
  }

  /** Lets the shared index catch up with `position`; answers how many entries are still missing there. */
  async settle(position: Position): Promise<number> {
    const toMessage = (ticket: number): ToThread => ({
      ...{ kind: 'settle', ticket },
      ...horizonOf(position),
    });
    return this.#options.shared === undefined ? 0 : (await this.#call(toMessage)).behind;
  }

  async #call(
    toMessage: (ticket: number) => ToThread,
    limitMs?: number,
  ): Promise<Answered<unknown>> {
    if (this.#closed) throw new GatewayError('not_ready', 'the audit trail is closed');
    if (this.#waiting.size >= waitingMax) {
      throw new GatewayError('overloaded', 'too many searches are waiting');
    }
    const ticket = (this.#ticket += 1);
    const answered = new Promise<Answered<unknown>>((resolve, reject) => {
      this.#waiting.set(ticket, { resolve, reject });
      this.#send(toMessage(ticket));
    });
    if (limitMs === undefined) return answered;
    // What came while the process stood still is looked at before it counts as late.
    const limit = setTimeout(() => setImmediate(() => this.#giveUp(ticket, limitMs)), limitMs);
    return answered.finally(() => clearTimeout(limit));
  }

  #giveUp(ticket: number, limitMs: number): void {
    const waiting = this.#waiting.get(ticket);
    if (waiting === undefined) return;
    this.#waiting.delete(ticket);
    if (!this.#hangs) this.#options.onAlarm?.('the search index does not answer', { limitMs });
    this.#hangs = true;
    waiting.reject(
      new GatewayError('not_ready', `the search index has not answered for ${limitMs} ms`),
    );
  }

  /** Throws the index away and builds it from the journal while everything else goes on. */
  restart(): void {
    this.#send({ kind: 'restart' });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const worker = this.#worker;
    this.#worker = undefined;
    if (worker === undefined) return;
    const gone = new Promise((resolve) => worker.once('exit', resolve));
    worker.ref();
    worker.postMessage({ kind: 'close' } satisfies ToThread);
    if (!(await settlesWithin(closeMs, gone))) leaveThread(worker);
  }

  #send(message: ToThread): void {
    if (this.#closed) return;
    this.#worker ??= this.#start();
    this.#toldMs ??= performance.now();
    this.#worker.postMessage(message);
  }

  #start(): Worker {
    const { directory, masterKey, shared } = this.#options;
    const worker = new Worker(workerUrl, {
      workerData: { directory, masterKey, ...(shared && { shared }) },
      ...lastingThread('audit-index'),
    });
    worker.unref();
    worker.on('message', (message: FromThread) => this.#settle(message));
    worker.on('error', (error) => this.#lose(worker, error));
    worker.on('exit', () => this.#lose(worker, new Error('the index thread ended')));
    return worker;
  }

  #settle(message: FromThread): void {
    this.#toldMs = undefined;
    if ('followed' in message) return;
    if ('alarm' in message) {
      this.#options.onAlarm?.(message.alarm, message.fields);
      return;
    }
    if ('indexed' in message) {
      this.#lag.settle(message.indexed);
      return;
    }
    const waiting = this.#waiting.get(message.ticket);
    this.#waiting.delete(message.ticket);
    if (this.#hangs) this.#options.onAlarm?.('the search index answers again', {});
    this.#hangs = false;
    if ('answered' in message) waiting?.resolve(message.answered);
    else waiting?.reject(message.damaged ? toDamaged(message.failed) : new Error(message.failed));
  }

  #lose(worker: Worker, error: unknown): void {
    if (this.#worker !== undefined && this.#worker !== worker) return;
    this.#worker = undefined;
    this.#toldMs = undefined;
    for (const { reject } of this.#waiting.values()) {
      reject(
        new GatewayError('not_ready', 'the search index is being restarted', { cause: error }),
      );
    }
    this.#waiting.clear();
  }
}

function horizonOf({
  segment,
  offset,
  link,
}: Position): Pick<ToThread & { kind: 'follow' }, 'horizon' | 'next'> {
  return { horizon: { segment, offset }, next: link.seq };
}
