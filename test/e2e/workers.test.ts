/** Several workers on one machine: one that is killed is replaced, no entry is lost, and what holds for one holds for all. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { workerLogDirectory } from '../../src/audit/worker-logs.ts';
import { lookAt, watchAlerts } from '../support/alerts.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { runCommand } from '../support/keys.ts';
import { readEntries as readLog } from '../support/trail-directory.ts';
import { quickPolicy } from '../support/quick-policy.ts';
import { type Upstream, answerJson, chatCompletion, startUpstream } from '../support/upstream.ts';
import {
  callAnyWorker,
  findUnpaired,
  untilServed,
  originsOf,
  readEntries,
  untilLogged,
} from '../support/workers.ts';

const question = { model: 'gpt-test', messages: [{ role: 'user', content: 'hello' }] };

let upstream: Upstream;
let data: string;
let environment: Record<string, string>;
beforeAll(async () => {
  upstream = await startUpstream(async (_arrived, response) => {
    await sleep(Math.random() * 300);
    answerJson(response, chatCompletion('All is well.'));
  });
  data = await mkdtemp(join(tmpdir(), 'governance-workers-'));
  environment = {
    ...quickPolicy,
    OPENAI_API_KEY: 'provider-key',
    OPENAI_BASE_URL: `${upstream.url}/v1`,
    GATEWAY_RATE_LIMIT: '0',
  };
});
afterAll(async () => {
  await upstream.close();
  await rm(data, { recursive: true, force: true });
});

function start(workers: number, more: Record<string, string> = {}): Promise<RunningGateway> {
  return startGateway({
    data,
    environment: { ...environment, GATEWAY_WORKERS: String(workers), ...more },
  });
}

function verify(): string {
  return runCommand(data, ['audit', 'verify', '--dir', join(data, 'audit')]);
}

type Served = Awaited<ReturnType<typeof untilServed>>[number];

/** Whether the worker has more than one call in hand, by its journal: under a load from elsewhere some have none for long. */
function hasOpen(worker: number): boolean {
  const open = new Set<unknown>();
  for (const { type, exchange } of readLog(workerLogDirectory(join(data, 'audit'), worker)))
    if (type === 'request') open.add(exchange);
    else open.delete(exchange);
  return open.size > 1;
}

/** Stopped first: what it has in hand could end between a look and its end. */
function killInTheMiddle({ worker, pid }: Served): boolean {
  process.kill(pid, 'SIGSTOP');
  const isBusy = hasOpen(worker);
  process.kill(pid, isBusy ? 'SIGKILL' : 'SIGCONT');
  return isBusy;
}

/** One that answers its first call has much to compile, and takes few of those that come meanwhile. */
async function untilAllAnswered(gateway: RunningGateway): Promise<void> {
  const heard = new Set<string>();
  while (heard.size < 3) {
    const calls = Array.from({ length: 12 }, () =>
      callAnyWorker(gateway, '/v1/chat/completions', { body: question }),
    );
    await Promise.all(calls);
    const rows = await readEntries(gateway);
    for (const origin of originsOf(rows.filter(({ type }) => type === 'answered')))
      heard.add(origin);
  }
}

