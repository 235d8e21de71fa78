import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkShared } from '../../src/audit/shared/shared-check.ts';
import { systemActor } from '../../src/audit/system-actor.ts';
import { main } from '../../src/cli/main.ts';
import { decisionEvent, sampleActor } from '../support/audit-samples.ts';
import { type Postgres, openPostgres } from '../support/postgres.ts';
import { runSql } from '../support/postgres-server.ts';
import {
  type Replica,
  dropSharedIndex,
  masterKey,
  openReplica,
  untilIndexed,
} from '../support/replicas.ts';
import { cleanTrails, newDirectory } from '../support/trail-directory.ts';

let postgres: Postgres;
let north: Replica;
let south: Replica;

beforeAll(async () => {
  const found = await openPostgres();
  if ('missing' in found) throw new Error(found.missing);
  postgres = found;
});
afterAll(() => postgres.close());

async function empty(): Promise<void> {
  for (const replica of [north, south]) await replica.close();
  await cleanTrails();
  await dropSharedIndex(postgres.url);
}

/** Two replicas, each with more entries than are compared at once in the first, a review and an erasure. */
async function fill(count: number): Promise<void> {
  [north, south] = [
    await openReplica(postgres.url, 'north'),
    await openReplica(postgres.url, 'south'),
  ];
  for (const { trail } of [north, south]) {
    const recorded = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        trail.record(decisionEvent({ actor: { ...sampleActor, subject: `person ${index % 7}` } })),
      ),
    );
    const id = recorded[0]?.id ?? '';
    await trail.review(id, { status: 'open', assignee: 'ada', tags: [] }, systemActor);
    await trail.eraseSubject({ subject: 'person 3' }, systemActor);
  }
  await untilIndexed(north, south);
}

async function check(replica: Replica, live = false) {
  const settings = { databaseUrl: postgres.url, retentionDays: 0 };
  const { directory } = replica;
  const found = await checkShared({ directory, masterKey, settings, live, copy: false });
  return { ...found, said: found.faults.map(({ detail, seq }) => `${seq ?? ''} ${detail}`) };
}

const kept = ['logs', 'rows', 'lines', 'reviews', 'erased'].map((name) => `gateway_audit_${name}`);

/** What the index holds now, for tests that change it one after the other. */
async function keepIndex(): Promise<void> {
  const statements = kept.map((name) => `CREATE TABLE of_${name} AS TABLE ${name};`);
  await runSql(postgres.url, statements.join('\n'));
}
async function restoreIndex(): Promise<void> {
  const statements = kept.map(
    (name) => `DELETE FROM ${name}; INSERT INTO ${name} OVERRIDING SYSTEM VALUE TABLE of_${name};`,
  );
  await runSql(postgres.url, `DROP TABLE IF EXISTS lines_1;\n${statements.join('\n')}`);
}
async function dropKept(): Promise<void> {
  await runSql(postgres.url, `DROP TABLE ${kept.map((name) => `of_${name}`).join()}`);
}

/** Fills the index once for the tests of a group, each of which finds it so. */
function changeAfter(prepare: () => Promise<void>): void {
  beforeAll(async () => {
    await prepare();
    for (const replica of [north, south]) await replica.close();
    await keepIndex();
  });
  afterEach(restoreIndex);
  afterAll(async () => {
    await dropKept();
    await empty();
  });
}

/** A log's number, as a part of a statement. */
const ofNorth = `(SELECT log FROM gateway_audit_logs WHERE origin = 'north')`;
const tenth = `(SELECT id FROM gateway_audit_rows WHERE log = ${ofNorth} AND seq = 10)`;
const newId = `'01900000-0000-7000-8000-000000000000'::uuid`;

describe('checkShared()', () => {
  afterEach(empty);

  test('finds both logs as they are, in more than one batch, and none of the other in either', async () => {
    await fill(700);
    for (const replica of [north, south])
      expect(await check(replica)).toMatchObject({ said: [], notes: [], more: 0 });
  });

  test('says what is not indexed: a note while somebody writes, a fault where nobody does', async () => {
    await fill(5);
    await runSql(postgres.url, 'TRUNCATE gateway_audit_logs');
    expect(await check(north, true)).toMatchObject({
      said: [],
      notes: ['shared index: nothing is indexed of this log yet'],
    });
    expect(await check(north)).toMatchObject({
      faults: [{ verdict: 'incomplete', detail: 'nothing is indexed of this log' }],
    });
  });
});

