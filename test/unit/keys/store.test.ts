/** What every key store promises, asked of each of them. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { GatewayError } from '../../../src/errors.ts';
import { digestOf, mintKey } from '../../../src/keys/key.ts';
import { type KeyAct, type KeyRecord, profileSchema } from '../../../src/keys/record.ts';
import { openPostgresStore } from '../../../src/keys/store-postgres.ts';
import { openSqliteStore } from '../../../src/keys/store-sqlite.ts';
import { type KeyStore, StoreError } from '../../../src/keys/store.ts';
import { openPostgres } from '../../support/postgres.ts';
import { startRelay } from '../../support/relay.ts';
import { runSql as run } from '../../support/postgres-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'keys-'));
let files = 0;
const postgres = await openPostgres();

/** Opens as many stores as asked on the same keys. */
type Opener = (count: number) => Promise<readonly KeyStore[]>;

const sqlite: Opener = (count) => {
  const file = join(folder, `${(files += 1)}.sqlite`);
  return Promise.resolve(Array.from({ length: count }, () => openSqliteStore(file)));
};

async function emptyPostgres(url: string): Promise<void> {
  await run(url, 'DROP TABLE IF EXISTS gateway_keys, gateway_key_acts, gateway_versions');
}

const openers: [string, Opener][] = [['SQLite', sqlite]];
if ('url' in postgres) {
  openers.push([
    'PostgreSQL',
    async (count) => {
      await emptyPostgres(postgres.url);
      // At the same time, as replicas start.
      return Promise.all(Array.from({ length: count }, () => openPostgresStore(postgres.url)));
    },
  ]);
} else {
  process.stderr.write(`the key store was not tried on PostgreSQL: ${postgres.missing}\n`);
}

test('PostgreSQL is there wherever a change is checked before it lands', () => {
  if (process.env['CI'] !== undefined) expect(postgres).toHaveProperty('url');
  else expect('url' in postgres || postgres.missing !== '').toBe(true);
});

('url' in postgres ? describe : describe.skip)('a key store in PostgreSQL', () => {
  test('outlives a connection that is lost in the middle of a transaction', async () => {
    const { url } = postgres as { readonly url: string };
    await emptyPostgres(url);
    const relay = await startRelay(url);
    const store = await openPostgresStore(relay.url);
    const record = recordOf();
    await store.create(record, actOn(record.id));
    const cut = async (): Promise<void> => {
      relay.cut();
      // Nothing asks meanwhile: the loss is heard of between two queries.
      await new Promise((resolve) => setTimeout(resolve, 200));
    };
    await expect(store.drain(cut)).rejects.toThrow(StoreError);
    relay.mend();
    expect(await waitingIn(store)).toHaveLength(1);
    await store.close();
    await relay.close();
  });
});

const opened: KeyStore[] = [];
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  if ('url' in postgres) await postgres.close();
});

let acts = 0;
function actOn(key: string, act: KeyAct['act'] = 'created'): KeyAct {
  const by = { key: '', owner: 'ada', agent: 'test' };
  return { id: `act-${(acts += 1)}`, at: 1_000 + acts, act, key, by, detail: { count: 1, a: 'b' } };
}

function recordOf(more: Partial<KeyRecord> = {}): KeyRecord {
  const { id, key } = mintKey();
  return {
    id,
    digest: digestOf(key),
    profile: profileSchema.parse({
      owner: 'Ada Lovelace “ß” 中',
      team: 'research',
      env: 'staging',
      tags: ['a', 'b c'],
      scopes: ['govern', 'audit:read'],
      models: ['gpt-*'],
      upstreams: ['openai'],
      rate: { count: 60, windowMs: 60_000 },
    }),
    createdAt: 1_700_000_000_000,
    expiresAt: 1_800_000_000_000,
    revokedAt: undefined,
    lastSeenAt: undefined,
    ...more,
  };
}

async function waitingIn(store: KeyStore): Promise<readonly string[]> {
  const found: string[] = [];
  await store.drain((act) => {
    found.push(act.id);
    return Promise.resolve();
  });
  return found;
}

