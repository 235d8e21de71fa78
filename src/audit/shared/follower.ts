/** Follows one journal into the shared index, in batches and behind whatever is durable; PostgreSQL may be away. */
import type { Pool } from 'pg';
import { Downtime } from '../../database/downtime.ts';
import { whyDown } from '../../database/why.ts';
import { GatewayError } from '../../errors.ts';
import { listSegments, readLines, segmentPath } from '../journal-files.ts';
import { type Mark, startMark } from '../journal-mark.ts';
import type { Horizon } from '../search/horizon.ts';
import { type StoredEntry, readStoredEntry } from '../stored-entry.ts';
import { type SharedLog, writeBatch } from './batch-rows.ts';
import { claimLog, clearLog, expectKey, tellAlive, tellClosed } from './claim.ts';
import { StaleMarkError, readOn } from './journal-lines.ts';
import { dropMonths, firstKept, makeMonths, monthOf, monthOfId } from './months.ts';
import type { SharedSettings } from './settings.ts';
import { Seal } from './seal.ts';
import { SharedWords } from './shared-words.ts';
import { openSharedTables } from './tables.ts';

export type FollowerOptions = SharedSettings & {
  readonly directory: string;
  readonly masterKey: Uint8Array;
  readonly onAlarm: (message: string, fields: Readonly<Record<string, unknown>>) => void;
  /** Told how many entries are indexed whenever that changes. */
  readonly onIndexed: (indexed: number) => void;
};

const linesPerBatch = 500;
const queryMsMax = 30_000;
const retryMs = 1_000;
const aliveMs = 5_000;
const closeMsMax = 1_000;
const tidyMs = 3_600_000;

type Linked = { readonly pool: Pool; readonly of: SharedLog; readonly mark: Mark };

