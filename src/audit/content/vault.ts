/** The caller's end of the vault: data keys by subject, the last ones kept at hand. */
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { Gap } from '../journal-options.ts';
import { lastingThread, leaveThread } from '../lasting-thread.ts';
import { reasonOf, unavailable } from '../unavailable.ts';
import { type ContentKey, createContentKey } from './content-key.ts';
import { type HoldRow, type SharedHold, readHold } from './hold-rows.ts';
import { readReference } from './key-reference.ts';
import { SpoiltRows } from './spoilt-rows.ts';
import type { LearnedErasure, ToldErasures } from './told-erasures.ts';
import { type FromVault, type ToVault, type VaultData, startTicket } from './vault-messages.ts';
import { within } from './within.ts';

type Asked = ToVault extends infer Message
  ? Message extends ToVault
    ? Omit<Message, 'ticket'>
    : never
  : never;

type Waiting = {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
};

export type VaultOptions = {
  readonly directory: string;
  readonly masterKey: Uint8Array;
  /** Entries of before: no key of before has a version above it, also where the file of keys was lost or is an older one. */
  readonly floor: number;
  /** A key that takes longer counts as not to be had. */
  readonly timeoutMs: number;
  readonly onAlarm: (message: string, fields: Readonly<Record<string, unknown>>) => void;
  /** Keys can be had again. */
  readonly onResumed: (gap: Gap) => void;
};

const keysMax = 5000;
/** A thread that starts reads its program, and on a busy machine that takes longer than any key. */
const startTimeoutMs = 15_000;
const retryMs = 500;
const foundSchema = z.object({ reference: z.string(), dataKey: z.instanceof(Uint8Array) });
const rowsSchema = z.array(z.record(z.string(), z.unknown()));
const toldSchema = z.object({
  ...{ place: z.string(), series: z.string(), number: z.number(), isNew: z.boolean() },
  owed: z.array(z.object({ subject: z.string(), log: z.string() })),
});
const dataKeySchema = z.instanceof(Uint8Array).optional();
/** Run as it is in the sources, and as it was built in the package. */
const workerUrl = new URL(
  import.meta.url.endsWith('.ts') ? './vault-worker.ts' : './vault-worker.js',
  import.meta.url,
);

export class Vault {
  readonly #options: VaultOptions;
  #worker: Worker | undefined;
  #started: Promise<void> | undefined;
  #isUp = false;
  readonly #waiting = new Map<number, Waiting>();
  readonly #keys = new Map<string, ContentKey>();
  readonly #finding = new Map<string, Promise<ContentKey>>();
  readonly #spoilt = new SpoiltRows();
  #ticket = 0;
  #trouble: { reason: string; sinceMs: number; lost: number } | undefined;
  #retry: NodeJS.Timeout | undefined;

  constructor(options: VaultOptions) {
    this.#options = options;
  }

  /** Why no subject that is not at hand gets its key at the moment; undefined when all is well. */
  get trouble(): string | undefined {
    return this.#trouble?.reason;
  }

  /** The subject's key where it is at hand. */
  known(id: string): ContentKey | undefined {
    return this.#keys.get(id);
  }

