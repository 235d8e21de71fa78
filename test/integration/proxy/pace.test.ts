/** A call asks for the thread's time before each of its costly steps, and does nothing of them before it has it. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { call } from '../../support/call.ts';
import {
  answerJson,
  chatCompletion,
  startUpstream,
  type Upstream,
} from '../../support/upstream.ts';
import { mountProxy, openaiAt, waitFor, type Mounted } from './support.ts';

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
