import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call, type Answered } from '../support/call.ts';
import { answerInKind, dialectCalls, type DialectCall } from '../support/dialect-answers.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { readEntries, readMetric } from '../support/journal.ts';
import { quickPolicy } from '../support/quick-policy.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

/** Every limit is about keys of one team, so that the tests do not get in each other's way. */
function writeConfig(url: string): string {
  return `
upstreams:
  openai: { dialect: openai, baseUrl: ${url}/v1 }
  anthropic: { dialect: anthropic, baseUrl: ${url} }
  gemini: { dialect: gemini, baseUrl: ${url} }
  ollama: { dialect: ollama, baseUrl: ${url} }
budgets:
  - { name: two-calls, teams: [two], per: [key], window: month, measure: requests, hard: 2 }
  - { name: money, teams: [two], per: [key], window: month, measure: cost, hard: 5 }
  - { name: tokens, teams: [tokens], per: [key], window: month, measure: tokens, soft: 100, hard: 400 }
  - { name: by-model, teams: [tokens], per: [key, model], window: month, measure: tokens, hard: 1000000 }
  - { name: unpriced, teams: [unpriced], window: day, measure: cost, hard: 5 }
concurrency:
  - { name: one-at-a-time, teams: [one], per: [key], exchangesMax: 1 }
prices:
  models:
    - { model: '*-test', input: 2, cachedInput: 1, output: 10 }
limits: { upstreamFirstByteTimeoutMs: 1000 }
`;
}

let upstream: Upstream;
let gateway: RunningGateway;
let folder: string;
beforeAll(async () => {
  upstream = await startUpstream(answerInKind);
  folder = await mkdtemp(join(tmpdir(), 'governance-budgets-'));
  const file = join(folder, 'gateway.yaml');
  await writeFile(file, writeConfig(upstream.url));
  gateway = await startGateway({
    environment: { ...quickPolicy, GATEWAY_CONFIG: file, GATEWAY_RATE_LIMIT: '0' },
  });
});
afterAll(async () => {
  await gateway.stop();
  await upstream.close();
  await rm(folder, { recursive: true });
});

async function createKey(team: string): Promise<{ readonly id: string; readonly key: string }> {
  const body = { owner: 'budgets', team, scopes: ['proxy'] };
  const { json } = await call(`${gateway.url}/v1/keys`, { key: gateway.key, body });
  return { id: String(json['id']), key: String(json['key']) };
}

function ask(one: DialectCall, key: string, streamed: boolean): Promise<Answered> {
  const path = streamed ? (one.streamPath ?? one.path) : one.path;
  const body = streamed ? { ...one.body, ...(one.streamBody ?? { stream: true }) } : one.body;
  return call(`${gateway.url}${path}`, { key, body });
}

type Entry = Readonly<Record<string, unknown>>;

async function entriesOf(id: string): Promise<readonly Entry[]> {
  const entries = await readEntries(gateway.data);
  return entries.filter(({ actor }) => (actor as { key?: string } | undefined)?.key === id);
}

async function accountsOf(name: string, id: string): Promise<readonly Entry[]> {
  const { json } = await call(`${gateway.url}/v1/budgets`, { key: gateway.key });
  const budgets = json['budgets'] as readonly { name: string; accounts: readonly Entry[] }[];
  const { accounts = [] } = budgets.find((budget) => budget.name === name) ?? {};
  return accounts.filter(({ key }) => key === id);
}

/** What a refusal says in the shapes of the four providers. */
function refusalOf(one: DialectCall): Entry {
  if (one.name.startsWith('openai'))
    return { error: { type: 'insufficient_quota', code: 'budget_exceeded', param: null } };
  if (one.name.startsWith('anthropic'))
    return { type: 'error', error: { type: 'rate_limit_error' } };
  if (one.name.startsWith('gemini'))
    return {
      error: {
        code: 429,
        status: 'RESOURCE_EXHAUSTED',
        details: [{ reason: 'BUDGET_EXCEEDED', domain: 'governance-gateway' }],
      },
    };
  return { error: expect.stringContaining('two-calls') };
}

const chat = dialectCalls[0] as DialectCall;