describe.each(openers)('a key store in %s', (_name, open) => {
  async function openStores(count: number): Promise<readonly KeyStore[]> {
    const stores = await open(count);
    opened.push(...stores);
    return stores;
  }
  async function openStore(): Promise<KeyStore> {
    const [store] = await openStores(1);
    if (store === undefined) throw new Error('no store was opened');
    return store;
  }

  test('finds a key as it was created, and no other', async () => {
    const store = await openStore();
    const [full, bare] = [recordOf(), recordOf({ expiresAt: undefined, createdAt: 1 })];
    await store.create(full, actOn(full.id));
    await store.create(bare, actOn(bare.id));
    expect(await store.find(full.id)).toEqual(full);
    expect(await store.find(bare.id)).toEqual(bare);
    expect(await store.find('nobody')).toBeUndefined();
    expect(await store.find("' OR 1=1 --")).toBeUndefined();
  });

  test('lists keys, oldest first', async () => {
    const store = await openStore();
    const records = [3, 1, 2].map((createdAt) => recordOf({ createdAt }));
    for (const record of records) await store.create(record, actOn(record.id));
    expect((await store.list()).map(({ createdAt }) => createdAt)).toEqual([1, 2, 3]);
  });

  test('keeps one id once, and tells nothing of what was not done', async () => {
    const store = await openStore();
    const record = recordOf();
    const act = actOn(record.id);
    await store.create(record, act);
    await expect(store.create(record, actOn(record.id))).rejects.toThrow(StoreError);
    expect(await waitingIn(store)).toEqual([act.id]);
  });

  test('revokes once', async () => {
    const store = await openStore();
    const record = recordOf();
    await store.create(record, actOn(record.id));
    const revoked = actOn(record.id, 'revoked');
    expect(await store.revoke(record.id, 5, revoked)).toBe(true);
    expect(await store.revoke(record.id, 6, actOn(record.id, 'revoked'))).toBe(false);
    expect(await store.revoke('nobody', 6, actOn('nobody', 'revoked'))).toBe(false);
    expect((await store.find(record.id))?.revokedAt).toBe(5);
    expect((await waitingIn(store)).slice(1)).toEqual([revoked.id]);
  });

  test.each([
    ['ends at the end of the overlap', 2_000, 1_000, 1_000],
    ['keeps an earlier end', 500, 1_000, 500],
    ['gets an end where it had none', undefined, 1_000, 1_000],
  ])('rotates: the old key %s', async (_case, before, overlap, after) => {
    const store = await openStore();
    const [old, next] = [recordOf({ expiresAt: before }), recordOf()];
    await store.create(old, actOn(old.id));
    const told = [actOn(old.id, 'rotated'), actOn(next.id)];
    expect(await store.rotate(old.id, overlap, next, told)).toBe(true);
    expect((await store.find(old.id))?.expiresAt).toBe(after);
    expect(await store.find(next.id)).toEqual(next);
    expect((await waitingIn(store)).slice(1)).toEqual(told.map(({ id }) => id));
  });

  test('rotates: the old key is revoked where no clock is to be asked', async () => {
    const store = await openStore();
    const [old, next] = [recordOf(), recordOf()];
    await store.create(old, actOn(old.id));
    expect(await store.rotate(old.id, 9, next, [actOn(next.id)], 9)).toBe(true);
    expect(await store.find(old.id)).toMatchObject({ expiresAt: 9, revokedAt: 9 });
  });

  test('rotates no key that is revoked or missing', async () => {
    const store = await openStore();
    const [old, next] = [recordOf(), recordOf()];
    await store.create(old, actOn(old.id));
    await store.revoke(old.id, 5, actOn(old.id, 'revoked'));
    expect(await store.rotate(old.id, 9, next, [actOn(next.id)])).toBe(false);
    expect(await store.rotate('nobody', 9, next, [actOn(next.id)])).toBe(false);
    expect(await store.find(next.id)).toBeUndefined();
    expect(await waitingIn(store)).toHaveLength(2);
  });

  test('creates one first key, however many start at once', async () => {
    const stores = await openStores(4);
    const made = await Promise.all(
      stores.map((store) => {
        const record = recordOf();
        return store.createFirst(record, actOn(record.id));
      }),
    );
    expect(made.filter((first) => first)).toHaveLength(1);
    expect(await stores[0]?.list()).toHaveLength(1);
  });

  test('creates no first key after the only one was revoked', async () => {
    const store = await openStore();
    const [first, second] = [recordOf(), recordOf()];
    expect(await store.createFirst(first, actOn(first.id))).toBe(true);
    await store.revoke(first.id, 5, actOn(first.id, 'revoked'));
    expect(await store.createFirst(second, actOn(second.id))).toBe(false);
  });

  test('remembers the latest time a key was seen', async () => {
    const store = await openStore();
    const records = [recordOf(), recordOf()];
    for (const record of records) await store.create(record, actOn(record.id));
    const seen = (at: number) => new Map(records.map(({ id }) => [id, at]));
    await store.touch(seen(20));
    await store.touch(seen(10));
    await store.touch(new Map([['nobody', 30]]));
    const found = await store.list();
    expect(found.map(({ lastSeenAt }) => lastSeenAt)).toEqual([20, 20]);
  });

  test('shows a change to another process at once', async () => {
    const [left, right] = await openStores(2);
    const record = recordOf();
    await left?.create(record, actOn(record.id));
    expect(await right?.find(record.id)).toEqual(record);
    await right?.revoke(record.id, 7, actOn(record.id, 'revoked'));
    expect((await left?.find(record.id))?.revokedAt).toBe(7);
  });

  test('hands acts over whole, in their order, once', async () => {
    const store = await openStore();
    const expected: KeyAct[] = [];
    for (let index = 0; index < 5; index += 1) {
      const record = recordOf();
      const act = actOn(record.id);
      expected.push(act);
      await store.create(record, act);
    }
    const handed: KeyAct[] = [];
    const hand = (act: KeyAct) => {
      handed.push(act);
      return Promise.resolve();
    };
    expect(await store.drain(hand)).toBe(5);
    expect(await store.drain(hand)).toBe(0);
    expect(handed).toEqual(expected);
  });

  test('keeps an act whose hand-over fails, with those after it and none before it', async () => {
    const store = await openStore();
    const told: KeyAct[] = [];
    for (let index = 0; index < 4; index += 1) {
      const record = recordOf();
      told.push(actOn(record.id));
      await store.create(record, told[index] ?? actOn(record.id));
    }
    const failing = (act: KeyAct) =>
      act.id === told[2]?.id ? Promise.reject(new Error('the disk is full')) : Promise.resolve();
    await expect(store.drain(failing)).rejects.toThrow('the disk is full');
    expect(await waitingIn(store)).toEqual(told.slice(2).map(({ id }) => id));
  });

  test('refuses a key whose record it cannot read, by name, and serves all others', async () => {
    const store = await openStore();
    const [well, newer] = [recordOf(), recordOf()];
    await store.create(well, actOn(well.id));
    // As a later version might write it, which knows of something that restricts the key.
    const profile = { ...newer.profile, networks: ['10.0.0.0/8'] };
    await store.create({ ...newer, profile }, actOn(newer.id));
    for (const asked of [store.find(newer.id), store.list()]) {
      const error: unknown = await asked.catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(GatewayError);
      expect(error).toMatchObject({
        code: 'not_ready',
        message: expect.stringContaining(newer.id),
      });
    }
    expect(await store.find(well.id)).toEqual(well);
    expect(await store.revoke(newer.id, 5_000, actOn(newer.id, 'revoked'))).toBe(true);
  });

  test('says that it cannot be used once it is closed', async () => {
    const store = await openStore();
    await opened.pop()?.close();
    await expect(store.find('x')).rejects.toThrow(StoreError);
  });
});