describe('three workers', () => {
  test('of which one is killed under traffic: the others serve, it is replaced, and its exchanges get their ends', async () => {
    const gateway = await start(3);
    const served = await untilServed(gateway, 3);
    await untilAllAnswered(gateway);
    const isFiring = await watchAlerts(lookAt(gateway));
    expect(await isFiring('GatewayDied')).toBe(false);
    let victim: Served | undefined;
    const answered: string[] = [];
    let failed = 0;
    let left = 300;
    let underWay = 0;
    let underWayMost = 0;
    const ask = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        underWay += 1;
        underWayMost = Math.max(underWay, underWayMost);
        if (left <= 200 && victim === undefined) {
          victim = served.find(killInTheMiddle);
        }
        try {
          const answer = await callAnyWorker(gateway, '/v1/chat/completions', { body: question });
          const entry = answer.headers.get('x-governance-entry');
          if (answer.status === 200 && entry !== null) answered.push(entry);
          else failed += 1;
        } catch {
          failed += 1;
        } finally {
          underWay -= 1;
        }
      }
    };
    await Promise.all(Array.from({ length: 24 }, ask));
    // Only what the killed one had in hand may fail.
    expect(failed).toBeLessThanOrEqual(underWayMost);
    expect(answered.length).toBe(300 - failed);
    const again = ({ msg, worker }: Record<string, unknown>): boolean =>
      msg === 'worker serves' && worker === victim?.worker;
    await untilLogged(gateway, again, 2);
    expect(await isFiring('GatewayDied')).toBe(true);

    const rows = await readEntries(gateway);
    const known = new Set(rows.map(({ id }) => id));
    expect(answered.filter((entry) => !known.has(entry))).toEqual([]);
    expect(findUnpaired(rows)).toEqual([]);
    const recovered = rows.filter(({ type }) => type === 'recovered');
    expect(recovered.length).toBeGreaterThan(0);
    expect(originsOf(recovered)).toEqual([`.worker-${victim?.worker ?? 0}`]);
    expect(await gateway.stop()).toBe(0);
    expect(verify().match(/intact/g)).toHaveLength(4);
  });

  test('show the entries of all whichever is asked, in one order, page by page', async () => {
    const gateway = await start(3);
    for (let i = 0; i < 12; i += 1)
      await callAnyWorker(gateway, '/v1/validate', { body: { prompt: `Good morning ${i}.` } });
    const all = await readEntries(gateway);
    expect(originsOf(all)).toEqual(expect.arrayContaining(['.worker-1', '.worker-2', '.worker-3']));
    const ids = all.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort().reverse());
    expect(new Set(ids).size).toBe(ids.length);
    for (let i = 0; i < 4; i += 1)
      expect((await readEntries(gateway, '&type=decision')).length).toBe(12);
    const { json: facets } = await callAnyWorker(gateway, '/v1/audit/facets?fields=type');
    const types = (facets['fields'] as { type: { value: string; count: number }[] }).type;
    expect(types.find(({ value }) => value === 'decision')?.count).toBe(12);
    const { json: drawn } = await callAnyWorker(gateway, '/v1/audit/histogram?type=decision');
    const buckets = drawn['buckets'] as { count: number }[];
    expect(buckets.reduce((sum, { count }) => sum + count, 0)).toBe(12);
    expect(await gateway.stop()).toBe(0);
  });

  test('that become one process lose nothing: what a kill left open is ended, found and verified', async () => {
    const gateway = await start(3);
    const before = (await readEntries(gateway)).length;
    const calls = Array.from({ length: 30 }, () =>
      callAnyWorker(gateway, '/v1/chat/completions', { body: question }).catch(() => undefined),
    );
    await Promise.race(calls);
    expect(await gateway.stop('SIGKILL')).toBe('SIGKILL');
    await Promise.all(calls);

    const alone = await start(1);
    const rows = await readEntries(alone);
    expect(rows.length).toBeGreaterThan(before);
    expect(findUnpaired(rows)).toEqual([]);
    expect(rows.some(({ type }) => type === 'recovered')).toBe(true);
    await callAnyWorker(alone, '/v1/validate', { body: { prompt: 'Good evening.' } });
    const [newest] = await readEntries(alone, '&type=decision');
    expect(newest?.origin).not.toMatch(/worker/);
    expect(await alone.stop()).toBe(0);
    expect(verify().match(/intact/g)).toHaveLength(4);
  });
});

