/** Where calls are counted for the rate limit: in memory, or with others in Redis, in Valkey or at their primary. */
import { connectRedis } from '../database/redis.ts';
import { Debts, toPace, toTaken } from './limit-pace.ts';
import {
  type Counts,
  type MeetingPlace,
  SharedCounts,
  type SharedOptions,
} from './limit-shared.ts';

export type CountsOptions = SharedOptions & {
  readonly redisUrl: string | undefined;
  readonly storeTimeoutMs: number;
  /** Told each time that a connection stands to one server of a cluster. */
  readonly onCluster?: () => void;
};

export async function createCounts(options: CountsOptions): Promise<Counts> {
  const { redisUrl } = options;
  if (redisUrl !== undefined) return countInRedis(redisUrl, options);
  const debts = new Debts(() => performance.now());
  return {
    take: (key, rate) => Promise.resolve({ ...debts.take(key, toPace(rate), 1), shared: true }),
    close: () => undefined,
  };
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

/** A key's name is longer. */
const lookKey = 'governance:rate:look';
const lookUs = 1_000_000;

async function countInRedis(url: string, options: CountsOptions): Promise<Counts> {
  let fault: unknown;
  const onError = (error: Error): unknown => (fault ??= error);
  const { storeTimeoutMs: timeoutMs, onCluster = () => undefined } = options;
  const redis = await connectRedis({ url, timeoutMs, onError, onCluster });
  const place: MeetingPlace = {
    take: async ({ name, pace, knownUs }) => {
      const { intervalUs, burstUs } = pace;
      const reply: unknown = await redis.eval(takeScript, 1, name, intervalUs, burstUs, knownUs);
      const [allowed, debtUs] = Array.isArray(reply) ? (reply as readonly unknown[]) : [];
      if (typeof allowed !== 'number' || typeof debtUs !== 'number')
        throw new Error('unexpected reply');
      return toTaken(allowed === 1, debtUs, pace, intervalUs);
    },
    // The very thing that calls ask for: a store may refuse to write, to run scripts, or to do either under such names.
    look: () => redis.eval(takeScript, 1, lookKey, lookUs, lookUs, 0),
    close: () => redis.disconnect(),
  };
  const counts = new SharedCounts(place, options);
  if (redis.status !== 'ready') counts.fail(fault);
  redis.on('error', (error) => counts.fail(error));
  return counts;
}
