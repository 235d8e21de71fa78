import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSharedLogs, retireSharedLogs } from '../../src/audit/shared/logs.ts';
import { main } from '../../src/cli/main.ts';
import { GatewayError } from '../../src/errors.ts';
import { decisionEvent, sampleActor } from '../support/audit-samples.ts';
import { type Postgres, openPostgres } from '../support/postgres.ts';
import { runSql } from '../support/postgres-server.ts';
import {
  type Replica,
  dropSharedIndex,
  list,
  listIds,
  masterKey,
  openReplica,
  untilIndexed,
} from '../support/replicas.ts';
import { cleanTrails, newDirectory, readEntries } from '../support/trail-directory.ts';

let postgres: Postgres;
const opened: Replica[] = [];

beforeAll(async () => {
  const found = await openPostgres();
  if ('missing' in found) throw new Error(found.missing);
  postgres = found;
});
afterAll(() => postgres.close());
afterEach(async () => {
  for (const replica of opened.splice(0)) await replica.close();
  await cleanTrails();
  await dropSharedIndex(postgres.url);
});

async function open(origin: string): Promise<Replica> {
  const replica = await openReplica(postgres.url, origin);
  opened.push(replica);
  return replica;
}

/** It ended in order, and to the index it looks as if it had been torn away an hour ago. */
async function lose(replica: Replica): Promise<void> {
  opened.splice(opened.indexOf(replica), 1);
  await replica.close();
  await runSql(
    postgres.url,
    `UPDATE gateway_audit_logs SET closed = false, heard_at = now() - interval '1 hour' WHERE origin = 'lost'`,
  );
}

function retire(origin: string, { trail }: Replica) {
  const retirement = { origin, reason: 'its disk broke', actor: sampleActor };
  return retireSharedLogs(postgres.url, retirement, trail.record);
}

async function refusalOf(act: Promise<unknown>): Promise<string> {
  const error: unknown = await act.catch((reason: unknown) => reason);
  return error instanceof GatewayError ? `${error.code}: ${error.message}` : String(error);
}

describe('a log whose replica is gone for good', () => {
  test('is waited for until it is retired, which the trail tells, and is found as before', async () => {
    const [north, lost] = [await open('north'), await open('lost')];
    await lost.trail.record(decisionEvent());
    await untilIndexed(north, lost);
    const before = await listIds(north.all, 'type=decision');
    await lose(lost);
    expect((await list(north.all, '')).partial).toBe('not heard of: lost');
    expect(await listSharedLogs(postgres.url)).toMatchObject([
      { origin: 'lost', state: 'unheard' },
      { origin: 'north', state: 'heard' },
    ]);

    const { id, logs } = await retire('lost', north);

    expect(logs).toMatchObject([{ origin: 'lost', state: 'unheard' }]);
    expect(readEntries(north.directory).find((entry) => entry.id === id)).toMatchObject({
      type: 'admin',
      act: 'log-retired',
      detail: { origin: 'lost', reason: 'its disk broke', logs: 1, entries: logs[0]?.entries },
    });
    expect((await list(north.all, '')).partial).toBeUndefined();
    expect(await listIds(north.all, 'type=decision')).toEqual(before);
    expect(before.length).toBe(1);
    expect(await refusalOf(retire('lost', north))).toMatch(/^not_found: /);
  });

  test('stays waited for where that cannot be recorded', async () => {
    const [north, lost] = [await open('north'), await open('lost')];
    await untilIndexed(north, lost);
    await lose(lost);
    const record = (): Promise<never> =>
      Promise.reject(new GatewayError('audit_unavailable', 'the audit trail cannot be written'));
    const retirement = { origin: 'lost', reason: 'its disk broke', actor: sampleActor };
    const act = retireSharedLogs(postgres.url, retirement, record);
    expect(await refusalOf(act)).toMatch(/^audit_unavailable: /);
    expect((await list(north.all, '')).partial).toBe('not heard of: lost');
  });

  test('is heard of again when its replica comes back after all', async () => {
    const [north, lost] = [await open('north'), await open('lost')];
    await untilIndexed(north, lost);
    await lose(lost);
    await retire('lost', north);
    const back = await openReplica(postgres.url, 'lost', { directory: lost.directory });
    opened.push(back);
    await back.trail.record(decisionEvent());
    await untilIndexed(back);
    const states = (await listSharedLogs(postgres.url)).map(({ state }) => state);
    expect(states).toEqual(['heard', 'heard']);
  });
});

describe('governance audit retire', () => {
  test('does so beside a gateway that does not run, which its trail tells', async () => {
    const data = newDirectory();
    const north = await openReplica(postgres.url, 'north', { directory: join(data, 'audit') });
    const lost = await open('lost');
    await untilIndexed(north, lost);
    await lose(lost);
    const file = join(data, 'gateway.yaml');
    writeFileSync(file, `data: ${data}\naudit:\n  index:\n    shared: true\n`);
    const environment = {
      GATEWAY_CONFIG: file,
      GATEWAY_MASTER_KEY: masterKey.toString('base64'),
      DATABASE_URL: postgres.url,
    };
    const run = async (...args: readonly string[]) => {
      let said = '';
      const out = (text: string): string => (said += text);
      const io = { out, error: out, environment, cwd: data, terminal: false };
      return { status: await main(['audit', 'retire', ...args], io), said };
    };
    const words = ['lost', '--reason', 'its disk broke'];
    expect(await run(...words)).toMatchObject({
      status: 1,
      said: expect.stringContaining('ask it instead: `POST /v1/audit/logs/retire`'),
    });
    await north.close();
    expect((await run('lost')).status).toBe(2);
    expect(await run(...words)).toMatchObject({
      status: 0,
      said: expect.stringMatching(/^lost \(.*\): \d+ entries, last heard of .*\nretired; entry /),
    });
    expect(readEntries(north.directory).find(({ act }) => act === 'log-retired')).toMatchObject({
      detail: { origin: 'lost', reason: 'its disk broke' },
    });
    const states = (await listSharedLogs(postgres.url)).map(({ state }) => state);
    expect(states).toEqual(['ended', 'ended']);
  });
});

describe('a log whose replica lives', () => {
  test('is not retired, nor one that nobody knows', async () => {
    const north = await open('north');
    await untilIndexed(north);
    expect(await refusalOf(retire('north', north))).toMatch(/^invalid_request: .*stop it first/);
    expect(await refusalOf(retire('south', north))).toMatch(/^not_found: /);
    expect(readEntries(north.directory).some(({ act }) => act === 'log-retired')).toBe(false);
  });
});