describe.each(dialectCalls)('a call of $name', (one) => {
  test('is counted by what its answer says, plain and streamed, and refused when the budget is used up', async () => {
    const { id, key } = await createKey('two');
    const { cached = 40, output = 20 } = one.told ?? {};
    const cost = ((100 - cached) * 2 + cached + output * 10) / 1e6;
    const spent = { input: 100, cached, output, estimated: false, currency: 'USD' };
    for (const streamed of [false, one.stream !== undefined]) {
      const { status, text } = await ask(one, key, streamed);
      expect([status, text]).toEqual([200, expect.anything()]);
      const last = (await entriesOf(id)).at(-1);
      expect(last).toMatchObject({ type: 'answered', spent: { ...spent, cost: cost.toFixed(9) } });
    }
    const refused = await ask(one, key, false);
    expect(refused.status).toBe(429);
    expect(refused.json).toMatchObject(refusalOf(one));
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await entriesOf(id)).at(-1)).toMatchObject({
      type: 'denied',
      cause: 'budget_exceeded',
      budgets: [{ mark: 'hard', name: 'two-calls' }],
    });
    expect(await accountsOf('two-calls', id)).toMatchObject([
      { used: 2, reserved: 0, remaining: 0, mark: 'hard' },
    ]);
    const [money] = await accountsOf('money', id);
    expect(Number(money?.['used'])).toBeCloseTo(2 * cost, 9);
  });
});

describe('a budget', () => {
  test('past its soft mark flags the call: in the entry, in a header and in a metric', async () => {
    const { id, key } = await createKey('tokens');
    const first = await ask(chat, key, false);
    expect([first.status, first.headers.get('x-governance-budget')]).toEqual([200, null]);
    for (const streamed of [false, true]) {
      const flagged = await ask(chat, key, streamed);
      expect(flagged.status).toBe(200);
      expect(flagged.headers.get('x-governance-budget')).toMatch(/^"tokens";u=\d+;t=\d+$/);
    }
    const requests = (await entriesOf(id)).filter(({ type }) => type === 'request');
    const soft = [{ mark: 'soft', name: 'tokens' }];
    expect(requests.map(({ budgets }) => budgets)).toEqual([undefined, soft, soft]);
    const met = (mark: string) =>
      readMetric(gateway, `governance_budget_marks_total{budget="tokens",mark="${mark}"}`);
    // What was never refused is at nothing, and not missing: an alert would not see the first rise.
    expect([await met('soft'), await met('hard')]).toEqual(['2', '0']);
    expect(await accountsOf('by-model', id)).toMatchObject([{ model: 'gpt-test', used: 360 }]);
  });

  test('lets many calls at the same time go no further than its mark', async () => {
    const { id, key } = await createKey('tokens');
    // Each sets aside 3 for the question and 50 for the answer, and uses 120 in the end.
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask(chat, key, false)));
    const passed = answers.filter(({ status }) => status === 200).length;
    expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true);
    expect(passed).toBeGreaterThan(0);
    // 400 are room for 7 calls at once, whatever they use then.
    expect(passed).toBeLessThanOrEqual(7);
    expect(await accountsOf('tokens', id)).toMatchObject([{ used: passed * 120, reserved: 0 }]);
  });

  test('gets back what a call set aside that came to nothing', async () => {
    const { id, key } = await createKey('tokens');
    upstream.script = (_arrived, response) => void response.writeHead(500).end('no');
    expect((await ask(chat, key, false)).status).toBe(500);
    upstream.script = (_arrived, response) => void response.socket?.destroy();
    expect((await ask(chat, key, false)).status).toBe(502);
    upstream.script = answerInKind;
    expect(await accountsOf('tokens', id)).toEqual([]);
    const terminals = (await entriesOf(id)).filter(({ type }) => type === 'failed');
    expect(terminals.map(({ spent }) => spent)).toEqual([undefined, undefined]);
  });

  test('counts what was sent to an upstream that takes too long, and gives back the rest', async () => {
    const { id, key } = await createKey('tokens');
    upstream.script = () => undefined;
    expect((await ask(chat, key, true)).status).toBe(504);
    upstream.script = answerInKind;
    expect(await accountsOf('tokens', id)).toMatchObject([{ used: 3, reserved: 0 }]);
    const spent = { input: 3, cached: 0, output: 0, estimated: true };
    expect((await entriesOf(id)).filter(({ type }) => type === 'failed')).toMatchObject([
      { spent },
    ]);
  });

  test('counts a guess where the upstream tells nothing, and says that it is one', async () => {
    const { id, key } = await createKey('tokens');
    upstream.script = (_arrived, response) => {
      const { usage: _untold, ...answer } = chat.answer;
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    };
    expect((await ask(chat, key, false)).status).toBe(200);
    upstream.script = (_arrived, response) => {
      const text = chat.stream?.text.replace(/data: .*"usage".*\n\n/, '');
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(text);
    };
    expect((await ask(chat, key, true)).status).toBe(200);
    upstream.script = answerInKind;
    const spent = { input: 3, cached: 0, output: 3, estimated: true };
    const ends = (await entriesOf(id)).filter(({ type }) => type === 'answered');
    expect(ends).toMatchObject([{ spent }, { spent }]);
    expect(await accountsOf('tokens', id)).toMatchObject([{ used: 12 }]);
  });

  test('kept in money refuses a model without a price', async () => {
    const { id, key } = await createKey('unpriced');
    const body = { ...chat.body, model: 'gpt-nobody-knows' };
    const { status, json } = await call(`${gateway.url}${chat.path}`, { key, body });
    expect([status, json]).toMatchObject([403, { error: { code: 'forbidden' } }]);
    expect((await entriesOf(id)).at(-1)).toMatchObject({ budgets: [{ name: 'unpriced' }] });
  });

  test('is not asked for lists and counts, which nobody pays for', async () => {
    const { id, key } = await createKey('two');
    for (let round = 0; round < 4; round += 1) await call(`${gateway.url}/v1/models`, { key });
    expect(await accountsOf('two-calls', id)).toEqual([]);
  });
});

