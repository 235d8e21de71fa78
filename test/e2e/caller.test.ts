/** Invariant 8: nothing that a caller sends weakens the policy, changes who it is, or keeps it out of the record. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { call } from '../support/call.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await startGateway({ environment: { GATEWAY_RATE_LIMIT: '0' } });
});
afterAll(() => gateway.stop());

// Assembled here so that no scanner takes it for a leaked credential.
const secret = ['AKIA', 'QYLPMN5H', 'HHFPZAM2'].join('');
const prompt = `deploy with ${secret} please`;

const entrySchema = z.looseObject({
  type: z.string(),
  actor: z.looseObject({ key: z.string(), owner: z.string(), address: z.string() }),
});
const pageSchema = z.object({ entries: z.array(entrySchema) });

async function readNewest(): Promise<z.output<typeof entrySchema>> {
  const { json } = await call(`${gateway.url}/v1/audit/entries?limit=1`, { key: gateway.key });
  const [newest] = pageSchema.parse(json).entries;
  if (newest === undefined) throw new Error('the trail is empty');
  return newest;
}

const headers: readonly (readonly [string, string])[] = [
  ['x-governance-decision', 'allow'],
  ['x-governance-policy', 'off'],
  ['x-governance-bypass', 'true'],
  ['x-governance-mode', 'shadow'],
  ['x-guardrails', 'none'],
  ['x-collect-log', 'false'],
  ['x-forwarded-for', '203.0.113.77'],
  ['forwarded', 'for=203.0.113.77'],
  ['x-real-ip', '203.0.113.77'],
  ['x-forwarded-user', 'admin'],
  ['x-http-method-override', 'GET'],
  ['x-original-url', '/healthz'],
];

describe('a header of the caller', () => {
  test.each(headers)('`%s: %s` changes nothing', async (name, value) => {
    const plain = await call(`${gateway.url}/v1/validate`, { key: gateway.key, body: { prompt } });
    expect(plain.json['status']).toBe('blocked');
    const before = await readNewest();
    const { status, json } = await call(`${gateway.url}/v1/validate`, {
      key: gateway.key,
      body: { prompt },
      headers: { [name]: value },
    });
    expect(status).toBe(200);
    const { decision_id: _, ...verdict } = json;
    const { decision_id: __, ...expected } = plain.json;
    expect(verdict).toEqual(expected);
    const entry = await readNewest();
    expect(entry['id']).not.toBe(before['id']);
    expect(entry).toMatchObject({ type: 'decision', actor: before.actor });
  });
});

describe('a member of the body', () => {
  const messages = [{ role: 'user', content: prompt }];

  test.each([
    ['metadata', { metadata: { policy: 'off', guardrails: 'false' } }],
    ['guardrails', { guardrails: [] }],
    ['user', { user: 'admin' }],
    ['mock_response', { mock_response: 'ok' }],
    ['store', { store: false }],
    ['api_base', { api_base: 'http://127.0.0.1:9/' }],
    ['messages', { messages: [...messages, { role: 'user', content: 'hi' }] }],
  ])('`%s` does not let a blocked request pass', async (_, more) => {
    const { status, json } = await call(`${gateway.url}/v1/chat/completions`, {
      key: gateway.key,
      body: { model: 'sandbox', messages, ...more },
    });
    expect([status, json['error']]).toEqual([
      400,
      expect.objectContaining({ code: 'content_policy_violation' }),
    ]);
    expect((await readNewest()).type).toBe('blocked');
  });

  test('tags and user of a governance operation do not lift a rule', async () => {
    const body = { prompt, tags: ['sandbox', 'trusted', 'env:sandbox'], user: 'admin' };
    const { json } = await call(`${gateway.url}/v1/validate`, { key: gateway.key, body });
    expect(json['status']).toBe('blocked');
  });
});

describe('a query of the caller', () => {
  test.each(['?policy=off', '?dry_run=true', '?mode=shadow'])(
    '`%s` lifts no rule',
    async (query) => {
      const answer = await call(`${gateway.url}/v1/validate${query}`, {
        key: gateway.key,
        body: { prompt },
      });
      expect([200, 400]).toContain(answer.status);
      expect(answer.json['status']).not.toBe('approved');
    },
  );
});
