/** What holds over a whole exchange: one value has one placeholder, in what is asked and in what is answered. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { call } from '../support/call.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { policyOf } from '../support/policy.ts';
import { settled } from '../support/settled.ts';
import {
  type Upstream,
  answerJson,
  answerStream,
  chatCompletion,
  startUpstream,
} from '../support/upstream.ts';

const cases = policyOf({
  patterns: { case: { regex: '\\bCASE-[0-9]{4}\\b' } },
  rules: [{ id: 'case', when: 'hit("case")', action: 'redact', message: 'Leave it out.' }],
});

let folder: string;
let gateway: RunningGateway;
let upstream: Upstream;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'policy-exchange-'));
  await writeFile(join(folder, 'cases.yaml'), cases);
  upstream = await startUpstream();
  gateway = await startGateway({
    environment: {
      GATEWAY_POLICIES: folder,
      OPENAI_BASE_URL: `${upstream.url}/v1`,
      OPENAI_API_KEY: 'unused',
    },
  });
  await settled(gateway);
});
afterAll(async () => {
  await gateway.stop();
  await upstream.close();
  await rm(folder, { recursive: true, force: true });
});

async function ask(content: string, stream: boolean) {
  const before = upstream.arrived.length;
  const { text } = await call(`${gateway.url}/v1/chat/completions`, {
    key: gateway.key,
    body: { model: 'm', stream, messages: [{ role: 'user', content }] },
  });
  return { asked: upstream.arrived[before]?.body.toString() ?? '', answered: text };
}

describe('placeholders', () => {
  const answer = 'CASE-3333, CASE-2222 and CASE-1111';

  test.each([false, true])('are alike in both directions, streamed: %j', async (stream) => {
    upstream.script = (_arrived, response) =>
      stream ? answerStream(response, [answer]) : answerJson(response, chatCompletion(answer));
    const { asked, answered } = await ask('CASE-1111 or CASE-2222, rather CASE-1111', stream);
    expect(asked).toContain('[CASE_1] or [CASE_2], rather [CASE_1]');
    expect(answered).toContain('[CASE_3], [CASE_2] and [CASE_1]');
  });

  test('begin anew in each exchange, so that a conversation is sent alike each time', async () => {
    upstream.script = (_arrived, response) => answerJson(response, chatCompletion('Fine.'));
    const first = await ask('CASE-4444', false);
    const second = await ask('CASE-5555', false);
    expect([first.asked, second.asked].every((asked) => asked.includes('"[CASE_1]"'))).toBe(true);
  });
});
