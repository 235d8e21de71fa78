/** A call asks for the thread's time before each of its costly steps, and does nothing of them before it has it. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Interaction } from '../../../src/governance/interaction.ts';
import type { Ruling } from '../../../src/governance/decision.ts';
import { call } from '../../support/call.ts';
import {
  answerJson,
  chatCompletion,
  startUpstream,
  type Upstream,
} from '../../support/upstream.ts';
import { judge, mountProxy, openaiAt, waitFor, type Mounted } from './support.ts';

let upstream: Upstream;
let proxy: Mounted;
const waiting: (() => void)[] = [];

beforeAll(async () => {
  upstream = await startUpstream();
  upstream.script = (_arrived, response) => answerJson(response, chatCompletion('All is well.'));
  proxy = await mountProxy([openaiAt(upstream.url)], {
    step: () => new Promise((resolve) => waiting.push(resolve)),
  });
});
afterAll(async () => {
  await proxy.close();
  await upstream.close();
});

/** What has become of the call by the time it asks for its next step. */
async function untilAsked(): Promise<readonly unknown[]> {
  await waitFor(() => waiting.length > 0);
  const types = proxy.events.map(({ type }) => type);
  return [proxy.interactions.length, types, upstream.arrived.length];
}

describe('a call whose thread has no time', () => {
  test('is judged, sent on, judged again and answered when it has some', async () => {
    const body = { model: 'gpt-test', messages: [{ role: 'user', content: 'Good morning.' }] };
    let answered = false;
    const answer = call(`${proxy.url}/v1/chat/completions`, { key: 'caller-key', body });
    void answer.then(() => (answered = true));
    const steps = [
      [0, [], 0],
      [1, ['request'], 0],
      [1, ['request'], 1],
      [2, ['request', 'answered'], 1],
    ];
    for (const step of steps) {
      expect(await untilAsked()).toEqual(step);
      expect(answered).toBe(false);
      waiting.shift()?.();
    }
    expect((await answer).status).toBe(200);
  });
});

/** Each of the words is cut out, not only the first. */
function judgeAll(interaction: Interaction): Ruling {
  const ruling = judge(interaction);
  const [finding] = ruling.findings;
  if (finding === undefined) return ruling;
  const spans = interaction.parts.flatMap(({ text }, part) =>
    [...text.matchAll(/REDACTME/g)].map(({ index }) => ({ part, start: index, end: index + 8 })),
  );
  return {
    ...ruling,
    edits: spans.map((span) => ({ ...span, replacement: '[GONE]' })),
    findings: spans.map((span) => ({ ...finding, spans: [span] })),
  };
}

describe('a long text of which thousands of values are redacted', () => {
  const body = {
    model: 'gpt-test',
    messages: [{ role: 'user', content: 'REDACTME please. '.repeat(4_000) }],
  };

  test('has its copies made in many steps, before its entries are written', async () => {
    let asked = 0;
    const askedBefore: number[] = [];
    const own = await mountProxy([openaiAt(upstream.url)], {
      step: () => void (asked += 1),
      judge: () => judgeAll,
    });
    own.onRecord = () => void askedBefore.push(asked);
    const sentBefore = upstream.arrived.length;
    const { status } = await call(`${own.url}/v1/chat/completions`, { key: 'caller-key', body });
    await own.close();
    expect(status).toBe(200);
    const sent = String(upstream.arrived[sentBefore]?.body);
    expect([sent.includes('REDACTME'), sent.includes('[GONE] please.')]).toEqual([false, true]);
    const [request = 0, answered = 0] = askedBefore;
    // Reading it, then masking what is kept of it; then redacting what goes on, and masking that.
    expect(request).toBeGreaterThan(15);
    expect(answered - request).toBeGreaterThan(25);
  });

  test('has them made in many steps of an attempt that another one follows, too', async () => {
    let asked = 0;
    const askedBefore: number[] = [];
    const two = ['first', 'second'].map((name) => openaiAt(upstream.url, { name }));
    const route = { model: '*', upstream: 'first', fallback: ['second'], attempts: 2 };
    const own = await mountProxy(two, {
      routes: [{ ...route, retryOn: ['error'] }],
      step: () => void (asked += 1),
      judge: () => judgeAll,
    });
    own.onRecord = () => void askedBefore.push(asked);
    const plainly = upstream.script;
    upstream.script = (_arrived, response) => {
      upstream.script = plainly;
      answerJson(response, {}, 500);
    };
    const { status } = await call(`${own.url}/v1/chat/completions`, { key: 'caller-key', body });
    await own.close();
    expect(status).toBe(200);
    const [request = 0, failed = 0, again = 0, answered = 0] = askedBefore;
    expect(failed - request).toBeGreaterThan(40);
    expect(again - failed).toBeGreaterThan(10);
    expect(answered - again).toBeGreaterThan(25);
  });
});