describe('a cap', () => {
  test('lets so many calls run at the same time, and is free when a call ends, however it ends', async () => {
    const { key } = await createKey('one');
    const held: (() => void)[] = [];
    const arrivals: (() => void)[] = [];
    const arrival = (): Promise<void> => new Promise((resolve) => arrivals.push(resolve));
    upstream.script = (arrived, response) => {
      held.push(() => void answerInKind(arrived, response));
      arrivals.shift()?.();
    };
    const reached = arrival();
    const first = ask(chat, key, false);
    await reached;
    const refused = await ask(chat, key, false);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(refused.json).toMatchObject({ error: { code: 'concurrency_limited' } });
    held.shift()?.();
    expect((await first).status).toBe(200);
    // The client leaves.
    const leaving = new AbortController();
    const again = arrival();
    const left = fetch(`${gateway.url}${chat.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(chat.body),
      signal: leaving.signal,
    });
    await again;
    leaving.abort();
    await expect(left).rejects.toThrow();
    upstream.script = (_arrived, response) => void response.socket?.destroy();
    let status = 429;
    for (let round = 0; round < 100 && status === 429; round += 1)
      ({ status } = await ask(chat, key, false));
    // The upstream dies.
    expect(status).toBe(502);
    upstream.script = answerInKind;
    expect((await ask(chat, key, true)).status).toBe(200);
    expect((await ask(chat, key, false)).status).toBe(200);
  });
});

describe('GET /v1/budgets', () => {
  test('shows a key what is counted for itself, and nothing of others', async () => {
    const [mine, other] = [await createKey('two'), await createKey('two')];
    await ask(chat, mine.key, false);
    await ask(chat, other.key, false);
    const { status, json } = await call(`${gateway.url}/v1/budgets`, { key: mine.key });
    expect(status).toBe(200);
    const budgets = json['budgets'] as readonly { name: string; accounts: readonly Entry[] }[];
    expect(budgets.map(({ name }) => name)).toEqual(['two-calls', 'money']);
    for (const { accounts } of budgets)
      expect(accounts).toEqual([expect.objectContaining({ key: mine.id })]);
  });

  test('tells marks, window, currency and reset', async () => {
    const { json } = await call(`${gateway.url}/v1/budgets`, { key: gateway.key });
    const budgets = json['budgets'] as readonly Entry[];
    const now = new Date();
    const reset = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString();
    expect(budgets[1]).toMatchObject({
      ...{ name: 'money', measure: 'cost', window: 'month', per: ['key'], soft: null, hard: 5 },
      ...{ currency: 'USD', resets_at: reset },
    });
    expect(budgets.at(-1)).toMatchObject({
      ...{ name: 'one-at-a-time', measure: 'exchanges', window: null, hard: 1, resets_at: null },
    });
  });

  test('asks for a key', async () => {
    expect((await call(`${gateway.url}/v1/budgets`)).status).toBe(401);
  });
});
