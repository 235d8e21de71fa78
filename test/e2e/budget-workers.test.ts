/** Workers of one machine share budgets and caps in the state directory, without a database or a Redis. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerInKind, dialectCalls, type DialectCall } from '../support/dialect-answers.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { quickPolicy } from '../support/quick-policy.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';
import { callAnyWorker, untilServed } from '../support/workers.ts';

const chat = dialectCalls[0] as DialectCall;

let upstream: Upstream;
let gateway: RunningGateway;
let folder: string;
beforeAll(async () => {
  upstream = await startUpstream(answerInKind);
  folder = await mkdtemp(join(tmpdir(), 'governance-budget-workers-'));
  const file = join(folder, 'gateway.yaml');
  await writeFile(
    file,
    `
upstreams: { openai: { dialect: openai, baseUrl: ${upstream.url}/v1 } }
budgets:
  - { name: calls, window: month, measure: requests, hard: 40 }
`,
  );
  gateway = await startGateway({
    environment: {
      ...quickPolicy,
      GATEWAY_CONFIG: file,
      GATEWAY_RATE_LIMIT: '0',
      GATEWAY_WORKERS: '3',
    },
  });
});
afterAll(async () => {
  await gateway.stop();
  await upstream.close();
  await rm(folder, { recursive: true });
});

test('three workers let as many calls through as one would, and each shows what all of them used', async () => {
  expect(await untilServed(gateway, 3)).toHaveLength(3);
  const answers = await Promise.all(
    Array.from({ length: 70 }, () => callAnyWorker(gateway, chat.path, { body: chat.body })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(40);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
  // What has ended is told at once, but by each of them for itself.
  const read = async (): Promise<unknown> => (await callAnyWorker(gateway, '/v1/budgets')).json;
  const reserved = async (): Promise<boolean> =>
    !JSON.stringify(await read()).includes('"reserved":0');
  for (let round = 0; round < 100 && (await reserved()); round += 1);
  for (let round = 0; round < 5; round += 1)
    expect(await read()).toMatchObject({ budgets: [{ accounts: [{ used: 40, reserved: 0 }] }] });
});