describe('checkShared() of an index that was changed', () => {
  changeAfter(() => fill(20));

  test.each([
    [
      'a line',
      `UPDATE gateway_audit_lines SET line = line || ' ' WHERE id = ${tenth}`,
      ['10 its line was changed'],
    ],
    [
      'a seal',
      `UPDATE gateway_audit_lines SET mac = '\\x00' WHERE id = ${tenth}`,
      ['10 its line was changed'],
    ],
    [
      'a column',
      `UPDATE gateway_audit_rows SET w_decision = w_decision + 1 WHERE id = ${tenth}`,
      ['10 what it is found by was changed: w_decision'],
    ],
    [
      'a number',
      `UPDATE gateway_audit_rows SET seq = 11 WHERE id = ${tenth}`,
      ['10 what it is found by was changed: seq'],
    ],
    [
      'a line taken out',
      `DELETE FROM gateway_audit_lines WHERE id = ${tenth}`,
      ['10 its line was taken out'],
    ],
    [
      'a row taken out',
      `DELETE FROM gateway_audit_rows WHERE id = ${tenth}`,
      ['10 what it is found by was taken out'],
    ],
    [
      'an entry taken out',
      `WITH gone AS (DELETE FROM gateway_audit_rows WHERE id = ${tenth} RETURNING id)
       DELETE FROM gateway_audit_lines WHERE id IN (SELECT id FROM gone)`,
      ['10 it was taken out'],
    ],
    [
      'an entry given to the other log',
      `UPDATE gateway_audit_rows SET log = (SELECT log FROM gateway_audit_logs WHERE origin = 'south')
       WHERE id = ${tenth}`,
      ['10 what it is found by was taken out'],
    ],
    [
      'a line put in',
      `CREATE TABLE lines_1 PARTITION OF gateway_audit_lines DEFAULT;
       INSERT INTO gateway_audit_lines SELECT ${newId}, log, line, mac FROM gateway_audit_lines WHERE id = ${tenth}`,
      [' no entry of the journal is `01900000-0000-7000-8000-000000000000`'],
    ],
    [
      'a line put in under no log',
      `CREATE TABLE lines_1 PARTITION OF gateway_audit_lines DEFAULT;
       INSERT INTO gateway_audit_lines SELECT ${newId}, 99, line, mac FROM gateway_audit_lines WHERE id = ${tenth}`,
      [' no entry of the journal is `01900000-0000-7000-8000-000000000000`'],
    ],
    [
      'a review taken out',
      `DELETE FROM gateway_audit_reviews WHERE log = ${ofNorth}`,
      [expect.stringMatching(/^\d+ the review that it is was taken out$/)],
    ],
    [
      'a review',
      `UPDATE gateway_audit_reviews SET w_review = w_review + 1 WHERE log = ${ofNorth}`,
      [expect.stringMatching(/^\d+ the review that it is was changed$/)],
    ],
    [
      'the revision of a review',
      `UPDATE gateway_audit_reviews SET revision = revision + 1 WHERE log = ${ofNorth}`,
      [expect.stringMatching(/^\d+ the review that it is was changed$/)],
    ],
    [
      'a review put in',
      `INSERT INTO gateway_audit_reviews SELECT ${tenth}, log, about, w_review, w_assignee, w_review_tag, revision
       FROM gateway_audit_reviews WHERE log = ${ofNorth}`,
      [expect.stringContaining('no review of the journal is')],
    ],
    [
      'an erasure taken out',
      `DELETE FROM gateway_audit_erased WHERE log = ${ofNorth}`,
      [expect.stringMatching(/^\d+ the erasure that it tells of was taken out$/)],
    ],
    [
      'an erasure put in',
      `INSERT INTO gateway_audit_erased SELECT 'somebody', ${ofNorth}, ${tenth}`,
      [expect.stringContaining('erases the subject that it names')],
    ],
    [
      'a mark beyond the end',
      `UPDATE gateway_audit_logs SET seq = seq + 500 WHERE log = ${ofNorth}`,
      expect.arrayContaining([
        expect.stringMatching(/it holds \d+ entries of this log, and the journal has \d+$/),
      ]),
    ],
  ])(
    'names %s that was changed, and nothing else in the other log',
    async (_, change, expected) => {
      await runSql(postgres.url, change);
      expect((await check(north)).said).toEqual(expected);
      // What is given to another log, or to none, is one too many there.
      const strays = /SET log =|99, line/.test(change) ? [expect.stringContaining('no entry')] : [];
      expect((await check(south)).said).toEqual(strays);
    },
  );
});

