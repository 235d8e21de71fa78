/** Keys over HTTP: made, listed, rotated and revoked by administrators, never beyond what they may do themselves. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { call, type Answered } from '../support/call.ts';
import { createKey } from '../support/keys.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { quickPolicy } from '../support/quick-policy.ts';
import { until } from '../support/until.ts';

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await startGateway({ environment: quickPolicy });
});
afterAll(() => gateway.stop());

const ask = (path: string, body?: unknown, key = gateway.key): Promise<Answered> =>
  call(`${gateway.url}/v1/keys${path}`, { key, ...(body === undefined ? {} : { body }) });
const textOf = (answer: Answered, field: string): string => String(answer.json[field]);
const make = (more: object = {}): Promise<Answered> =>
  ask('', { owner: 'ada', team: 'search', scopes: ['govern'], ...more });

async function listKeys(): Promise<readonly Record<string, unknown>[]> {
  return (await ask('')).json['keys'] as Record<string, unknown>[];
}

describe('GET /v1/keys/self', () => {
  test('tells any key what it may do', async () => {
    const { key, id } = createKey(gateway, ['--owner', 'a', '--team', 't', '--scopes', 'proxy']);
    const answer = await ask('/self', undefined, key);
    expect([answer.status, answer.json]).toEqual([
      200,
      { id, owner: 'a', team: 't', scopes: ['proxy'] },
    ]);
  });
});

describe('POST /v1/keys', () => {
  test('makes a key that works at once, is listed without itself, and stands in the trail', async () => {
    const made = await make({ rate: '60/m', expires: '90d', models: ['gpt-*'], tags: ['x'] });
    expect([made.status, made.json]).toEqual([
      200,
      expect.objectContaining({ owner: 'ada', rate: '60/m', models: ['gpt-*'], revoked_at: null }),
    ]);
    const key = textOf(made, 'key');
    const judged = await call(`${gateway.url}/v1/validate`, { key, body: { prompt: 'hello' } });
    expect(judged.status).toBe(200);
    const listed = await ask('');
    expect(listed.text).toContain(textOf(made, 'id'));
    expect(listed.text).not.toContain(key);
    const q = encodeURIComponent('type:key act:created');
    const read = async (): Promise<string> =>
      (await call(`${gateway.url}/v1/audit/entries?q=${q}`, { key: gateway.key })).text;
    await until(async () => (await read()).includes(textOf(made, 'id')));
    expect(await read()).not.toContain(key);
  });

  test.each([
    ['no owner', { owner: '' }, '/owner'],
    ['an unknown scope', { scopes: ['root'] }, '/scopes/0'],
    ['a rate of no form', { rate: 'often' }, '/rate'],
    ['a life of no form', { expires: 'soon' }, '/expires'],
    ['an unknown field', { secret: 'x' }, '/secret'],
  ])('refuses %s and names the place', async (_, more, pointer) => {
    const answer = await make(more);
    expect([answer.status, answer.json['code']]).toEqual([400, 'invalid_request']);
    expect(answer.json['errors']).toEqual([expect.objectContaining({ pointer })]);
  });

  test('does not give what the administrator lacks, by making or by rotating', async () => {
    const { key } = createKey(gateway, ['--owner', 'a', '--scopes', 'admin,govern']);
    const body = { owner: 'a', scopes: ['govern', 'audit:reveal'] };
    const made = await ask('', body, key);
    expect([made.status, made.json['code']]).toEqual([403, 'forbidden']);
    expect(made.json['detail']).toContain('audit:reveal');
    const other = createKey(gateway, ['--owner', 'b', '--scopes', 'audit:reveal']);
    expect((await ask(`/${other.id}/rotate`, {}, key)).status).toBe(403);
    expect((await ask(`/${other.id}/revoke`, {}, key)).status).toBe(200);
  });

  test('is for administrators', async () => {
    const { key } = createKey(gateway, ['--owner', 'a', '--scopes', 'govern,audit:read']);
    for (const [path, body] of [
      ['', undefined],
      ['', { owner: 'a', scopes: ['govern'] }],
      ['/x/rotate', {}],
      ['/x/revoke', {}],
    ] as const)
      expect((await ask(path, body, key)).status).toBe(403);
  });
});

describe('POST /v1/keys/{id}/…', () => {
  test.each(['0', '0s', '0d'])(
    'takes %s for no overlap, and nothing for one below',
    async (overlap) => {
      const id = textOf(await make(), 'id');
      expect((await ask(`/${id}/rotate`, { overlap: `-${overlap}` })).status).toBe(400);
      expect((await ask(`/${id}/rotate`, { overlap })).status).toBe(200);
      expect((await ask(`/${id}/rotate`, { overlap })).status).toBe(404);
    },
  );

  test('rotates: the successor may do the same, the old one ends', async () => {
    const old = await make();
    const id = textOf(old, 'id');
    const rotated = await ask(`/${id}/rotate`, { overlap: '0' });
    expect([rotated.status, rotated.json['scopes']]).toEqual([200, ['govern']]);
    const use = (key: string): Promise<Answered> =>
      call(`${gateway.url}/v1/validate`, { key, body: { prompt: 'hello' } });
    expect((await use(textOf(rotated, 'key'))).status).toBe(200);
    expect((await use(textOf(old, 'key'))).status).toBe(401);
    expect((await ask(`/${id}/rotate`, {})).status).toBe(404);
  });

  test('revokes once', async () => {
    const made = await make();
    const id = textOf(made, 'id');
    expect((await ask(`/${id}/revoke`, {})).json).toEqual({ id, revoked: true });
    expect((await listKeys()).find((one) => one['id'] === id)?.['revoked_at']).not.toBeNull();
    expect((await ask(`/${id}/revoke`, {})).status).toBe(404);
    expect((await ask('/nobody/revoke', {})).status).toBe(404);
  });
});
