/** Where calls are counted for the rate limit: in memory, or in Redis or Valkey for all replicas together. */
import type { Redis } from 'ioredis';
import { connectRedis } from '../database/redis.ts';
import { type OnDegraded, whyDown } from '../database/why.ts';
import { GatewayError } from '../errors.ts';
import type { Rate } from '../keys/term.ts';
import { Debts, type Pace, type Taken, toPace, toTaken } from './limit-pace.ts';

/** `shared` is false where the store that replicas share could not be asked, and this one counted for its share. */
export type Counted = Taken & { readonly shared: boolean };

export type Counts = {
  /** Counts one call in where its key may make it. Rejects where the store is down and nothing passes without it. */
  readonly take: (key: string, rate: Rate) => Promise<Counted>;
  readonly close: () => void;
};

export type CountsOptions = {
  readonly redisUrl: string | undefined;
  /** With the store down each of them allows the rate divided by their number. */
  readonly replicas: number;
  readonly storeTimeoutMs: number;
  readonly storeDown: 'share' | 'refuse';
  readonly onDegraded: OnDegraded;
};

export async function createCounts(options: CountsOptions): Promise<Counts> {
  const { redisUrl, storeTimeoutMs } = options;
  const now = (): number => performance.now();
  if (redisUrl === undefined) {
    const debts = new Debts(now);
    return {
      take: (key, rate) => Promise.resolve({ ...debts.take(key, toPace(rate), 1), shared: true }),
      close: () => undefined,
    };
  }
  let fault: unknown;
  const onError = (error: Error): unknown => (fault ??= error);
  const redis = await connectRedis({ url: redisUrl, timeoutMs: storeTimeoutMs, onError });
  const counts = new SharedCounts(redis, options, now, fault);
  return { take: (key, rate) => counts.take(key, rate), close: () => counts.close() };
}

/**
 * The server's own clock, so that replicas need not agree on theirs. A debt beyond the burst can only come from a clock
 * that was set back or a rate that was lowered, and must not shut a key out for longer than that: it is cut, and kept so.
 * ARGV: the price of a call, the burst, and the debt that a replica knows of: a store that was emptied, that let go of the
 * key for want of memory, or whose clock was set forward knows of less.
 */
const takeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local price, burst, known = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local stored = tonumber(redis.call('GET', KEYS[1]) or now) - now
local debt = math.min(math.max(stored, known, 0), burst)
local allowed = debt + price <= burst
if allowed then debt = debt + price end
if allowed or debt ~= stored then
  redis.call('SET', KEYS[1], string.format('%.0f', now + debt), 'PX', math.ceil(debt / 1000) + 1)
end
return {allowed and 1 or 0, debt}`;

/** How long a store that failed is left alone, so that not every call waits for it. */
const leftAloneMs = 500;
/** Where no call asks, nobody would hear that it is back. */
const lookedAfterMs = 1_000;
const lookKey = 'governance:rate-look';

class SharedCounts {
  readonly #redis: Redis;
  readonly #options: CountsOptions;
  readonly #now: () => number;
  readonly #debts: Debts;
  #degraded = false;
  /** Whether the store has told anything since this process began. */
  #heard = false;
  #askAt = 0;
  /** Since when the store has been down. */
  #aloneSince = 0;
  /** While it is down. */
  #looking: NodeJS.Timeout | undefined;

  /** `fault`: why there is no connection yet. */
  constructor(redis: Redis, options: CountsOptions, now: () => number, fault: unknown) {
    this.#redis = redis;
    this.#options = options;
    this.#now = now;
    this.#debts = new Debts(now);
    if (redis.status !== 'ready') this.#fail(fault);
    redis.on('error', (error) => this.#fail(error));
  }

  close(): void {
    clearInterval(this.#looking);
    this.#redis.disconnect();
  }

  async take(key: string, rate: Rate): Promise<Counted> {
    const pace = toPace(rate);
    const name = `governance:rate:${rate.windowMs}:${key}`;
    const taken = this.#mayAsk() ? await this.#ask(name, pace) : undefined;
    if (taken !== undefined) return { ...taken, shared: true };
    if (this.#options.storeDown === 'refuse')
      throw new GatewayError('not_ready', 'the store of the rate limits cannot be asked now', {
        headers: { 'retry-after': '1' },
      });
    const alone = { forMs: this.#now() - this.#aloneSince, heard: this.#heard };
    return { ...this.#debts.take(name, pace, this.#options.replicas, alone), shared: false };
  }

  /** While it is down one call in each pause asks, and finds out when it is back. */
  #mayAsk(): boolean {
    if (!this.#degraded) return true;
    const now = this.#now();
    if (now < this.#askAt) return false;
    this.#askAt = now + leftAloneMs;
    return true;
  }

  async #ask(name: string, { intervalUs, burstUs }: Pace): Promise<Taken | undefined> {
    const askedAt = this.#now();
    const known = this.#debts.read(name);
    try {
      const reply: unknown = await this.#redis.eval(
        takeScript,
        1,
        name,
        intervalUs,
        burstUs,
        known,
      );
      const [allowed, debtUs] = Array.isArray(reply) ? (reply as readonly unknown[]) : [];
      if (typeof allowed !== 'number' || typeof debtUs !== 'number')
        throw new Error('unexpected reply');
      this.#heard = true;
      this.#recover();
      this.#debts.write(name, debtUs, askedAt);
      return toTaken(allowed === 1, debtUs, { intervalUs, burstUs }, intervalUs);
    } catch (error) {
      this.#fail(error);
      return undefined;
    }
  }

  #fail(error: unknown): void {
    this.#askAt = this.#now() + leftAloneMs;
    if (this.#degraded) return;
    this.#degraded = true;
    this.#aloneSince = this.#now();
    this.#looking = setInterval(() => this.#look(), lookedAfterMs).unref();
    this.#options.onDegraded(true, whyDown(error));
  }

  /** Writes, since that is what a store may refuse that answers. */
  #look(): void {
    this.#redis.set(lookKey, '', 'PX', lookedAfterMs).then(
      () => this.#recover(),
      () => undefined,
    );
  }

  #recover(): void {
    if (!this.#degraded) return;
    this.#degraded = false;
    clearInterval(this.#looking);
    this.#options.onDegraded(false);
  }
}