describe('a verification', () => {
  afterEach(empty);

  test('by the gateway compares the shared index, too', async () => {
    await fill(20);
    const steps = async (): Promise<number> => {
      const all = north.trail.verify({}, systemActor);
      while ((await all.next()).done !== true);
      return north.trail.gauges().faults;
    };
    expect(await steps()).toBe(0);
    await runSql(postgres.url, `DELETE FROM gateway_audit_rows WHERE id = ${tenth}`);
    expect(await steps()).toBe(1);
  });

  test('by the command names the place, with --shared and where the configuration shares it', async () => {
    await fill(20);
    for (const replica of [north, south]) await replica.close();
    const file = join(north.directory, 'gateway.yaml');
    writeFileSync(file, `data: ${north.directory}\naudit:\n  index:\n    shared: true\n`);
    const environment = {
      GATEWAY_CONFIG: file,
      GATEWAY_MASTER_KEY: masterKey.toString('base64'),
      DATABASE_URL: postgres.url,
    };
    const verify = async (...args: readonly string[]) => {
      let said = '';
      const out = (text: string): string => (said += text);
      const io = { out, error: out, environment, cwd: north.directory, terminal: false };
      return { status: await main(['audit', 'verify', ...args], io), said };
    };
    const asked = ['--dir', north.directory, '--shared'];
    expect(await verify(...asked)).toMatchObject({ status: 0 });
    await runSql(postgres.url, `DELETE FROM gateway_audit_lines WHERE id = ${tenth}`);
    expect(await verify(...asked)).toMatchObject({
      status: 1,
      said: expect.stringContaining('altered: entry 10, shared index: its line was taken out'),
    });
    expect(await verify('--dir', north.directory)).toMatchObject({ status: 0 });
  });
});

describe('checkShared() of a copy that ends before what is indexed', () => {
  let copy: string;
  /** As it was fetched before the replica wrote its last entries and was lost. */
  changeAfter(async () => {
    await fill(20);
    copy = newDirectory();
    cpSync(north.directory, copy, { recursive: true });
    await Promise.all(Array.from({ length: 600 }, () => north.trail.record(decisionEvent())));
    await untilIndexed(north);
  });

  async function checkCopy() {
    const settings = { databaseUrl: postgres.url, retentionDays: 0 };
    const options = { directory: copy, masterKey, settings, live: false, copy: true };
    const { faults, notes } = await checkShared(options);
    return { said: faults.map(({ verdict, detail }) => `${verdict}: ${detail}`), notes };
  }
  const late = `(SELECT id FROM gateway_audit_rows WHERE log = ${ofNorth} ORDER BY seq DESC LIMIT 1 OFFSET 5)`;

  test('says how many entries stand in the index alone, under their seals', async () => {
    const { said, notes } = await checkCopy();
    expect(said).toEqual([]);
    expect(notes).toEqual([
      expect.stringMatching(/^shared index: 6\d\d entries .* no checkpoint proves them$/),
    ]);
  });

  test.each([
    ['changed', `UPDATE gateway_audit_lines SET line = line || ' ' WHERE id = ${late}`],
    [
      'taken out',
      `WITH gone AS (DELETE FROM gateway_audit_rows WHERE id = ${late} RETURNING id)
       DELETE FROM gateway_audit_lines WHERE id IN (SELECT id FROM gone)`,
    ],
    [
      'found by something else',
      `UPDATE gateway_audit_rows SET w_decision = w_decision + 1 WHERE id = ${late}`,
    ],
  ])('finds that one of them was %s', async (_what, statement) => {
    await runSql(postgres.url, statement);
    expect((await checkCopy()).said).toContainEqual(expect.stringMatching(/^altered: /));
  });
});