export class Follower {
  readonly #options: FollowerOptions;
  readonly #seal: Seal;
  readonly #words = new SharedWords();
  readonly #months = new Set<string>();
  #horizon: Horizon = { segment: 0, offset: 0 };
  #next = 0;
  #linked: Linked | undefined;
  #turn: Promise<void> | undefined;
  /** A turn has no end where entries come all the time: this resolves with the next of its batches. */
  #moved: PromiseWithResolvers<undefined> = Promise.withResolvers();
  #retry: NodeJS.Timeout | undefined;
  readonly #alive: NodeJS.Timeout;
  #anew = false;
  readonly #down: Downtime;
  #closed = false;
  #tidiedMs = Number.NEGATIVE_INFINITY;

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#seal = new Seal(options.masterKey);
    this.#down = new Downtime((down, reason) =>
      down
        ? options.onAlarm('the shared index is not written; it catches up from the journal', {
            reason,
          })
        : options.onAlarm('the shared index is written again', {}),
    );
    this.#alive = setInterval(() => this.#wake(), aliveMs);
  }

  /** `next` is the number of the first entry that is not durable yet. */
  follow(horizon: Horizon, next: number): void {
    this.#horizon = horizon;
    this.#next = next;
    if (!this.#down.lasts) this.#wake();
  }

  /** Writes all of the journal anew. */
  rebuild(): void {
    this.#anew = true;
    this.#wake();
  }

  /** Waits so long for all entries before `next` to be there; answers how many are not. */
  async catchUp(next: number, waitMsMax: number): Promise<number> {
    // Of those alone: where entries come all the time there is always one that is not there yet.
    const behind = (): number => Math.max(0, next - (this.#linked?.mark.seq ?? 0));
    const until = performance.now() + waitMsMax;
    while (behind() > 0 && !this.#down.lasts && performance.now() < until) {
      this.#wake();
      await Promise.race([this.#turn, this.#moved.promise, pause(until - performance.now())]);
    }
    return behind();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#alive);
    clearTimeout(this.#retry);
    // A database that hangs does not keep the gateway from ending: what is missing is caught up at the next start.
    await Promise.race([this.#turn, pause(closeMsMax)]);
    const linked = this.#linked;
    if (linked === undefined) return;
    const told = tellClosed(linked.pool, linked.of).then(() => linked.pool.end());
    await Promise.race([told, pause(closeMsMax)]).catch(() => undefined);
  }

  #wake(): void {
    if (this.#closed) return;
    this.#turn ??= this.#run().finally(() => {
      this.#turn = undefined;
    });
  }

  async #run(): Promise<void> {
    try {
      while (!this.#closed && (await this.#step()));
      this.#down.end();
    } catch (error) {
      await this.#lose(error);
    }
  }

  /** Answers whether there is more to do at once. */
  async #step(): Promise<boolean> {
    const first = firstEntry(this.#options.directory);
    if (first === undefined) return false;
    this.#linked ??= await this.#link(first);
    if (this.#anew) {
      this.#linked = { ...this.#linked, mark: startMark(this.#options.directory) };
      this.#options.onIndexed(this.#linked.mark.seq);
      await clearLog(this.#linked.pool, this.#linked.of, this.#linked.mark);
      this.#anew = false;
    }
    const { pool, of, mark } = this.#linked;
    await this.#tidy(pool);
    const { directory } = this.#options;
    const { lines, mark: after } = readOn(directory, mark, this.#horizon, linesPerBatch);
    if (lines.length === 0) {
      await tellAlive(pool, of, aliveMs);
      return false;
    }
    await this.#write(lines, after);
    return true;
  }

  async #write(lines: Parameters<typeof writeBatch>[1], after: Mark): Promise<void> {
    if (this.#linked === undefined) return;
    const { pool, of, mark } = this.#linked;
    const firstMonth = firstKept(this.#options.retentionDays, Date.now());
    const months = new Set(lines.map(({ entry }) => monthOfId(entry.id)));
    const missing = [...months].filter((each) => each >= firstMonth && !this.#months.has(each));
    if (missing.length > 0) await makeMonths(pool, missing, Date.now());
    for (const month of missing) this.#months.add(month);
    const parts = { pool, of, words: this.#words, seal: this.#seal, firstMonth };
    await writeBatch(parts, lines, mark, after, this.#next);
    this.#linked = { pool, of, mark: after };
    this.#options.onIndexed(after.seq);
    this.#moved.resolve(undefined);
    this.#moved = Promise.withResolvers();
  }

  async #link(first: StoredEntry): Promise<Linked> {
    const { databaseUrl, directory } = this.#options;
    const pool = await openSharedTables(databaseUrl, 1, queryMsMax);
    try {
      await expectKey(pool, this.#seal.fingerprint);
      const client = await pool.connect();
      try {
        await this.#words.refresh(client);
      } finally {
        client.release();
      }
      this.#months.clear();
      const claimed = await claimLog(pool, first, startMark(directory));
      this.#options.onIndexed(claimed.mark.seq);
      return { pool, ...claimed };
    } catch (error) {
      await pool.end();
      throw error;
    }
  }

  /** The coming month is made before its first entry needs it, and months that are over go. */
  async #tidy(pool: Pool): Promise<void> {
    if (performance.now() - this.#tidiedMs < tidyMs) return;
    await makeMonths(pool, [monthOf(Date.now())], Date.now());
    const dropped = await dropMonths(pool, firstKept(this.#options.retentionDays, Date.now()));
    if (dropped.length > 0)
      this.#options.onAlarm('months of the shared index are over', { dropped });
    this.#tidiedMs = performance.now();
  }

  async #lose(error: unknown): Promise<void> {
    const isOwn = error instanceof GatewayError || error instanceof StaleMarkError;
    if (error instanceof StaleMarkError) this.#anew = true;
    this.#down.fail(isOwn ? error.message : whyDown(error));
    const pool = this.#linked?.pool;
    this.#linked = undefined;
    await pool?.end().catch(() => undefined);
    if (this.#closed) return;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#wake(), retryMs);
  }
}

function firstEntry(directory: string): StoredEntry | undefined {
  const [segment] = listSegments(directory);
  let entry: StoredEntry | undefined;
  if (segment === undefined) return undefined;
  readLines(segmentPath(directory, segment), ({ bytes }) => {
    entry = readStoredEntry(bytes);
    return false;
  });
  return entry;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, Math.max(0, ms)).unref();
  });
}
