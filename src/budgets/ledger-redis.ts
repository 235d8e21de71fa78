/** The ledger in Redis or Valkey, for replicas that share it; where there is a durable one behind it, that one is told and asked. */
import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { connectRedis } from '../database/redis.ts';
import { Downtime } from '../database/downtime.ts';
import { type OnDegraded, whyDown } from '../database/why.ts';
import type { Account, Batch, DurableLedger, Ledger, Line, Part, Recall, Reply } from './ledger.ts';
import {
  epochKey,
  epochScript,
  indexKey,
  listScript,
  prefix,
  takeScript,
} from './ledger-redis-script.ts';
import { figure, sumMax } from './sums.ts';

export type RedisLedgerOptions = {
  readonly url: string;
  readonly timeoutMs: number;
  readonly behind: DurableLedger | undefined;
  /** The connection is lost, and with it perhaps what the store knew; or the store was emptied. */
  readonly onLost: () => void;
  /** The ledger behind cannot be told any more, and can again; calls are decided as well as ever. */
  readonly onUntold: OnDegraded;
};

const watchedEveryMs = 1_000;
/** Longer than any window. */
const keptMs = 32 * 86_400_000;

const replySchema = z.union([
  z.tuple([z.literal('unknown'), z.array(figure)]),
  z.tuple([z.literal('taken'), figure, z.array(figure), z.array(z.tuple([figure, figure]))]),
]);
const listSchema = z.tuple([figure, z.array(z.tuple([z.string(), z.array(z.string())]))]);

export async function openRedisLedger(options: RedisLedgerOptions): Promise<Ledger> {
  return new RedisLedger(await connectRedis(options), options);
}

class RedisLedger implements Ledger {
  readonly recall: Recall | undefined;
  readonly #redis: Redis;
  readonly #behind: DurableLedger | undefined;
  /** What the ledger behind was not told yet. */
  readonly #untold = new Map<string, Line>();
  readonly #timer: NodeJS.Timeout;
  readonly #onLost: () => void;
  readonly #cannotTell: Downtime;
  #process = '';
  #epoch: unknown;

  constructor(redis: Redis, { behind, onLost, onUntold }: RedisLedgerOptions) {
    this.#redis = redis;
    this.#behind = behind;
    this.recall = behind && recallFrom(behind);
    this.#onLost = onLost;
    this.#cannotTell = new Downtime(onUntold);
    this.#timer = setInterval(() => {
      void this.#tellBehind();
      void this.#watch();
    }, watchedEveryMs);
    this.#timer.unref();
  }

  async take(batch: Batch): Promise<Reply> {
    // Before anything else, so that it is remembered also while the store in front is down.
    this.#process = batch.process;
    if (this.#behind !== undefined)
      for (const line of batch.lines) if (line.used > 0) this.#untold.set(nameOf(line), line);
    const first = await this.#send(batch, []);
    const reply =
      first[0] === 'unknown'
        ? await this.#send(batch, await this.#askBehind(batch, first[1]))
        : first;
    if (reply[0] === 'unknown') throw new Error('the store forgets what it was told');
    const [, nowMs, refused, told] = reply;
    return { nowMs, refused, totals: told.map(([used, held]) => ({ used, held })) };
  }

  async list(): Promise<readonly Account[]> {
    const reply: unknown = await this.#redis.eval(listScript, 1, indexKey, prefix);
    const [nowMs, all] = listSchema.parse(reply);
    return all.flatMap(([name, fields]) => readAccount(name, fields, nowMs));
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#tellBehind();
    this.#redis.disconnect();
    await this.#behind?.close();
  }

  /** `asked`: lines of which the ledger behind has said what it knows. */
  async #send(batch: Batch, asked: readonly Asked[]): Promise<z.output<typeof replySchema>> {
    const lines = batch.lines.map((line, at) => {
      const known = asked.find((one) => one.at === at);
      return {
        ...line,
        name: nameOf(line),
        ask: this.#behind !== undefined && known === undefined && !isCap(line),
        known: known !== undefined,
        parts: known?.parts ?? [],
      };
    });
    const keys = [indexKey, ...lines.map(({ name }) => prefix + name)];
    const sent = JSON.stringify({ ...batch, lines, keptMs });
    return replySchema.parse(await this.#redis.eval(takeScript, keys.length, ...keys, sent));
  }

  async #askBehind({ lines }: Batch, unknown: readonly number[]): Promise<readonly Asked[]> {
    const wanted = unknown.flatMap((at) => lines[at] ?? []);
    const parts = (await this.#behind?.parts(wanted)) ?? [];
    return unknown.map((at) => ({
      at,
      parts: parts.filter(
        (part) => part.account === lines[at]?.account && part.startsAt === lines[at].startsAt,
      ),
    }));
  }

  /** A store that was emptied is told everything again, also by who asks nothing of it now. */
  async #watch(): Promise<void> {
    const epoch: unknown = await this.#redis
      .eval(epochScript, 1, epochKey, randomUUID())
      .catch(() => undefined);
    if (epoch === undefined || epoch === this.#epoch) return;
    if (this.#epoch !== undefined) this.#onLost();
    this.#epoch = epoch;
  }

  /** Whole sums, so that it does not matter how often or in which order they arrive. */
  async #tellBehind(): Promise<void> {
    if (this.#untold.size === 0) return;
    const told = [...this.#untold.entries()];
    const lines = told.map(([, line]) => ({ ...line, held: 0 }));
    try {
      await this.#behind?.take({ process: this.#process, leaseMs: 0, lines, asks: [] });
      for (const [name, line] of told)
        if (this.#untold.get(name) === line) this.#untold.delete(name);
      this.#cannotTell.end();
    } catch (error) {
      // It is told again in a moment, and asks of others go to the store in front meanwhile.
      this.#cannotTell.fail(whyDown(error));
    }
  }
}

type Asked = { readonly at: number; readonly parts: readonly Part[] };

function recallFrom(behind: DurableLedger): Recall {
  return async (process, lines) => {
    const parts = await behind.parts(lines);
    return lines.map(({ account, startsAt }) =>
      parts
        .filter((part) => part.account === account && part.startsAt === startsAt)
        .filter((part) => part.process !== process)
        .reduce((sum, { used }) => Math.min(sum + used, sumMax), 0),
    );
  };
}

function isCap({ startsAt }: Line): boolean {
  return startsAt === 0;
}

function nameOf({ account, startsAt, endsAt }: Line): string {
  return `${startsAt}:${endsAt}:${account}`;
}

function readAccount(name: string, fields: readonly string[], nowMs: number): Account[] {
  const [, startsAt, endsAt, account] = /^(\d+):(\d+):(.*)$/s.exec(name) ?? [];
  if (account === undefined || fields.length === 0 || Number(endsAt) <= nowMs) return [];
  const values = new Map<string, number>();
  for (let at = 0; at + 1 < fields.length; at += 2)
    values.set(fields[at] ?? '', Number(fields[at + 1]));
  let used = 0;
  let held = 0;
  for (const [field, value] of values) {
    if (field.startsWith('u:')) used += value;
    if (field.startsWith('h:') && (values.get(`t:${field.slice(2)}`) ?? 0) > nowMs) held += value;
  }
  if (used === 0 && held === 0) return [];
  return [{ account, startsAt: Number(startsAt), endsAt: Number(endsAt), used, held }];
}
