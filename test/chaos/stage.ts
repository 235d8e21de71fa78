/** What a chaos run plays on: three replicas on a PostgreSQL and a Redis of their own, and an upstream that means no good. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call } from '../support/call.ts';
import { openPostgres } from '../support/postgres.ts';
import { startOwnPostgres } from '../support/postgres-server.ts';
import { type OwnRedis, startRedis } from '../support/redis.ts';
import { startRelay } from '../support/relay.ts';
import { EvilUpstream } from './evil-upstream.ts';
import { Replica } from './replica.ts';
import { Policies } from './words.ts';

const replicaCount = 3;
export const limitedPerMinute = 60;
/** In a window that outlasts every run. */
export const meteredCalls = 30;
const meteredTeam = 'metered';
const upstreamKey = 'key-of-the-upstream-that-nobody-may-read';

export type Database = {
  readonly url: string;
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly close: () => Promise<void>;
  /** How it is taken away. */
  readonly way: string;
};

export type Stage = {
  readonly folder: string;
  readonly replicas: readonly Replica[];
  /** Processes that serve, of each replica. */
  readonly workers: number;
  readonly redis: OwnRedis;
  readonly database: Database;
  readonly upstream: EvilUpstream;
  readonly policies: Policies;
  readonly keys: Keys;
  /** Nobody may ever read these. */
  readonly secrets: readonly string[];
  readonly close: () => Promise<void>;
};

export type Keys = {
  /** Without a limit of their own. */
  readonly free: readonly string[];
  /** Of `limitedPerMinute`. */
  readonly limited: string;
  readonly limitedId: string;
  /** Under a budget of `meteredCalls`. */
  readonly metered: string;
  readonly meteredId: string;
};

/** Where it may not be restarted, the way to it is cut, which is all that a replica sees of it. */
export async function openDatabase(): Promise<Database> {
  const own = await startOwnPostgres();
  if (own !== undefined)
    return { ...own, close: own.remove, way: 'a PostgreSQL of its own is stopped and started' };
  const found = await openPostgres();
  if ('missing' in found) throw new Error(found.missing);
  const relay = await startRelay(found.url);
  return {
    url: relay.url,
    way: 'the way to PostgreSQL is cut, for there is no right to start one here',
    stop() {
      relay.cut();
      return Promise.resolve();
    },
    start() {
      relay.mend();
      return Promise.resolve();
    },
    async close() {
      await relay.close();
      await found.close();
    },
  };
}

export async function openStage(workers: number): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'governance-chaos-'));
  const [redis, database] = await Promise.all([startRedis(), openDatabase()]);
  const policies = new Policies(folder);
  await policies.write();
  const folders = Array.from({ length: replicaCount }, (_, index) =>
    join(folder, `replica-${index + 1}`),
  );
  const upstream = new EvilUpstream(folders.map((data) => join(data, 'audit')));
  const environment = {
    ...(await configure(folder, await upstream.open())),
    GATEWAY_POLICIES: policies.directory,
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    ...(workers > 1 && { GATEWAY_WORKERS: String(workers) }),
  };
  const replicas = folders.map((data, index) => new Replica(`${index + 1}`, data, environment));
  for (const { data } of replicas) await mkdir(data);
  await Promise.all(replicas.map((replica) => replica.start()));
  const keys = await createKeys(replicas[0]);
  return {
    folder,
    replicas,
    workers,
    redis,
    database,
    upstream,
    policies,
    keys,
    secrets: [upstreamKey, ...keys.free, keys.limited, keys.metered],
    async close() {
      await Promise.all(replicas.map((replica) => replica.stop()));
      await Promise.all([redis.stop(), database.close(), upstream.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function configure(folder: string, upstreamUrl: string): Promise<Record<string, string>> {
  const credential = upstreamKey;
  const baseUrl = `${upstreamUrl}/moody/v1`;
  const config = {
    audit: { journalBytesMax: 1_048_576 },
    rateLimit: { replicas: replicaCount, requestsPerMinute: 0 },
    budgets: [
      {
        ...{ name: 'metered', teams: [meteredTeam] },
        ...{ window: 'month', measure: 'requests', hard: meteredCalls },
      },
    ],
    upstreams: { moody: { dialect: 'openai', baseUrl, credential } },
    limits: {
      upstreamFirstByteTimeoutMs: 2_000,
      upstreamIdleTimeoutMs: 2_000,
      upstreamFailedExchangesMax: 5,
      upstreamRestMs: 1_000,
      drainTimeoutMs: 10_000,
    },
  };
  await writeFile(join(folder, 'gateway.yaml'), JSON.stringify(config));
  return {
    GATEWAY_CONFIG: join(folder, 'gateway.yaml'),
    OPENAI_API_KEY: upstreamKey,
    OPENAI_BASE_URL: `${upstreamUrl}/calm/v1`,
  };
}

async function createKeys(replica: Replica | undefined): Promise<Keys> {
  const create = async (owner: string, more: object = {}): Promise<{ id: string; key: string }> => {
    const { url = '', key = '' } = replica?.gateway ?? {};
    const body = { owner, scopes: ['govern', 'proxy'], ...more };
    const { status, json, text } = await call(`${url}/v1/keys`, { key, body });
    if (status !== 200) throw new Error(`no key could be made: ${text}`);
    return { id: String(json['id']), key: String(json['key']) };
  };
  const free = [await create('ann'), await create('bob'), await create('cy')];
  const limited = await create('dot', { rate: `${limitedPerMinute}/m` });
  const metered = await create('eve', { team: meteredTeam });
  return {
    free: free.map(({ key }) => key),
    ...{ limited: limited.key, limitedId: limited.id },
    ...{ metered: metered.key, meteredId: metered.id },
  };
}
