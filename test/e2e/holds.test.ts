/** Legal holds over three replicas, one of them of two workers: set at any, kept by all, and by one that cannot ask. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { lookAt, watchAlerts } from '../support/alerts.ts';
import { call } from '../support/call.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { type Postgres, openPostgres } from '../support/postgres.ts';
import { runSql } from '../support/postgres-server.ts';
import { quickPolicy } from '../support/quick-policy.ts';
import { type Relay, startRelay } from '../support/relay.ts';
import { root } from '../support/repository.ts';
import { until } from '../support/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'governance-holds-'));
const environment = {
  ...quickPolicy,
  GATEWAY_RATE_LIMIT: '0',
  GATEWAY_MASTER_KEY: Buffer.alloc(32, 9).toString('base64'),
};
const prompt = 'Remember the blue bicycle.';
let postgres: Postgres;
let wire: Relay;
let replicas: RunningGateway[] = [];

beforeAll(async () => {
  const found = await openPostgres();
  if ('missing' in found) throw new Error(found.missing);
  postgres = found;
  wire = await startRelay(postgres.url);
  replicas = await Promise.all(['1', '2', '1'].map((workers, index) => start(index, workers)));
});

function start(index: number, workers: string): Promise<RunningGateway> {
  return startGateway({
    data: join(folder, String(index)),
    environment: {
      ...environment,
      GATEWAY_WORKERS: workers,
      DATABASE_URL: index === 2 ? wire.url : postgres.url,
    },
  });
}

afterAll(async () => {
  for (const replica of replicas) await replica.stop();
  await wire.close();
  await postgres.close();
  rmSync(folder, { recursive: true });
});

const at = (index: number): RunningGateway => replicas[index] as RunningGateway;

/** On a connection of its own, so that any of the workers may have it. */
function ask(index: number, path: string, body?: object) {
  const { url, key } = at(index);
  return call(url + path, { key, headers: { connection: 'close' }, ...(body && { body }) });
}

/** As an administrator does, beside the replica. The wire of another one goes through this process, so it waits for nothing. */
async function run(index: number, parameters: readonly string[]) {
  const child = spawn(process.execPath, [join(root, 'bin/governance.js'), ...parameters], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...{ PATH: process.env['PATH'] ?? '', ...environment },
      ...{ GATEWAY_DATA: at(index).data, DATABASE_URL: postgres.url },
    },
  });
  const ended = once(child, 'exit') as Promise<[number]>;
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    ended,
  ]);
  return { status, stdout, stderr };
}

async function tellHolds(index: number): Promise<number> {
  const { json } = await ask(index, '/v1/audit/entries?q=act:hold');
  return (json['entries'] as unknown[]).length;
}

async function countFound(index: number): Promise<number> {
  const { json } = await ask(index, '/v1/audit/entries?q=bicycle');
  return (json['entries'] as unknown[]).length;
}

describe('a person under legal hold', () => {
  test('is erased at no replica, is listed at each, and every trail says so', async () => {
    for (const index of [0, 1, 2])
      for (let said = 0; said < 8; said += 1)
        await ask(index, '/v1/validate', { prompt, user: said % 2 === 0 ? 'anna' : 'bert' });
    const hold = await ask(1, '/v1/audit/holds', { subject: 'anna', reason: 'a claim' });
    expect(hold.status).toBe(200);
    for (const index of [0, 1, 2]) {
      expect((await ask(index, '/v1/audit/erasures', { subject: 'anna' })).status).toBe(403);
      expect((await ask(index, '/v1/audit/holds')).json['subjects']).toHaveLength(1);
      await until(async () => (await tellHolds(index)) === 1);
    }
    // Asked of the one that has workers, and carried out by all.
    const erased = await ask(1, '/v1/audit/erasures', { subject: 'bert' });
    expect([erased.status, erased.json['entries'], erased.json['pending']]).toEqual([200, 4, []]);
    for (const index of [0, 1, 2]) expect(await countFound(index)).toBe(4);
  });

  test('stays so where the database cannot be asked, which a note, a metric, an alert and the log say', async () => {
    const isFiring = await watchAlerts(lookAt(at(2)));
    expect(await isFiring('HoldsUnknown')).toBe(false);
    wire.cut();
    await until(async () => await isFiring('HoldsUnknown'));
    await until(
      async () => 'holds' in ((await call(`${at(2).url}/readyz`)).json['notes'] as object),
    );
    const refused = await ask(2, '/v1/audit/erasures', { subject: 'anna' });
    expect([refused.status, refused.json['code'], refused.json['detail']]).toEqual([
      503,
      'not_ready',
      expect.stringContaining('nothing is destroyed'),
    ]);
    await at(2).untilSaid('it is not known who is under legal hold');
    wire.mend();
    await at(2).untilSaid('it is known again who is under legal hold');
    expect((await call(`${at(2).url}/readyz`)).json['notes']).not.toHaveProperty('holds');
  });

  test('is listed by the command line, not erased by it, and released at any replica', async () => {
    await at(0).stop();
    expect(await run(0, ['audit', 'holds'])).toEqual({
      ...{ status: 0, stdout: expect.stringMatching(/^[\w-]{22}\n$/) },
      stderr: '1 subject is under legal hold\n',
    });
    const refused = await run(0, ['audit', 'erase', '--subject', 'anna', '--yes']);
    expect([refused.status, refused.stderr]).toEqual([
      1,
      expect.stringContaining('under legal hold'),
    ]);
    const body = { subject: 'anna', reason: 'it is over' };
    expect((await ask(2, '/v1/audit/releases', body)).status).toBe(200);
    const listed = async () => (await ask(1, '/v1/audit/holds')).json['subjects'] as unknown[];
    await until(async () => (await listed()).length === 0);
    const erased = await ask(1, '/v1/audit/erasures', { subject: 'anna' });
    // The one that is off is named; the command line has it do its part.
    expect([erased.status, erased.json['pending']]).toEqual([200, [hostname()]]);
    expect(await countFound(2)).toBe(0);
    expect((await run(0, ['audit', 'erase', '--subject', 'anna', '--yes'])).status).toBe(0);
    const done = await runSql(
      postgres.url,
      `SELECT 1 FROM gateway_erasure_places HAVING min(number) = max(number)`,
    );
    expect(done).toHaveLength(1);
  });
});

describe('a person who is erased while a replica is off', () => {
  test.each(['2', '1'])(
    'is erased in each of its logs by a start with workers: %s',
    async (workers) => {
      const user = `carl ${workers}`;
      for (let said = 0; said < 8; said += 1) await ask(1, '/v1/validate', { prompt, user });
      expect(await countFound(1)).toBeGreaterThanOrEqual(8);
      await at(1).stop();
      expect((await ask(2, '/v1/audit/erasures', { subject: user })).status).toBe(200);
      replicas[1] = await start(1, workers);
      await until(async () => (await countFound(1)) === 0);
      expect(at(1).output()).not.toContain('cannot be carried out here');
    },
  );
});
