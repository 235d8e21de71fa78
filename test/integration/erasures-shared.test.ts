/** Erasures that replicas share in a real PostgreSQL: asked for at one of them, carried out at each. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { cpSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
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

const alice = { subject: 'alice' };
const tables = [
  'gateway_versions',
  ...['gateway_holds', 'gateway_erasures', 'gateway_erasure_series', 'gateway_erasure_places'],
];

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
  await forgetAll();
});
afterAll(() => postgres.close());

function forgetAll(): Promise<unknown> {
  return runSql(postgres.url, `DROP TABLE IF EXISTS ${tables.join(', ')}`);
}

async function open(origin: string, options: Partial<TrailOptions> = {}): Promise<Replica> {
  const directory = options.directory ?? newDirectory();
  const alarms: string[] = [];
  const trail = await openTrail({
    ...{ directory, origin, writeTimeoutMs: 60_000, masterKey: Buffer.alloc(32, 7) },
    onAlarm: (message, fields) => alarms.push(`${message} ${JSON.stringify(fields)}`),
    holdsIn: postgres.url,
    erasuresIn: postgres.url,
    ...options,
  });
  opened.push(trail);
  return { directory, trail, alarms };
}

function tellErasures(directory: string): readonly unknown[] {
  return readEntries(directory)
    .filter(({ type }) => type === 'erasure')
    .map(({ detail }) => detail);
}

/** Until the database has heard of so many places that know all there is. */
async function untilHeard(count: number): Promise<void> {
  await until(async () => {
    const rows = await runSql(
      postgres.url,
      `SELECT count(*) FROM gateway_erasure_places WHERE number =
         (SELECT greatest(floor, (SELECT max(number) FROM gateway_erasures)) FROM gateway_erasure_series)`,
      // Whoever starts makes the tables.
    ).catch(() => []);
    return Number(rows[0]?.['count']) === count;
  });
}

describe('somebody who is erased at one replica', () => {
  test('is erased at each, of which the answer says so, and every trail', async () => {
    const [one, other] = [await open('one'), await open('other')];
    for (const { trail } of [one, other]) {
      await say(trail, 'alice', 'a walrus of alice');
      await say(trail, 'bob', 'a walrus of bob');
    }
    await untilHeard(2);
    expect(await one.trail.eraseSubject(alice, sampleActor)).toMatchObject({
      entries: 1,
      pending: [],
    });
    // Not a moment later: the answer waited for it.
    expect(await countFound(other.trail, 'walrus')).toBe(1);
    const [, asked] = [tellErasures(other.directory), tellErasures(one.directory)];
    const { subject } = asked[0] as { subject: string };
    expect(asked).toEqual([{ subject, through: 1, entries: 1 }]);
    expect(tellErasures(other.directory)).toEqual([
      { subject, through: 1, entries: 1, log: 'one' },
    ]);
    // What is said afterwards is another matter.
    await say(other.trail, 'alice', 'a walrus again');
    expect((await other.trail.eraseSubject({ subject: 'carol' }, sampleActor)).pending).toEqual([]);
    expect(await countFound(other.trail, 'walrus')).toBe(2);
    for (const { trail } of [one, other]) await trail.close();
    for (const { directory } of [one, other])
      expect(verifyTwice(directory)).toEqual(['intact', [], 0]);
    expect(tellErasures(one.directory)).toHaveLength(2);
  });

  test('is not erased again by a start that comes at once', async () => {
    const one = await open('one');
    await untilHeard(1);
    await one.trail.eraseSubject(alice, sampleActor);
    await say(one.trail, 'alice', 'a tiger');
    await one.trail.close();
    const again = await open('one', { directory: one.directory });
    await until(async () => (await again.trail.listHolds()).length === 0);
    await again.trail.eraseSubject({ subject: 'bob' }, sampleActor);
    expect(await countFound(again.trail, 'tiger')).toBe(1);
  });

  test('is erased by one that was away at its next start, which the answer names until then', async () => {
    const [one, other] = [await open('one'), await open('other')];
    await say(other.trail, 'alice', 'a walrus of alice');
    await untilHeard(2);
    await other.trail.close();
    const saved = newDirectory();
    cpSync(other.directory, saved, { recursive: true });
    expect((await one.trail.eraseSubject(alice, sampleActor)).pending).toEqual(['other']);
    expect((await one.trail.eraseSubject({ subject: 'bob' }, sampleActor)).pending).toEqual([
      'other',
    ]);
    // The directory itself, and a backup of it from before.
    for (const directory of [other.directory, saved]) {
      const { trail } = await open('other', { directory });
      await until(async () => (await countFound(trail, 'walrus')) === 0);
      await until(() => tellErasures(directory).length === 2);
      await trail.close();
      expect(verifyTwice(directory)).toEqual(['intact', [], 0]);
    }
    expect((await one.trail.eraseSubject(alice, sampleActor)).pending).toEqual(['other']);
  });

  test('is left alone by a replica that is new, and by one whose database was made anew', async () => {
    const one = await open('one');
    await say(one.trail, 'alice', 'a walrus of alice');
    await one.trail.eraseSubject(alice, sampleActor);
    const late = await open('late');
    await untilHeard(2);
    expect(tellErasures(late.directory)).toEqual([]);
    await say(late.trail, 'alice', 'a walrus of alice');
    for (const { trail } of [one, late]) await trail.close();
    await forgetAll();
    const again = await open('late', { directory: late.directory });
    await untilHeard(1);
    expect(await countFound(again.trail, 'walrus')).toBe(1);
    const back = await open('one', { directory: one.directory });
    await back.trail.eraseSubject(alice, sampleActor);
    await until(async () => (await countFound(again.trail, 'walrus')) === 0);
  });

  test('is erased by a new one that could not ask before it kept texts', async () => {
    const one = await open('one');
    await untilHeard(1);
    wire.cut();
    const late = await open('late', { erasuresIn: wire.url });
    await say(late.trail, 'alice', 'a walrus of alice');
    await one.trail.eraseSubject(alice, sampleActor);
    wire.mend();
    await until(async () => (await countFound(late.trail, 'walrus')) === 0);
  });

  test('is erased by all of them where the database was set back to an older state', async () => {
    const [one, other] = [await open('one'), await open('other')];
    await untilHeard(2);
    for (const subject of ['bob', 'carol']) await one.trail.eraseSubject({ subject }, sampleActor);
    await untilHeard(2);
    await runSql(postgres.url, 'DELETE FROM gateway_erasures');
    await say(other.trail, 'alice', 'a walrus of alice');
    await untilHeard(2);
    // By one that knows nothing of what was lost.
    const late = await open('late');
    expect((await late.trail.eraseSubject(alice, sampleActor)).pending).toEqual([]);
    expect(await countFound(other.trail, 'walrus')).toBe(0);
    await untilHeard(3);
    expect(tellErasures(other.directory)).toHaveLength(3);
  });
});

