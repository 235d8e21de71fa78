/** The caller's end of the vault: data keys by subject, the last ones kept at hand. */
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { unavailable } from '../unavailable.ts';
import { createContentKey } from './content-key.ts';
import type { ContentKey } from './content-key.ts';

export type ToVault =
  | { readonly kind: 'find'; readonly ticket: number; readonly id: string }
  | {
      readonly kind: 'read';
      readonly ticket: number;
      readonly id: string;
      readonly version: number;
    }
  | {
      readonly kind: 'begin-erasure' | 'finish-erasure' | 'hold' | 'release';
      readonly ticket: number;
      readonly id: string;
    }
  | { readonly kind: 'unfinished-erasures' | 'holds' | 'close'; readonly ticket: number };

type Asked = ToVault extends infer Message
  ? Message extends ToVault
    ? Omit<Message, 'ticket'>
    : never
  : never;

export type FromVault =
  | { readonly ticket: number; readonly result: unknown }
  | { readonly ticket: number; readonly failed: string };

type Waiting = {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
};

const keysMax = 5000;
const foundSchema = z.object({ reference: z.string(), dataKey: z.instanceof(Uint8Array) });
const dataKeySchema = z.instanceof(Uint8Array).optional();
const idsSchema = z.array(z.string());
/** Run as it is in the sources, and as it was built in the package. */
const workerUrl = new URL(
  import.meta.url.endsWith('.ts') ? './vault-worker.ts' : './vault-worker.js',
  import.meta.url,
);

export class Vault {
  readonly #directory: string;
  readonly #masterKey: Uint8Array;
  #worker: Worker | undefined;
  readonly #waiting = new Map<number, Waiting>();
  readonly #keys = new Map<string, ContentKey>();
  readonly #finding = new Map<string, Promise<ContentKey>>();
  #ticket = 0;

  constructor(directory: string, masterKey: Uint8Array) {
    this.#directory = directory;
    this.#masterKey = masterKey;
  }

  /** The subject's key where it is at hand. */
  known(id: string): ContentKey | undefined {
    return this.#keys.get(id);
  }

  /** The subject's key, made and stored durably where there is none. */
  find(id: string): Promise<ContentKey> {
    const finding = this.#finding.get(id) ?? this.#find(id).finally(() => this.#finding.delete(id));
    this.#finding.set(id, finding);
    return finding;
  }

  /** The key that an entry names; undefined where it was destroyed. */
  async read(reference: string): Promise<ContentKey | undefined> {
    const dot = reference.lastIndexOf('.');
    const id = reference.slice(0, dot);
    const known = this.#keys.get(id);
    if (known?.reference === reference) return known;
    const version = Number(reference.slice(dot + 1));
    const dataKey = dataKeySchema.parse(await this.#ask({ kind: 'read', id, version }));
    return dataKey === undefined ? undefined : createContentKey(reference, dataKey);
  }

  /** Gives up a subject's keys up to the version it answers. From here on the subject gets a new one. */
  async beginErasure(id: string): Promise<number> {
    const through = z.int().parse(await this.#ask({ kind: 'begin-erasure', id }));
    this.#keys.delete(id);
    return through;
  }

  async finishErasure(id: string): Promise<void> {
    await this.#ask({ kind: 'finish-erasure', id });
  }

  async unfinishedErasures(): Promise<string[]> {
    return idsSchema.parse(await this.#ask({ kind: 'unfinished-erasures' }));
  }

  async hold(id: string): Promise<void> {
    await this.#ask({ kind: 'hold', id });
  }

  async release(id: string): Promise<void> {
    await this.#ask({ kind: 'release', id });
  }

  async holds(): Promise<string[]> {
    return idsSchema.parse(await this.#ask({ kind: 'holds' }));
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined) return;
    worker.ref();
    const gone = new Promise((resolve) => worker.once('exit', resolve));
    await this.#ask({ kind: 'close' });
    await gone;
  }

  /** A thread that died is followed by another with the next question. */
  #start(): Worker {
    const worker = new Worker(workerUrl, {
      workerData: { directory: this.#directory, masterKey: this.#masterKey },
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    worker.unref();
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
    if ('failed' in message) waiting?.reject(unavailable(message.failed));
    else waiting?.resolve(message.result);
  }

  #lose(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    const reason = error instanceof Error ? error.message : String(error);
    for (const { reject } of this.#waiting.values()) reject(unavailable(reason));
    this.#waiting.clear();
  }
}
