/** A connection to Redis or Valkey: whoever uses it learns at once that it is down, and it finds its way to the server that took over. */
import { randomUUID } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Redis } from 'ioredis';

export type RedisOptions = {
  readonly url: string;
  /** How long one answer is waited for. */
  readonly timeoutMs: number;
  /** Also before there is a connection. */
  readonly onError?: (error: Error) => void;
  /** It is lost, and with it perhaps what the server knew. */
  readonly onLost?: () => void;
  /** It is one server of a cluster: it counts only what happens to be its own. */
  readonly onCluster?: () => void;
  /** How often it is looked where the server's name leads. */
  readonly lookEveryMs?: number;
  /** All addresses of a name; by default those that the system knows. */
  readonly findAddresses?: (name: string) => Promise<readonly string[]>;
};

const connectTimeoutMs = 1_000;
const retryMs = 100;
const retryMsMax = 1_000;
/** A server that answered nothing for so long may be gone without a word, and its address another one's. */
const silentMs = 1_000;
const lookEveryMsDefault = 30_000;
/** What is only looked for once goes by itself. */
const markMs = 10_000;

/** Resolves also where it cannot be made now: it is tried again for as long as it is not closed. */
export async function connectRedis(options: RedisOptions): Promise<Redis> {
  const { url, timeoutMs, onError = () => undefined, onLost = () => undefined } = options;
  // Loaded only where it is used: it costs a tenth of a start.
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: timeoutMs,
    connectTimeout: connectTimeoutMs,
    // Else a connection that broke off unseen would stand until the system gives it up, a quarter of an hour later.
    socketTimeout: Math.max(silentMs, 2 * timeoutMs),
    // Of a pair of servers the other one leads now: this one was left behind with its connections.
    reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
    retryStrategy: (attempt: number) => Math.min(retryMs * attempt, retryMsMax),
  });
  redis.on('error', (error) => {
    if (isOfSelection(error)) redis.disconnect(true);
  });
  // Without a listener a lost connection would end the process.
  redis.on('error', onError);
  redis.on('close', onLost);
  redis.on('ready', () => void lookForCluster(redis, options));
  await redis.connect().catch(() => undefined);
  followName(redis, options);
  return redis;
}

/** Found at the start, where somebody looks, and not by the first call that needs two keys at once. */
async function lookForCluster(redis: Redis, { onCluster }: RedisOptions): Promise<void> {
  if (onCluster === undefined) return;
  const info = await redis.info('server').catch(() => '');
  if (/^redis_mode:cluster\r?$/m.test(info)) onCluster();
}

/**
 * The database that the address names cannot be selected. Where the connection were kept, all would be written into the
 * first one, among the figures of whoever has that.
 */
function isOfSelection(error: Error): boolean {
  const { command } = error as { readonly command?: { readonly name?: unknown } };
  return command?.name === 'select';
}

/**
 * A name may lead to another server now, while the one before goes on and takes what is written: two of them would count
 * apart, and nothing else would show it. Where the name cannot be asked about, the connection is kept.
 */
function followName(redis: Redis, options: RedisOptions): void {
  const { lookEveryMs = lookEveryMsDefault, findAddresses = findAllAddresses } = options;
  const { host = '' } = redis.options;
  if (host === '' || isIP(host) !== 0) return;
  const look = async (): Promise<void> => {
    if (redis.status !== 'ready') return;
    const { remoteAddress } = redis.stream;
    const addresses = await findAddresses(host).catch((): readonly string[] => []);
    const isGone = remoteAddress !== undefined && !addresses.includes(remoteAddress);
    if (isGone && addresses.length > 0 && (await leadsElsewhere(redis))) redis.disconnect(true);
  };
  const timer = setInterval(() => void look(), lookEveryMs).unref();
  redis.on('end', () => clearInterval(timer));
}

/**
 * One store may have many doors, of which its name tells a few at a time, now these and now those. So what is written
 * where the name leads now is looked for here: it is not found where that is another store.
 */
async function leadsElsewhere(redis: Redis): Promise<boolean> {
  const mark = `governance:look:${randomUUID()}`;
  const there = redis.duplicate({ retryStrategy: () => null });
  there.on('error', () => undefined);
  try {
    await there.connect();
    await there.set(mark, '', 'PX', markMs);
    return (await redis.get(mark)) === null;
  } catch {
    // Where nobody can count there, one who can here had better stay.
    return false;
  } finally {
    there.disconnect();
  }
}

async function findAllAddresses(name: string): Promise<readonly string[]> {
  return (await lookup(name, { all: true })).map(({ address }) => address);
}
