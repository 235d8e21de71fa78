/** Counts for the rate limit, in memory or shared through Redis or Valkey; with that down, each replica allows its share. */
import type { ClientRateLimitInfo, Options, Store } from 'express-rate-limit';
import { MemoryStore } from 'express-rate-limit';
import type { Redis } from 'ioredis';

export type Counts = {
  readonly createStore: (prefix: string) => Store;
  readonly close: () => void;
};

/** `replicas` share a limit: with the store down each allows limit / replicas. */
export async function createCounts(
  redisUrl: string | undefined,
  replicas: number,
  onDegraded: (degraded: boolean) => void,
): Promise<Counts> {
  if (redisUrl !== undefined) {
    // Loaded only where it is used: it costs a tenth of a start.
    const { Redis } = await import('ioredis');
    return createSharedCounts(new Redis(redisUrl, redisOptions), replicas, onDegraded);
  }
  return { createStore: () => new MemoryStore(), close: () => undefined };
}

const commandTimeoutMs = 250;

const redisOptions = {
  lazyConnect: false,
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  commandTimeout: commandTimeoutMs,
  connectTimeout: 1000,
  retryStrategy: (attempt: number) => Math.min(100 * attempt, 2000),
};

function createSharedCounts(
  redis: Redis,
  replicas: number,
  onDegraded: (degraded: boolean) => void,
): Counts {
  let degraded = false;
  const turn = (to: boolean): void => {
    if (to === degraded) return;
    degraded = to;
    onDegraded(to);
  };
  // Without a listener a lost connection would end the process; the next command tells the same.
  redis.on('error', () => turn(true));
  return {
    createStore: (prefix) => createFallbackStore(redis, prefix, replicas, turn),
    close: () => redis.disconnect(),
  };
}

// One round trip, the server's own clock: the window starts with its first hit and ends by expiry.
const hitScript = `
local hits = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return {hits, left}`;

function createFallbackStore(
  redis: Redis,
  prefix: string,
  replicas: number,
  turn: (degraded: boolean) => void,
): Store {
  const local = new MemoryStore();
  let windowMs = 60_000;
  return {
    init: (options: Options) => {
      windowMs = options.windowMs;
      local.init(options);
    },
    async increment(key): Promise<ClientRateLimitInfo> {
      try {
        const reply: unknown = await redis.eval(hitScript, 1, prefix + key, windowMs);
        const [hits, leftMs] = Array.isArray(reply) ? (reply as readonly unknown[]) : [];
        if (typeof hits !== 'number' || typeof leftMs !== 'number')
          throw new Error('unexpected reply');
        turn(false);
        return { totalHits: hits, resetTime: new Date(Date.now() + leftMs) };
      } catch {
        turn(true);
        const info = await local.increment(key);
        return { totalHits: info.totalHits * replicas, resetTime: info.resetTime };
      }
    },
    decrement: (key) => local.decrement(key),
    async resetKey(key) {
      await Promise.allSettled([local.resetKey(key), redis.del(prefix + key)]);
    },
  };
}
