import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../support/call.ts';
import { createKey, revokeKey } from '../support/keys.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { quickPolicy } from '../support/quick-policy.ts';

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await startGateway({ environment: { ...quickPolicy, GATEWAY_RATE_LIMIT: '100000' } });
});
afterAll(() => gateway.stop());

const body = { prompt: 'hello' };

describe('authentication', () => {
  test('lets the bootstrap key in', async () => {
    const answer = await call(`${gateway.url}/v1/validate`, { key: gateway.key, body });
    expect([answer.status, answer.json['status']]).toEqual([200, 'approved']);
  });

  test('refuses no, wrong, malformed, mistyped, doubled and query keys with 401, a reason and the scheme', async () => {
    const { key } = createKey(gateway, ['--owner', 'a', '--scopes', 'govern']);
    const mistyped = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a');
    const cases: [string, Record<string, string>, string][] = [
      ['none', {}, ''],
      ['wrong', { authorization: 'Bearer wrong-key-that-nobody-has-0000' }, ''],
      ['malformed', { authorization: 'Bearer ggw_x' }, ''],
      ['mistyped', { authorization: `Bearer ${mistyped}` }, ''],
      ['another scheme', { authorization: `Basic ${key}` }, ''],
      ['two that differ', { authorization: `Bearer ${key}`, 'x-api-key': 'other' }, ''],
      ['query', { authorization: `Bearer ${key}` }, `?key=${key}`],
      ['query alone', {}, `?api_key=${key}`],
    ];
    for (const [name, headers, query] of cases) {
      const answer = await call(`${gateway.url}/v1/validate${query}`, { body, headers });
      expect([name, answer.status, answer.json['code']]).toEqual([name, 401, 'unauthorized']);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
      expect(answer.text).not.toContain(key);
    }
  });

  test('refuses an expired and a revoked key, within 5 s in a running gateway', async () => {
    const brief = createKey(gateway, ['--owner', 'a', '--scopes', 'govern', '--expires', '1s']);
    const revoked = createKey(gateway, ['--owner', 'a', '--scopes', 'govern']);
    expect((await call(`${gateway.url}/v1/validate`, { key: revoked.key, body })).status).toBe(200);
    revokeKey(gateway, revoked.id);
    const revokedAt = performance.now();
    const ask = (key: string) => call(`${gateway.url}/v1/validate`, { key, body });
    for (const { key } of [brief, revoked]) {
      while ((await ask(key)).status === 200 && performance.now() - revokedAt < 5000)
        await sleep(100);
      const answer = await ask(key);
      expect([answer.status, answer.json['code']]).toEqual([401, 'unauthorized']);
    }
  });

  test('answers 403 where a scope is missing and names it', async () => {
    const { key } = createKey(gateway, ['--owner', 'a', '--scopes', 'proxy']);
    const answer = await call(`${gateway.url}/v1/validate`, { key, body });
    expect([answer.status, answer.json['code']]).toEqual([403, 'forbidden']);
    expect(answer.json['detail']).toContain('govern');
  });

  test('answers 429 with Retry-After and the draft-8 headers over the rate of a key', async () => {
    const { key } = createKey(gateway, ['--owner', 'a', '--scopes', 'govern', '--rate', '2/m']);
    const answers = [];
    for (let i = 0; i < 3; i += 1)
      answers.push(await call(`${gateway.url}/v1/validate`, { key, body }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    const last = answers.at(-1);
    expect(last?.json['code']).toBe('rate_limited');
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(last?.headers.get('ratelimit')).toMatch(/^"default"; r=0; t=\d+$/);
    expect(last?.headers.get('ratelimit-policy')).toMatch(/^"default"; q=2; w=60/);
  });
});