describe('a key store in PostgreSQL', () => {
  test.each([
    ['nobody listens', 'postgres://nobody@127.0.0.1:1/none'],
    ['the host does not exist', 'postgres://nobody:canary@gateway.invalid/none'],
  ])('refuses to open where %s, without naming the address', async (_case, url) => {
    const failure = await openPostgresStore(url).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StoreError);
    expect(String(failure)).toBe('Error: the key store cannot be used');
  });

  if ('url' in postgres) {
    test('hands each act to one of many replicas', async () => {
      await emptyPostgres(postgres.url);
      const stores = await Promise.all([1, 2, 3].map(() => openPostgresStore(postgres.url)));
      opened.push(...stores);
      for (let index = 0; index < 10; index += 1) {
        const record = recordOf();
        await stores[0]?.create(record, actOn(record.id));
      }
      const handed: string[] = [];
      await Promise.all(
        stores.map((store) =>
          store.drain((act) => {
            handed.push(act.id);
            return Promise.resolve();
          }),
        ),
      );
      expect(new Set(handed).size).toBe(10);
      expect(handed).toHaveLength(10);
    });

    test('refuses tables of a newer version', async () => {
      await emptyPostgres(postgres.url);
      opened.push(await openPostgresStore(postgres.url));
      await run(postgres.url, 'UPDATE gateway_versions SET version = 99');
      await expect(openPostgresStore(postgres.url)).rejects.toThrow('newer version');
    });
  }
});

describe('a key store in SQLite', () => {
  test('can be read by its owner alone, side files included', async () => {
    const file = join(folder, 'private.sqlite');
    const store = openSqliteStore(file);
    opened.push(store);
    const record = recordOf();
    await store.create(record, actOn(record.id));
    for (const suffix of ['', '-wal', '-shm'])
      expect(statSync(file + suffix).mode & 0o777).toBe(0o600);
  });

  test('refuses a file of a newer version', () => {
    const file = join(folder, 'newer.sqlite');
    const database = new DatabaseSync(file);
    database.exec('PRAGMA user_version = 99');
    database.close();
    expect(() => openSqliteStore(file)).toThrow('newer version');
  });

  test('refuses what is no database', () => {
    expect(() => openSqliteStore(folder)).toThrow(StoreError);
  });

  test('holds no key', async () => {
    const file = join(folder, 'plain.sqlite');
    const { id, key } = mintKey();
    const store = openSqliteStore(file);
    await store.create(recordOf({ id, digest: digestOf(key) }), actOn(id));
    await store.close();
    const database = new DatabaseSync(file);
    const text = JSON.stringify(database.prepare('SELECT * FROM keys').all());
    database.close();
    expect(text).toContain(digestOf(key));
    expect(text).not.toContain(key.slice(17));
  });
});