describe('two workers', () => {
  let gateway: RunningGateway;
  beforeAll(async () => {
    gateway = await start(2);
  });
  afterAll(async () => {
    await gateway.stop();
  });

  async function createKey(rate: string): Promise<{ id: string; key: string }> {
    const body = { owner: 'workers', scopes: ['govern', 'proxy'], rate };
    const { json } = await callAnyWorker(gateway, '/v1/keys', { body });
    return { id: String(json['id']), key: String(json['key']) };
  }

  test('count the calls of a key together', async () => {
    const { key } = await createKey('30/m');
    const startedAt = performance.now();
    const statuses = await Promise.all(
      Array.from({ length: 80 }, async () => {
        const body = { prompt: 'Good morning.' };
        return (await callAnyWorker(gateway, '/v1/validate', { key, body })).status;
      }),
    );
    const given = Math.ceil((performance.now() - startedAt) / 2_000);
    const passed = statuses.filter((status) => status === 200).length;
    expect(passed).toBeGreaterThanOrEqual(30);
    expect(passed).toBeLessThanOrEqual(30 + given);
    expect(statuses.filter((status) => status === 429).length).toBe(80 - passed);
  });

  test('stop a key that was revoked through one of them within 5 seconds', async () => {
    const { id, key } = await createKey('1000/s');
    const body = { prompt: 'Good morning.' };
    const askAll = async (): Promise<readonly number[]> =>
      Promise.all(
        Array.from(
          { length: 4 },
          async () => (await callAnyWorker(gateway, '/v1/validate', { key, body })).status,
        ),
      );
    expect(new Set(await askAll())).toEqual(new Set([200]));
    await callAnyWorker(gateway, `/v1/keys/${id}/revoke`, { body: {} });
    // Past what a key is remembered for without asking, whichever worker remembers it, and before the five are over.
    await sleep(3_000);
    for (let i = 0; i < 4; i += 1) expect(new Set(await askAll())).toEqual(new Set([401]));
    // The revocation is told once, whoever took it.
    const told = (rows: Awaited<ReturnType<typeof readEntries>>): number =>
      rows.filter(({ act }) => act === 'revoked').length;
    while (told(await readEntries(gateway, '&type=key')) === 0) await sleep(100);
    expect(told(await readEntries(gateway, '&type=key'))).toBe(1);
  });

  test('erase a person in the logs of both, hold a person for both, and the trail verifies', async () => {
    const prompt = 'Remember the blue bicycle.';
    const say = (user: string) =>
      callAnyWorker(gateway, '/v1/validate', { body: { prompt, user } });
    const ids: string[] = [];
    const readOrigins = async (): Promise<readonly string[]> =>
      originsOf((await readEntries(gateway)).filter(({ id }) => ids.includes(id)));
    // Until both have had some.
    while ((await readOrigins()).length < 2)
      ids.push(String((await say('anna')).json['decision_id']));
    for (let i = 0; i < 4; i += 1) await say('bert');
    const read = async (id: string): Promise<string> =>
      (await callAnyWorker(gateway, `/v1/audit/entries/${id}/content`)).text;
    for (const id of ids) expect(await read(id)).toContain('bicycle');

    const hold = { subject: 'bert', reason: 'a claim' };
    expect((await callAnyWorker(gateway, '/v1/audit/holds', { body: hold })).status).toBe(200);
    const refused = await callAnyWorker(gateway, '/v1/audit/erasures', {
      body: { subject: 'bert' },
    });
    expect(refused.status).toBe(403);
    const erased = await callAnyWorker(gateway, '/v1/audit/erasures', {
      body: { subject: 'anna' },
    });
    expect([erased.status, erased.json['entries']]).toEqual([200, ids.length]);
    for (const id of ids) expect(await read(id)).not.toContain('bicycle');
    const found = await readEntries(gateway, '&q=bicycle');
    expect(found.length).toBe(4);
    const verified = await callAnyWorker(gateway, '/v1/audit/verify', { body: {} });
    const report = verified.text.trim().split('\n').at(-1) ?? '';
    expect(JSON.parse(report)).toMatchObject({ report: { verdict: 'intact' } });
  });

  test('prove each entry by the log that it stands in, review it there, and count what all of them did', async () => {
    const said = await Promise.all(
      Array.from({ length: 8 }, () =>
        callAnyWorker(gateway, '/v1/validate', { body: { prompt: 'Good night.' } }),
      ),
    );
    for (const { json } of said) {
      const id = String(json['decision_id']);
      const proof = await callAnyWorker(gateway, `/v1/audit/proof?entry=${id}`);
      expect([proof.status, proof.json['checkpoint']]).toEqual([
        200,
        expect.stringMatching(/^governance-gateway\/audit\/\S+\.worker-[12]\n/),
      ]);
      const body = { status: 'confirmed' };
      const path = `/v1/audit/entries/${id}/review`;
      expect((await callAnyWorker(gateway, path, { body })).status).toBe(200);
    }
    expect((await readEntries(gateway, '&q=review:confirmed')).length).toBe(8);
    const sum = async (): Promise<number> => {
      const { text } = await callAnyWorker(gateway, '/metrics');
      const row =
        /^governance_requests_total\{route="\/v1\/validate".*decision="allow".*\} (\d+)$/m;
      return Number(row.exec(text)?.[1]);
    };
    const before = await sum();
    const [some] = await untilServed(gateway, 2);
    process.kill(some?.pid ?? 0, 'SIGKILL');
    await untilLogged(gateway, ({ msg }) => msg === 'worker serves', 3);
    expect(await sum()).toBe(before);
  });
});
