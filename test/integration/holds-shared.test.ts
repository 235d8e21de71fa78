/** Legal holds that replicas share in a real PostgreSQL: what one of them was told, none destroys. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { DatabaseSync } from 'node:sqlite';
import { indexPath } from '../../src/audit/index-sqlite.ts';
import { keyStorePath } from '../../src/audit/content/key-store.ts';
import { openTrail, type Trail } from '../../src/audit/trail.ts';
import type { TrailOptions } from '../../src/audit/trail-options.ts';
import { sampleActor } from '../support/audit-samples.ts';
import { type Postgres, openPostgres } from '../support/postgres.ts';
import { runSql } from '../support/postgres-server.ts';
import { type Relay, startRelay } from '../support/relay.ts';
import { countFound, refusalOf, say, verifyTwice } from '../support/replica-trails.ts';
import { cleanTrails, newDirectory, readEntries } from '../support/trail-directory.ts';
import { until } from '../support/until.ts';

const dayMs = 86_400_000;
const retention = { allowedDays: 1, flaggedDays: 1, blockedDays: 1, clockAheadDaysMax: 36_500 };
const alice = { subject: 'alice' };

type Replica = { readonly directory: string; readonly trail: Trail; readonly alarms: string[] };

let postgres: Postgres;
let wire: Relay;
const opened: Trail[] = [];
beforeAll(async () => {
  const found = await openPostgres();
  if ('missing' in found) throw new Error(found.missing);
  postgres = found;
});
beforeEach(async () => {
  wire = await startRelay(postgres.url);
});
afterEach(async () => {
  for (const trail of opened.splice(0)) await trail.close();
  await wire.close();
  await cleanTrails();
  await runSql(postgres.url, 'DROP TABLE IF EXISTS gateway_versions, gateway_holds');
});
afterAll(() => postgres.close());

async function open(origin: string, options: Partial<TrailOptions> = {}): Promise<Replica> {
  const directory = options.directory ?? newDirectory();
  const alarms: string[] = [];
  const trail = await openTrail({
    ...{ directory, origin, retention, writeTimeoutMs: 60_000, masterKey: Buffer.alloc(32, 7) },
    onAlarm: (message, fields) => alarms.push(`${message} ${JSON.stringify(fields)}`),
    holdsIn: postgres.url,
    ...options,
  });
  opened.push(trail);
  return { directory, trail, alarms };
}

function tellActs(directory: string): readonly unknown[] {
  return readEntries(directory)
    .filter(({ act }) => act === 'hold' || act === 'release')
    .map(({ act, detail }) => [act, detail]);
}

const expire = (trail: Trail): Promise<number> => trail.expire(Date.now() + 4 * dayMs);

describe('a hold that one replica was told', () => {
  test('keeps the others from erasing and from letting texts expire, until it is released at any', async () => {
    const [one, other] = [await open('one'), await open('other')];
    await say(other.trail, 'alice', 'a walrus of alice');
    await say(other.trail, 'bob', 'a walrus of bob');
    const { id } = await one.trail.holdSubject(alice, 'a lawsuit', sampleActor);
    // At once: nobody waits until it got around.
    expect(await refusalOf(other.trail.eraseSubject(alice, sampleActor))).toMatch(
      /^forbidden: .*legal hold/,
    );
    expect(await expire(other.trail)).toBe(1);
    expect(await countFound(other.trail, 'walrus')).toBe(1);
    const [pseudonym = ''] = await other.trail.listHolds();
    expect(await one.trail.listHolds()).toEqual([pseudonym]);
    await until(() => tellActs(other.directory).length === 1);
    expect(tellActs(other.directory)).toEqual([
      ['hold', { subject: pseudonym, entry: id, log: 'one' }],
    ]);
    const released = await other.trail.releaseSubject(alice, 'it is over', sampleActor);
    await until(() => tellActs(one.directory).length === 2);
    for (const { trail } of [one, other])
      await until(async () => (await trail.listHolds()).length === 0);
    expect(tellActs(one.directory).at(-1)).toEqual([
      'release',
      { subject: pseudonym, entry: released.id, log: 'other' },
    ]);
    expect((await other.trail.eraseSubject(alice, sampleActor)).entries).toBe(1);
    for (const { trail } of [one, other]) await trail.close();
    for (const { directory } of [one, other])
      expect(verifyTwice(directory)).toEqual(['intact', [], 0]);
  });

  test('is known to one that starts later, and outlives a database that forgot it', async () => {
    const one = await open('one');
    await one.trail.holdSubject(alice, 'a lawsuit', sampleActor);
    await runSql(postgres.url, 'DELETE FROM gateway_holds');
    const late = await open('late');
    await until(async () => (await late.trail.listHolds()).length === 1);
    await until(() => tellActs(late.directory).length === 1);
    await one.trail.close();
    await runSql(postgres.url, 'DELETE FROM gateway_holds');
    expect(await refusalOf(late.trail.eraseSubject(alice, sampleActor))).toMatch(/^forbidden/);
    await late.trail.close();
    expect(verifyTwice(late.directory)).toEqual(['intact', [], 0]);
  });

  test('waits for what another one is destroying, and holds what is left', async () => {
    const [one, other] = [await open('one'), await open('other')];
    await say(other.trail, 'alice', 'a walrus');
    const erased = other.trail.eraseSubject(alice, sampleActor);
    const held = one.trail.holdSubject(alice, 'a lawsuit', sampleActor);
    const outcome = await Promise.all([refusalOf(erased), held.then(({ id }) => id)]);
    await until(() => tellActs(other.directory).length === 1);
    // Whichever came first: what was destroyed stands before the hold in the log of the one that destroyed it.
    expect(['undefined', expect.stringMatching(/^forbidden/)]).toContainEqual(outcome[0]);
    await other.trail.close();
    expect(verifyTwice(other.directory)).toEqual(['intact', [], 0]);
  });
});

describe('a replica that is cut off while texts expire there', () => {
  test('destroys none of them, since somebody may have been held meanwhile', async () => {
    const one = await open('one');
    const other = await open('other', { holdsIn: wire.url });
    const { id } = await say(other.trail, 'alice', 'a walrus of alice');
    expect(await countFound(other.trail, 'walrus')).toBe(1);
    // Whoever reads the index keeps what was taken out of it, which is waited for.
    const reader = new DatabaseSync(indexPath(other.directory), { readOnly: true });
    reader.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
    const expired = refusalOf(expire(other.trail));
    await until(async () => {
      const locks = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock'`;
      return (await runSql(postgres.url, locks)).length > 0;
    });
    wire.cut();
    await one.trail.holdSubject(alice, 'a lawsuit', sampleActor);
    reader.close();
    expect(await expired).toMatch(/^not_ready: the database does not say who is under legal hold/);
    wire.mend();
    await until(async () => (await other.trail.listHolds().catch(() => [])).length === 1);
    expect(await expire(other.trail)).toBe(0);
    expect((await other.trail.readContent(id)).map(({ text }) => text)).toEqual([
      'a walrus of alice',
    ]);
    await other.trail.close();
    expect(verifyTwice(other.directory)).toEqual(['intact', [], 0]);
  });
});

describe('a replica that cannot learn who is held', () => {
  test('destroys nothing and says so, takes no hold, and learns what it missed when it can', async () => {
    const one = await open('one');
    const other = await open('other', { holdsIn: wire.url });
    await say(other.trail, 'bob', 'a walrus of bob');
    await until(async () => (await other.trail.listHolds()).length === 0);
    wire.cut();
    await one.trail.holdSubject({ subject: 'bob' }, 'a lawsuit', sampleActor);
    const bob = { subject: 'bob' };
    for (const act of [
      () => other.trail.eraseSubject(bob, sampleActor),
      () => expire(other.trail),
      () => other.trail.holdSubject(alice, 'a claim', sampleActor),
      () => other.trail.releaseSubject(bob, 'a mistake', sampleActor),
      () => other.trail.listHolds(),
    ])
      expect(await refusalOf(act())).toMatch(
        /^not_ready: the database does not say who is under legal hold/,
      );
    await until(() => other.trail.gauges().holdsUnknownMs > 0);
    expect(other.trail.gauges().retentionStopped).toBe(true);
    expect(other.alarms.join('\n')).toContain('nothing is erased, and no text expires');
    expect([await countFound(other.trail, 'walrus'), tellActs(other.directory)]).toEqual([1, []]);
    wire.mend();
    await until(() => other.trail.gauges().holdsUnknownMs === 0);
    expect(other.alarms.join('\n')).toContain('it is known again');
    await until(() => tellActs(other.directory).length === 1);
    expect(await refusalOf(other.trail.eraseSubject(bob, sampleActor))).toMatch(/^forbidden/);
  });

  test('believes no row that somebody wrote without the master key, and none under another one', async () => {
    const before = await open('before');
    await before.trail.holdSubject(alice, 'a lawsuit', sampleActor);
    await before.trail.close();
    await runSql(postgres.url, 'UPDATE gateway_holds SET held = false, revision = revision + 1');
    const one = await open('one');
    expect(await refusalOf(one.trail.eraseSubject({ subject: 'bob' }, sampleActor))).toMatch(
      /^not_ready: the row of .* was written by somebody/,
    );
    await one.trail.holdSubject(alice, 'again', sampleActor);
    expect((await one.trail.eraseSubject({ subject: 'bob' }, sampleActor)).entries).toBe(0);
    const stranger = await open('stranger', { masterKey: Buffer.alloc(32, 8) });
    expect(await refusalOf(stranger.trail.eraseSubject(alice, sampleActor))).toMatch(
      /^not_ready: 1 subjects are under legal hold by another master key/,
    );
    await one.trail.releaseSubject(alice, 'it is over', sampleActor);
    expect((await stranger.trail.eraseSubject(alice, sampleActor)).entries).toBe(0);
  });
});

describe('holds from before they were shared', () => {
  test('are told to the others, with the tables of that time', async () => {
    const before = await open('before', { holdsIn: undefined });
    await before.trail.holdSubject(alice, 'a lawsuit', sampleActor);
    await before.trail.close();
    const { directory } = before;
    const keys = new DatabaseSync(keyStorePath(directory));
    for (const column of ['revision', 'entry', 'log'])
      keys.exec(`ALTER TABLE holds DROP COLUMN ${column}`);
    keys.close();
    const other = await open('other');
    const again = await open('before', { directory });
    await until(() => tellActs(other.directory).length === 1);
    expect(await refusalOf(other.trail.eraseSubject(alice, sampleActor))).toMatch(/^forbidden/);
    expect(tellActs(directory).length).toBe(1);
    for (const { trail } of [again, other]) await trail.close();
    expect(verifyTwice(directory)).toEqual(['intact', [], 0]);
  });
});

describe('a hold whose writer is killed', () => {
  test('is owed, and told to the others by its next start', async () => {
    const one = await open('one');
    await one.trail.close();
    const { directory } = one;
    const keys = new DatabaseSync(keyStorePath(directory));
    keys.exec(`INSERT INTO holds (id) VALUES ('uYY_smsWj8v234BRsbWCiK')`);
    keys.close();
    await open('one', { directory });
    const other = await open('other');
    await until(async () => (await other.trail.listHolds()).length === 1);
    await until(() => tellActs(other.directory).length === 1);
    expect(tellActs(other.directory)).toEqual([
      ['hold', { subject: 'uYY_smsWj8v234BRsbWCiK', entry: '', log: 'one' }],
    ]);
  });
});