  /** The subject's key, made and stored durably where there is none. */
  find(id: string): Promise<ContentKey> {
    if (this.#trouble !== undefined) {
      this.#trouble.lost += 1;
      return Promise.reject(unavailable(this.#trouble.reason));
    }
    const known = this.#finding.get(id);
    if (known !== undefined) return known;
    const { timeoutMs } = this.#options;
    const finding = this.#up()
      .then(() => within(timeoutMs, this.#find(id)))
      .catch((error: unknown) => {
        if (!this.#spoilt.has(error)) this.#suffer(id, error);
        else this.#alarm('a content key cannot be had', this.#spoilt.tell(id, error));
        throw error;
      })
      .finally(() => this.#finding.delete(id));
    this.#finding.set(id, finding);
    return finding;
  }

  /** Starts the thread, so that the first caller does not wait for it. */
  warm(): void {
    this.#up().catch(() => undefined);
  }

  /** The key that an entry names; undefined where it was destroyed. */
  async read(reference: string): Promise<ContentKey | undefined> {
    const named = readReference(reference);
    if (named === undefined) return undefined;
    const known = this.#keys.get(named.id);
    if (known?.reference === reference) return known;
    const dataKey = dataKeySchema.parse(await this.#ask({ kind: 'read', ...named }));
    return dataKey === undefined ? undefined : createContentKey(reference, dataKey);
  }

  /** Gives up a subject's keys up to the version it answers, for a new one; undefined where the subject is held. */
  async beginErasure(id: string): Promise<number | undefined> {
    const through = z
      .int()
      .optional()
      .parse(await this.#ask({ kind: 'begin-erasure', id }));
    this.#keys.delete(id);
    return through;
  }

  async finishErasure(id: string): Promise<void> {
    await this.#ask({ kind: 'finish-erasure', id });
  }

  async unfinishedErasures(): Promise<string[]> {
    return z.array(z.string()).parse(await this.#ask({ kind: 'unfinished-erasures' }));
  }

  /** `isNew`: this log had no entry before this start. */
  async toldErasures(): Promise<ToldErasures & { readonly isNew: boolean }> {
    return toldSchema.parse(await this.#ask({ kind: 'told-erasures' }));
  }

  async learnErasure(learned: LearnedErasure): Promise<void> {
    await this.#ask({ kind: 'learn-erasure', learned });
  }

  async settleErasure(id: string): Promise<void> {
    await this.#ask({ kind: 'settle-erasure', id });
  }

  /** False where the subject is being erased at the moment. `shared`: as other replicas know of it. */
  async hold(id: string, shared?: SharedHold): Promise<boolean> {
    return z.boolean().parse(await this.#ask({ kind: 'hold', id, shared }));
  }

  async release(id: string): Promise<void> {
    await this.#ask({ kind: 'release', id });
  }

  async holds(): Promise<HoldRow[]> {
    return rowsSchema.parse(await this.#ask({ kind: 'holds' })).map(readHold);
  }

  async close(): Promise<void> {
    clearTimeout(this.#retry);
    const worker = this.#worker;
    if (worker === undefined) return;
    worker.ref();
    const gone = new Promise((resolve) => worker.once('exit', resolve));
    const asked = this.#ask({ kind: 'close' }).then(() => gone);
    // A disk that hangs must not keep the process from ending.
    await within(this.#options.timeoutMs, asked).catch(() => leaveThread(worker));
  }

  #up(): Promise<void> {
    if (this.#isUp) return Promise.resolve();
    this.#worker ??= this.#start();
    return within(startTimeoutMs, this.#started ?? Promise.resolve());
  }

  /** A thread that died is followed by another with the next question. */
  #start(): Worker {
    const { directory, masterKey, floor } = this.#options;
    const worker = new Worker(workerUrl, {
      workerData: { directory, masterKey, floor } satisfies VaultData,
      ...lastingThread('audit-keys'),
    });
    worker.unref();
    this.#started = new Promise((resolve, reject) => {
      this.#waiting.set(startTicket, {
        resolve: () => {
          this.#isUp = true;
          resolve();
        },
        reject,
      });
    });
    // Whoever waits for it is told; where nobody does, nothing is lost.
    this.#started.catch(() => undefined);
    worker.on('message', (message: FromVault) => this.#settle(message));
    worker.on('error', (error) => this.#lose(worker, error));
    worker.on('exit', () => this.#lose(worker, new Error('the vault thread ended')));
    return worker;
  }

  async #find(id: string): Promise<ContentKey> {
    const { reference, dataKey } = foundSchema.parse(await this.#ask({ kind: 'find', id }));
    const key = createContentKey(reference, dataKey);
    if (this.#keys.size >= keysMax) this.#keys.clear();
    this.#keys.set(id, key);
    return key;
  }

  #alarm(message: string, fields: { readonly reason: string } | undefined): void {
    if (fields !== undefined) this.#options.onAlarm(message, fields);
  }

  /** Refuses from here on, and tries by itself until a key can be had again. */
  #suffer(id: string, error: unknown): void {
    const reason = toReason(error);
    if (this.#trouble === undefined) {
      this.#trouble = { reason, sinceMs: Date.now(), lost: 0 };
      this.#alarm('content keys cannot be had', { reason });
    }
    this.#trouble.lost += 1;
    const tryAgain = (): void => {
      within(this.#options.timeoutMs, this.#find(id)).then(
        () => this.#resume(),
        () => (this.#retry = setTimeout(tryAgain, retryMs).unref()),
      );
    };
    clearTimeout(this.#retry);
    this.#retry = setTimeout(tryAgain, retryMs).unref();
  }

  #resume(): void {
    const gap = this.#trouble;
    this.#trouble = undefined;
    if (gap !== undefined) this.#options.onResumed(gap);
  }

  #ask(message: Asked): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const ticket = (this.#ticket += 1);
      this.#waiting.set(ticket, { resolve, reject });
      this.#worker ??= this.#start();
      this.#worker.postMessage({ ...message, ticket });
    });
  }

  #settle(message: FromVault): void {
    const waiting = this.#waiting.get(message.ticket);
    this.#waiting.delete(message.ticket);
    if ('failed' in message)
      waiting?.reject(
        message.row === true ? this.#spoilt.refuse(message.failed) : unavailable(message.failed),
      );
    else waiting?.resolve(message.result);
  }

  #lose(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    this.#isUp = false;
    for (const { reject } of this.#waiting.values()) reject(unavailable(toReason(error)));
    this.#waiting.clear();
  }
}

/** What is told to callers is the same for all; the log is told the cause. */
function toReason(error: unknown): string {
  return reasonOf(error) ?? (error instanceof Error ? error.message : String(error));
}