describe('an erasure that meets a hold', () => {
  test('waits at a replica that learns of it too late, until the hold is released', async () => {
    const [one, other] = [await open('one'), await open('other')];
    await say(other.trail, 'alice', 'a walrus of alice');
    await untilHeard(2);
    await other.trail.close();
    await one.trail.eraseSubject(alice, sampleActor);
    await one.trail.holdSubject(alice, 'a lawsuit', sampleActor);
    const { directory } = other;
    const again = await open('other', { directory });
    await untilHeard(2);
    expect(await countFound(again.trail, 'walrus')).toBe(1);
    // Others behind it are carried out all the same.
    await say(again.trail, 'bob', 'a bear of bob');
    await one.trail.eraseSubject({ subject: 'bob' }, sampleActor);
    await until(async () => (await countFound(again.trail, 'bear')) === 0);
    expect([await countFound(again.trail, 'walrus'), again.trail.gauges().erasuresOwedMs]).toEqual([
      1, 0,
    ]);
    // A start in between forgets nothing.
    await again.trail.close();
    const last = await open('other', { directory });
    await one.trail.releaseSubject(alice, 'it is over', sampleActor);
    await until(async () => (await countFound(last.trail, 'walrus')) === 0);
    await last.trail.close();
    expect(verifyTwice(directory)).toEqual(['intact', [], 0]);
  });
});

describe('a replica that cannot do its part', () => {
  test('erases nobody whom it cannot tell the others of', async () => {
    const one = await open('one', { erasuresIn: wire.url });
    await say(one.trail, 'alice', 'a walrus of alice');
    await untilHeard(1);
    wire.cut();
    expect(await refusalOf(one.trail.eraseSubject(alice, sampleActor))).toMatch(
      /^not_ready: .*nothing is destroyed/,
    );
    expect([await countFound(one.trail, 'walrus'), tellErasures(one.directory)]).toEqual([1, []]);
    wire.mend();
    expect((await one.trail.eraseSubject(alice, sampleActor)).entries).toBe(1);
  });

  test('says so, and tries again until it can', async () => {
    const [one, other] = [await open('one'), await open('other')];
    await say(other.trail, 'alice', 'a walrus of alice');
    await untilHeard(2);
    // Another process keeps its file of keys to itself for longer than is waited for it.
    const lock = new DatabaseSync(keyStorePath(other.directory));
    lock.exec('BEGIN EXCLUSIVE');
    expect((await one.trail.eraseSubject(alice, sampleActor)).pending).toEqual(['other']);
    await until(() => other.alarms.length > 0);
    lock.exec('ROLLBACK');
    lock.close();
    await until(async () => (await countFound(other.trail, 'walrus')) === 0);
    await untilHeard(2);
    expect(other.trail.gauges().erasuresOwedMs).toBe(0);
    expect(tellErasures(other.directory)).toHaveLength(1);
  });

  test('believes no row that was written without the master key, and says which it cannot read', async () => {
    const [one, stranger] = [
      await open('one'),
      await open('stranger', { masterKey: Buffer.alloc(32, 8) }),
    ];
    await say(one.trail, 'alice', 'a walrus of alice');
    await untilHeard(2);
    await stranger.trail.eraseSubject(alice, sampleActor);
    await until(() => one.alarms.some((alarm) => alarm.includes('another master key')));
    await one.trail.eraseSubject({ subject: 'bob' }, sampleActor);
    await runSql(
      postgres.url,
      `INSERT INTO gateway_erasures SELECT number + 1, key, 'uYY_smsWj8v234BRsbWCiK', log, now(), mac
         FROM gateway_erasures ORDER BY number DESC LIMIT 1`,
    );
    await until(() => one.alarms.some((alarm) => alarm.includes('without the master key')));
    expect(await countFound(one.trail, 'walrus')).toBe(1);
    expect(tellErasures(one.directory)).toHaveLength(1);
    expect(one.trail.gauges().erasuresOwedMs).toBe(0);
  });
});
