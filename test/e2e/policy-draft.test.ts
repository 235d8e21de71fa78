/** Drafts over HTTP: checked beside the policies in force and tried on what was recorded, never in force themselves. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { start } from '../../console/src/policies/draft-start.ts';
import { call, type Answered } from '../support/call.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { createKey } from '../support/keys.ts';
import { quickPolicy } from '../support/quick-policy.ts';

let folder: string;
let gateway: RunningGateway;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'policy-draft-'));
  const environment = { ...quickPolicy, GATEWAY_RATE_LIMIT: '0' };
  gateway = await startGateway({ environment });
});
afterAll(async () => {
  await gateway.stop();
  await rm(folder, { recursive: true, force: true });
});

const ask = (path: string, body: unknown, key = gateway.key): Promise<Answered> =>
  call(`${gateway.url}/v1/policies/${path}`, { key, body });
const validate = (prompt: string): Promise<Answered> =>
  call(`${gateway.url}/v1/validate`, { key: gateway.key, body: { prompt } });
const enforced = start
  .replace('status: test', 'status: stable')
  .replace('mode: shadow', 'mode: enforce');

describe('POST /v1/policies/draft', () => {
  test('finds the first draft of the console sound', async () => {
    const answer = await ask('draft', { document: start });
    expect([answer.status, answer.json]).toEqual([
      200,
      { sound: true, policy: 'project-names', faults: [] },
    ]);
  });

  test.each([
    ['a typo of a field', start.replace('  mode:', '  moed:'), 10, 'moed'],
    ['a condition that is no bool', start.replace('hit("project")', '1 + 1'), 18, 'bool'],
    [
      'a test that fails',
      start.replace('action: block, rules: [named]', 'action: allow, rules: []'),
      24,
      'fails',
    ],
    ['no YAML', 'a: [', 1, ''],
  ])('tells %s with its line', async (_, document, line, word) => {
    const { json } = await ask('draft', { document });
    expect(json['sound']).toBe(false);
    expect(json['faults']).toContainEqual(
      expect.objectContaining({ file: 'draft.yaml', line, message: expect.stringContaining(word) }),
    );
  });

  test('puts nothing in force', async () => {
    expect((await ask('draft', { document: enforced })).json['sound']).toBe(true);
    expect((await validate('the status of project halcyon')).json['status']).toBe('approved');
  });

  test('is for administrators', async () => {
    const { key } = createKey(gateway, ['--owner', 'a', '--scopes', 'audit:read']);
    expect((await ask('draft', { document: start }, key)).status).toBe(403);
    expect((await ask('impact', { document: start }, key)).status).toBe(403);
  });
});

describe('POST /v1/policies/impact', () => {
  test('names the recorded calls that would be ruled differently, of either kind', async () => {
    await validate('what about Project Halcyon');
    await validate('what about project management');
    const completion = {
      model: 'sandbox',
      messages: [{ role: 'user', content: 'tell me of PROJECT HALCYON' }],
    };
    const url = `${gateway.url}/v1/chat/completions`;
    expect((await call(url, { key: gateway.key, body: completion })).status).toBe(200);
    const { json, status } = await ask('impact', { document: enforced, since: '1h' });
    expect(status).toBe(200);
    const changed = json['changed'] as { entry: string; was: string; now: string }[];
    expect(changed.map(({ was, now }) => [was, now])).toEqual(
      expect.arrayContaining([
        ['allow', 'block'],
        ['allow', 'block'],
      ]),
    );
    const routes = await Promise.all(
      changed.map(async ({ entry }) => {
        const found = await call(`${gateway.url}/v1/audit/entries/${entry}`, { key: gateway.key });
        return (found.json['call'] as { route: string }).route;
      }),
    );
    expect(new Set(routes)).toEqual(new Set(['/v1/validate', '/v1/chat/completions']));
    expect(json['judged']).toBeGreaterThanOrEqual(changed.length);
    const list = `${gateway.url}/v1/audit/entries?q=${encodeURIComponent('type:admin act:impact')}`;
    expect((await call(list, { key: gateway.key })).json['entries']).toHaveLength(1);
  });
});

test('POST /v1/policies/impact judges recorded answers as well', async () => {
  const messages = [
    { role: 'system', content: 'be kind' },
    { role: 'user', content: 'say after me: Project Halcyon' },
  ];
  const url = `${gateway.url}/v1/chat/completions`;
  await call(url, { key: gateway.key, body: { model: 'sandbox', messages } });
  const document = enforced
    .replace('stages: [request]\n  parts: [user]', 'stages: [response]')
    .replace(/tests:[^]*$/, '');
  const { json } = await ask('impact', { document, since: '1h' });
  const changed = json['changed'] as { entry: string; was: string; now: string }[];
  const types = await Promise.all(
    changed.map(async ({ entry, was, now }) => {
      const found = await call(`${gateway.url}/v1/audit/entries/${entry}`, { key: gateway.key });
      return [found.json['type'], was, now];
    }),
  );
  expect(types).toContainEqual(['answered', 'allow', 'block']);
  expect(new Set(types.map(([type]) => type))).toEqual(new Set(['answered']));
});

describe('POST /v1/policies/explain', () => {
  test('explains by a draft as if it were in force, and by what is in force without it', async () => {
    const text = 'the status of project halcyon';
    const inForce = await ask('explain', { text });
    const drafted = await ask('explain', { text, document: enforced });
    expect([inForce.json['action'], drafted.json['action']]).toEqual(['allow', 'block']);
    expect(drafted.json['policy_version']).not.toBe(inForce.json['policy_version']);
    const policies = drafted.json['policies'] as { policy: string; rules: object[] }[];
    expect(policies.find(({ policy }) => policy === 'project-names')?.rules).toEqual([
      expect.objectContaining({ rule: 'named', outcome: 'fired' }),
    ]);
    const request = { model: 'm', messages: [{ role: 'user', content: text }] };
    const asked = await ask('explain', { request, document: enforced });
    expect([asked.status, asked.json['action']]).toEqual([200, 'block']);
  });

  test('says of a draft that is not sound where it is wrong', async () => {
    const document = start.replace('  mode:', '  moed:');
    const { status, json } = await ask('explain', { text: 'x', document });
    expect([status, json['code']]).toEqual([400, 'invalid_request']);
    expect(json['errors']).toContainEqual({
      pointer: '/document',
      detail: expect.stringContaining('draft.yaml:10:3: '),
    });
  });
});
