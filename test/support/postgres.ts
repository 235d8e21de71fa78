/** A PostgreSQL schema of a test's own: on the server that runs here, else on one that is started for it. */
import { randomBytes } from 'node:crypto';
import { userInfo } from 'node:os';
import { runSql, startOwnPostgres } from './postgres-server.ts';

export type Postgres = {
  /** A URL whose tables are seen by this test alone. */
  readonly url: string;
  readonly close: () => Promise<void>;
};

/** What is missing, in a sentence that says how to get it. */
export type MissingPostgres = { readonly missing: string };

type Server = { readonly url: string; readonly stop: () => Promise<void> };

export async function openPostgres(): Promise<Postgres | MissingPostgres> {
  const server = (await findServer()) ?? (await startServer());
  if (server === undefined)
    return {
      missing:
        'no PostgreSQL: set TEST_DATABASE_URL, or install it (`apt-get install postgresql`, `brew install postgresql`)',
    };
  const schema = `gateway_test_${randomBytes(6).toString('hex')}`;
  await runSql(server.url, `CREATE SCHEMA ${schema}`);
  const url = new URL(server.url);
  url.searchParams.set('options', `-c search_path=${schema}`);
  return {
    url: url.href,
    close: async () => {
      await runSql(server.url, `DROP SCHEMA ${schema} CASCADE`);
      await server.stop();
    },
  };
}

async function findServer(): Promise<Server | undefined> {
  const { TEST_DATABASE_URL: named } = process.env;
  const url = named ?? `postgres://${userInfo().username}@127.0.0.1:5432/test`;
  try {
    await runSql(url, 'SELECT 1');
    return { url, stop: () => Promise.resolve() };
  } catch (error) {
    if (named !== undefined) throw error;
    return undefined;
  }
}

async function startServer(): Promise<Server | undefined> {
  const own = await startOwnPostgres();
  return own === undefined ? undefined : { url: own.url, stop: own.remove };
}
