import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lookAt, watchAlerts } from '../support/alerts.ts';
import { call } from '../support/call.ts';
import { startGateway } from '../support/gateway.ts';
import { runCommand } from '../support/keys.ts';
import { quickPolicy } from '../support/quick-policy.ts';
import { type Upstream, answerJson, chatCompletion, startUpstream } from '../support/upstream.ts';

let upstream: Upstream;
let data: string;
beforeAll(async () => {
  upstream = await startUpstream(async (_arrived, response) => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 1500));
    answerJson(response, chatCompletion('All is well.'));
  });
  data = await mkdtemp(join(tmpdir(), 'governance-crash-'));
});
afterAll(async () => {
  await upstream.close();
  await rm(data, { recursive: true, force: true });
});

type Row = { id: string; type: string; exchange?: string };

async function readAll(url: string, key: string): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const query = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { json, text } = await call(`${url}/v1/audit/entries?limit=200${query}`, { key });
    if (!('entries' in json)) throw new Error(text);
    rows.push(...(json['entries'] as Row[]));
    cursor = (json['next'] as string | null) ?? undefined;
  } while (cursor !== undefined);
  return rows;
}

describe('kill -9 in the middle of 200 concurrent calls', () => {
  test('verify exits 0, every answered call has its entries, unfinished ones are recovered', async () => {
    const environment = {
      ...quickPolicy,
      OPENAI_API_KEY: 'provider-key',
      OPENAI_BASE_URL: `${upstream.url}/v1`,
      GATEWAY_RATE_LIMIT: '0',
    };
    const first = await startGateway({ data, environment });
    const answered: string[] = [];
    let settled = 0;
    const calls = Array.from({ length: 200 }, async () => {
      try {
        const answer = await call(`${first.url}/v1/chat/completions`, {
          key: first.key,
          body: { model: 'gpt-test', messages: [{ role: 'user', content: 'hello' }] },
        });
        const entry = answer.headers.get('x-governance-entry');
        if (answer.status === 200 && entry !== null) answered.push(entry);
      } catch {
        // The process is gone: that is what this test is about.
      } finally {
        settled += 1;
        if (settled === 60) first.process.kill('SIGKILL');
      }
    });
    await Promise.all(calls);
    expect(await first.stop('SIGKILL')).toBe('SIGKILL');
    expect(answered.length).toBeGreaterThan(0);
    expect(answered.length).toBeLessThan(200);

    const second = await startGateway({ data, environment });
    const isFiring = await watchAlerts(lookAt(second));
    expect(await isFiring('GatewayDied')).toBe(true);
    const rows = await readAll(second.url, second.key);
    const ids = new Set(rows.map(({ id }) => id));
    expect(answered.filter((entry) => !ids.has(entry))).toEqual([]);

    const requests = rows.filter(({ type }) => type === 'request');
    const terminals = rows.filter(({ type }) =>
      ['answered', 'blocked', 'failed', 'aborted', 'recovered'].includes(type),
    );
    const perExchange = new Map<string, number>();
    for (const { exchange = '' } of terminals)
      perExchange.set(exchange, (perExchange.get(exchange) ?? 0) + 1);
    expect(requests.map(({ exchange = '' }) => perExchange.get(exchange))).toEqual(
      requests.map(() => 1),
    );
    expect(terminals.some(({ type }) => type === 'recovered')).toBe(true);
    expect(await second.stop()).toBe(0);

    expect(runCommand(data, ['audit', 'verify', '--dir', join(data, 'audit')])).toMatch(/intact/i);
  });

  test('a second process refuses the same directory, a stopped one leaves it free', async () => {
    const running = await startGateway({ data });
    await expect(startGateway({ data })).rejects.toThrow(
      /ended with 1:.*another process writes the audit trail in `[^`]+`; stop it or choose another/s,
    );
    const prompt = { prompt: 'Good morning.' };
    const asked = { key: running.key, body: prompt };
    // The first one never felt it.
    expect((await call(`${running.url}/v1/validate`, asked)).status).toBe(200);
    expect(await running.stop()).toBe(0);
    const again = await startGateway({ data });
    const isFiring = await watchAlerts(lookAt(again));
    expect(await isFiring('GatewayDied')).toBe(false);
    expect(await again.stop()).toBe(0);
  });

  test('a second process leaves no key beside a trail whose key comes from elsewhere', async () => {
    const apart = join(data, 'apart');
    const environment = { GATEWAY_MASTER_KEY: Buffer.alloc(32, 5).toString('base64') };
    const running = await startGateway({ data: apart, environment });
    await expect(startGateway({ data: apart })).rejects.toThrow(/another process writes the audit/);
    expect(existsSync(join(apart, 'audit/master.key'))).toBe(false);
    expect(await running.stop()).toBe(0);
  });
});
