/** The same text gives the same ruling by every way in; conversations that were poisoned recover. */
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { call } from '../support/call.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { type Upstream, startUpstream } from '../support/upstream.ts';

const cases = join(import.meta.dirname, '../golden/cases');
const caseSchema = z.strictObject({
  part: z.enum(['user', 'system', 'tool_result']),
  /** In pieces, so that no scanner takes it for a leaked credential. */
  text: z.array(z.string()),
  expect: z.strictObject({ action: z.string(), rules: z.array(z.string()) }),
});
type Case = z.infer<typeof caseSchema>;

const entrySchema = z.looseObject({
  type: z.string(),
  ruling: z
    .looseObject({
      action: z.string(),
      rules: z.array(z.looseObject({ mode: z.string(), policy: z.string(), rule: z.string() })),
    })
    .optional(),
});

let gateway: RunningGateway;
let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway({
    environment: {
      GATEWAY_RATE_LIMIT: '0',
      OPENAI_BASE_URL: `${upstream.url}/v1`,
      OPENAI_API_KEY: 'unused',
    },
  });
});
afterAll(async () => {
  await gateway.stop();
  await upstream.close();
});

const post = (path: string, body: unknown) =>
  call(`${gateway.url}${path}`, { key: gateway.key, body });

/** The newest ruling in the trail on what came in, as policies and rules without order. */
async function lastRuling(): Promise<Case['expect']> {
  const journal = await readFile(join(gateway.data, 'audit/journal/00000001.jsonl'), 'utf8');
  const entries = journal
    .trim()
    .split('\n')
    .map((line) => entrySchema.parse(JSON.parse(line)))
    .filter(({ type }) => type === 'decision' || type === 'request');
  const { action = '', rules = [] } = entries.at(-1)?.ruling ?? {};
  const fired = rules.map(({ policy, rule }) => `${policy}/${rule}`);
  return { action, rules: [...new Set(fired)].sort() };
}

const toMessages = (part: Case['part'], text: string): unknown[] => {
  if (part === 'user') return [{ role: 'user', content: text }];
  if (part === 'system')
    return [
      { role: 'system', content: text },
      { role: 'user', content: 'hi' },
    ];
  // Without the call before it, which would be judged too.
  return [
    { role: 'user', content: 'look it up' },
    { role: 'tool', tool_call_id: 'c1', content: text },
  ];
};

const ways: Readonly<Record<string, (part: Case['part'], text: string) => Promise<unknown>>> = {
  '/v1/validate': (part, prompt) => post('/v1/validate', { prompt, part }),
  '/v1/policy/check': (part, input) => post('/v1/policy/check', { input, part }),
  'the proxy': (part, text) =>
    post('/v1/chat/completions', { model: 'gpt-4o', messages: toMessages(part, text) }),
};

const names = (await readdir(cases)).filter((name) => name.endsWith('.json')).sort();

describe('the same text is ruled alike by every way in', () => {
  test.each(names)('%s', async (name) => {
    const path = join(cases, name);
    const golden = caseSchema.parse(JSON.parse(await readFile(path, 'utf8')));
    const text = golden.text.join('');
    const rulings: Record<string, Case['expect']> = {};
    for (const [way, send] of Object.entries(ways)) {
      await send(golden.part, text);
      rulings[way] = await lastRuling();
    }
    if (process.env['UPDATE_GOLDEN'] === '1') {
      golden.expect = rulings['/v1/validate'] ?? golden.expect;
      await writeFile(path, `${JSON.stringify(golden, undefined, 2)}\n`);
    }
    for (const way of Object.keys(ways))
      expect({ way, ...rulings[way] }).toEqual({ way, ...golden.expect });
  });
});

const key = ['AKIA', 'Z7Q3M5X2', 'K6P4WD5T'].join('');

const withSecret: unknown = expect.arrayContaining(['secrets/credential']);

describe('a conversation', () => {
  test('that was poisoned goes on after the blocked turn, with the old span redacted', async () => {
    const poison = { role: 'user', content: `why does ${key} fail?` };
    const first = await post('/v1/chat/completions', { model: 'gpt-4o', messages: [poison] });
    expect(first.status).toBe(400);
    const before = upstream.arrived.length;
    const second = await post('/v1/chat/completions', {
      model: 'gpt-4o',
      messages: [
        poison,
        { role: 'assistant', content: 'I cannot help with that.' },
        { role: 'user', content: 'and how do I rotate keys?' },
      ],
    });
    expect(second.status).toBe(200);
    expect(second.headers.get('x-governance-decision')).toBe('redact');
    const [sent] = upstream.arrived.slice(before);
    expect(sent?.body.toString()).toContain('why does [');
    expect(sent?.body.toString()).toContain('and how do I rotate keys?');
    expect(sent?.body.toString()).not.toContain(key);
    expect(await lastRuling()).toMatchObject({ action: 'redact', rules: withSecret });
  });

  test('whose poison comes back in the last turn is blocked again', async () => {
    const { status } = await post('/v1/chat/completions', {
      model: 'gpt-4o',
      messages: [
        { role: 'user', content: 'hello' },
        { role: 'assistant', content: 'hello' },
        { role: 'user', content: `why does ${key} fail?` },
      ],
    });
    expect(status).toBe(400);
  });

  test('hides nothing by splitting it over two adjacent parts of a user', async () => {
    const halves = [key.slice(0, 9), key.slice(9)];
    const before = upstream.arrived.length;
    const inMessages = halves.map((content) => ({ role: 'user', content }));
    const inParts = [{ role: 'user', content: halves.map((text) => ({ type: 'text', text })) }];
    for (const messages of [inMessages, inParts]) {
      const { status } = await post('/v1/chat/completions', { model: 'gpt-4o', messages });
      expect(status).toBe(400);
      expect(await lastRuling()).toMatchObject({ action: 'block', rules: withSecret });
    }
    expect(upstream.arrived.length).toBe(before);
  });
});
