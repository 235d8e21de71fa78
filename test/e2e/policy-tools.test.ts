/** Explaining and reporting on a gateway that runs. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { main } from '../../src/cli/main.ts';
import { call } from '../support/call.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { policyOf } from '../support/policy.ts';

const rule = (action: string) => ({
  patterns: { word: { keywords: ['halcyon'] }, name: { keywords: ['orion'] } },
  rules: [
    { id: 'word', when: 'hit("word")', action, message: 'Leave it out.' },
    { id: 'name', when: 'hit("name") && model == "m"', action: 'flag' },
  ],
});
const inForce = policyOf(
  {
    patterns: { a: { keywords: ['xyzzy'] } },
    rules: [{ id: 'never-met', when: 'hit("a")', action: 'block', message: 'No.' }],
  },
  'base',
);
const inShadow = policyOf({ mode: 'shadow', ...rule('block') }, 'halcyon');
const enforced = policyOf(rule('block'), 'halcyon');

let folder: string;
let gateway: RunningGateway;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'policy-tools-'));
  await put('now', inShadow);
  await put('next', enforced);
  gateway = await startGateway({ environment: { GATEWAY_POLICIES: join(folder, 'now') } });
});
afterAll(async () => {
  await gateway.stop();
  await rm(folder, { recursive: true, force: true });
});

async function put(name: string, text: string): Promise<void> {
  await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, name, 'base.yaml'), inForce);
  await writeFile(join(folder, name, 'halcyon.yaml'), text);
}

const post = (path: string, body: unknown) =>
  call(`${gateway.url}${path}`, { key: gateway.key, body });

async function run(...args: readonly string[]) {
  let [out, error] = ['', ''];
  const status = await main(['policy', ...args, '--data', gateway.data], {
    out: (text) => (out += text),
    error: (text) => (error += text),
    environment: {},
    cwd: folder,
    terminal: false,
  });
  return { status, out, error };
}

describe('POST /v1/policies/explain', () => {
  test('says why each rule did or did not fire on a text, and repeats nothing of it', async () => {
    const { status, json, text } = await post('/v1/policies/explain', {
      text: 'orion and halcyon',
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      action: 'allow',
      policies: [
        { policy: 'base', rules: [{ rule: 'never-met', outcome: 'silent' }] },
        {
          policy: 'halcyon',
          mode: 'shadow',
          rules: [
            {
              rule: 'word',
              outcome: 'fired',
              trace: { found: [{ spans: [{ part: 0, start: 10, end: 17 }] }] },
            },
            { rule: 'name', outcome: 'silent', because: { source: 'model == "m"', offset: 21 } },
          ],
        },
      ],
    });
    expect(text).not.toContain('orion and');
  });

  test('reads a request of a dialect, and names what spans count into', async () => {
    const request = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'orion' }] };
    const { json } = await post('/v1/policies/explain', { request, route: '/v1/messages' });
    expect(json).toMatchObject({
      action: 'allow',
      dialect: 'anthropic-messages',
      parts: expect.arrayContaining([
        { kind: 'user', pointer: '/messages/0/content', characters: 5 },
      ]),
    });
  });

  test.each([
    [{}, 'expected either `text` or `request`'],
    [{ text: 'a', request: {} }, 'expected either `text` or `request`'],
    [{ text: 'a', rout: 'x' }, '`/rout`'],
    [{ request: { a: 1 }, route: '/v1/nothing' }, '`/route`'],
    [{ request: { model: 'm' }, route: '/v1/messages' }, '`/request`'],
  ])('refuses %j and says %s', async (body, told) => {
    const { status, json } = await post('/v1/policies/explain', body);
    expect({ status, code: json['code'] }).toEqual({ status: 400, code: 'invalid_request' });
    expect(JSON.stringify(json['detail'])).toContain(told);
  });

  test('is for administrators, and stands in the trail', async () => {
    expect(await call(`${gateway.url}/v1/policies/explain`, { body: { text: 'a' } })).toMatchObject(
      {
        status: 401,
      },
    );
    const { json } = await call(`${gateway.url}/v1/audit/entries?type=admin`, { key: gateway.key });
    expect(JSON.stringify(json)).toContain('"act":"explained"');
  });
});

describe('over recorded exchanges', () => {
  beforeAll(async () => {
    await post('/v1/validate', { prompt: 'nothing to see' });
    const messages = [{ role: 'user', content: 'tell me nothing' }];
    await post('/v1/chat/completions', { model: 'sandbox', messages });
    await post('/v1/chat/completions', { model: 'sandbox', messages, stream: true });
    const told = [{ role: 'user', content: 'tell me of halcyon' }];
    await post('/v1/chat/completions', { model: 'sandbox', messages: told });
  });

  test('shadow tells what enforcing would have done, from every entry', async () => {
    const { status, out } = await run('shadow');
    expect(status).toBe(0);
    expect(out).toMatch(/would be blocked instead of let through\n {2}rules: halcyon\/word/);
    expect(await run('shadow', '--policy', 'base')).toMatchObject({
      out: expect.stringContaining('no rule fired in shadow mode'),
    });
  });
});
