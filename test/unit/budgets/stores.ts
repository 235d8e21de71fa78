/** Every store that budgets can be kept in, opened as the gateway opens it and shared by several processes' ledgers. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DurableLedger, Ledger } from '../../../src/budgets/ledger.ts';
import { openPostgresLedger } from '../../../src/budgets/ledger-postgres.ts';
import { openRedisLedger } from '../../../src/budgets/ledger-redis.ts';
import { openSqliteLedger } from '../../../src/budgets/ledger-sqlite.ts';
import { openPostgres } from '../../support/postgres.ts';
import { redisMissing, startRedis } from '../../support/redis.ts';

export type Store = {
  readonly name: string;
  /** What is missing where it cannot be used here. */
  readonly missing: string | undefined;
  readonly start: () => Promise<RunningStore>;
};

export type RunningStore = {
  /** One more process that shares it. */
  readonly open: () => Promise<Ledger>;
  readonly close: () => Promise<void>;
  /** Where there is a ledger behind it: the store in front loses all that it knows. */
  readonly forget?: () => Promise<void>;
};

const postgres = await openPostgres();
const postgresMissing = 'missing' in postgres ? postgres.missing : undefined;
if (!('missing' in postgres)) await postgres.close();

export const stores: readonly Store[] = [
  { name: 'SQLite', missing: undefined, start: startSqlite },
  { name: 'PostgreSQL', missing: postgresMissing, start: startPostgres },
  { name: 'Redis', missing: redisMissing, start: () => startOwnRedis(noLedger) },
  {
    name: 'Redis before SQLite',
    missing: redisMissing,
    async start(): Promise<RunningStore> {
      const { file, remove } = makeFile();
      const running = await startOwnRedis(() => openSqliteLedger(file));
      return { ...running, close: () => running.close().then(remove), forget: running.restart };
    },
  },
];

for (const { missing } of stores) if (missing !== undefined) process.stdout.write(`${missing}\n`);

/** An account of its own for each test. */
export function nameAccount(): string {
  return JSON.stringify([randomBytes(6).toString('hex'), null, null, null]);
}

function makeFile(): { readonly file: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'governance-budgets-'));
  const remove = (): void => rmSync(folder, { recursive: true });
  return { file: join(folder, 'budgets.sqlite'), remove };
}

function startSqlite(): Promise<RunningStore> {
  const { file, remove } = makeFile();
  return Promise.resolve({
    open: () => Promise.resolve(openSqliteLedger(file)),
    close: () => {
      remove();
      return Promise.resolve();
    },
  });
}

async function startPostgres(): Promise<RunningStore> {
  const opened = await openPostgres();
  if ('missing' in opened) throw new Error(opened.missing);
  return { open: () => openPostgresLedger(opened.url), close: opened.close };
}

function noLedger(): undefined {
  return undefined;
}

async function startOwnRedis(
  behind: () => DurableLedger | undefined,
): Promise<RunningStore & { readonly restart: () => Promise<void> }> {
  const redis = await startRedis();
  return {
    open: () =>
      openRedisLedger({
        url: redis.url,
        timeoutMs: 2_000,
        behind: behind(),
        ...{ onLost: () => undefined, onUntold: () => undefined },
      }),
    close: redis.stop,
    restart: () => redis.stop().then(redis.start),
  };
}
