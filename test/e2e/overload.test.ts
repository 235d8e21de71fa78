import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { connect } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call } from '../support/call.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { quickPolicy } from '../support/quick-policy.ts';
import { until } from '../support/until.ts';
import { type Upstream, answerJson, chatCompletion, startUpstream } from '../support/upstream.ts';

const exchangesMax = 20;
/** Nine tenths: what one key may hold alone. */
const alone = 18;

let folder: string;
let upstream: Upstream;
let gateway: RunningGateway;
let greedy: string;
let modest: string;
/** Lets the upstream answer everything that waits. */
let answer: () => void;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'governance-overload-'));
  upstream = await startUpstream();
  const file = join(folder, 'gateway.yaml');
  await writeFile(file, `limits: { exchangesMax: ${exchangesMax} }\n`);
  gateway = await startGateway({
    environment: {
      ...quickPolicy,
      GATEWAY_CONFIG: file,
      OPENAI_API_KEY: 'x',
      OPENAI_BASE_URL: `${upstream.url}/v1`,
    },
  });
  [greedy, modest] = await Promise.all([createKey(), createKey()]);
});
afterAll(async () => {
  await gateway.stop();
  await upstream.close();
  await rm(folder, { recursive: true });
});

async function createKey(): Promise<string> {
  const body = { owner: 'overload', scopes: ['proxy'] };
  return String((await call(`${gateway.url}/v1/keys`, { key: gateway.key, body })).json['key']);
}

function ask(key: string) {
  const messages = [{ role: 'user', content: 'Good morning.' }];
  const body = { model: 'gpt-test', messages };
  return call(`${gateway.url}/v1/chat/completions`, { key, body });
}

/** Calls that stay under way until `answer` is called; the others have been refused by then, and take nobody's place. */
async function fill(key: string, calls: number, arrives: number) {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  answer = open;
  upstream.clear();
  upstream.script = async (_arrived, response) => {
    await opened;
    answerJson(response, chatCompletion('Late.'));
  };
  let refused = 0;
  const asked = Array.from({ length: calls }, async () => {
    const answered = await ask(key);
    if (answered.status === 503) refused += 1;
    return answered;
  });
  await until(() => upstream.arrived.length >= arrives && refused >= calls - arrives);
  return asked;
}

/** The status of a call whose body never comes. */
function askWithoutBody(key: string, further = ''): Promise<string> {
  const { hostname, port } = new URL(gateway.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `POST /v1/chat/completions HTTP/1.1\r\nhost: gateway\r\nauthorization: Bearer ${key}\r\n` +
          `content-type: application/json\r\n${further}content-length: 100000\r\n\r\n`,
      );
    });
    socket.setEncoding('utf8').once('data', (text: string) => {
      socket.destroy();
      resolve(text);
    });
    socket.once('error', reject);
  });
}

describe('a gateway with more calls than it has room for', () => {
  test('refuses the rest of one key, lets another one in, and answers those who watch over it', async () => {
    const asked = await fill(greedy, exchangesMax + 10, alone);
    expect(upstream.arrived.length).toBe(alone);
    const other = ask(modest);
    const refused = await ask(greedy);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(refused.text).toContain('its share');
    expect((await call(`${gateway.url}/healthz`)).status).toBe(200);
    expect((await call(`${gateway.url}/readyz`)).status).toBe(200);
    await until(() => upstream.arrived.length > alone);
    answer();
    expect((await other).status).toBe(200);
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBe(alone);
    expect(statuses.filter((status) => status === 503).length).toBe(exchangesMax + 10 - alone);
    const { text } = await call(`${gateway.url}/metrics`, { key: gateway.key });
    expect(text).toMatch(/^governance_shed_total\{why="(share|full)"\} [1-9]\d*$/m);
  });

  test('does not wait for the body of a call that it refuses', async () => {
    const asked = await fill(greedy, alone, alone);
    const text = await askWithoutBody(greedy);
    expect(text).toMatch(/^HTTP\/1\.1 503 /);
    expect(text).toMatch(/^connection: close/im);
    answer();
    await Promise.all(asked);
  });

  test('answers who reads its metrics, which counts neither as a call nor by a rate', async () => {
    const body = { owner: 'prometheus', scopes: ['audit:read'], rate: '1/m' };
    const made = await call(`${gateway.url}/v1/keys`, { key: gateway.key, body });
    const key = String(made.json['key']);
    const idle = await call(`${gateway.url}/metrics`, { key });
    expect(idle.text).toContain('governance_exchanges_in_flight 0\n');
    const asked = await fill(greedy, alone, alone);
    const others = Array.from({ length: exchangesMax - alone }, () => ask(modest));
    await until(() => upstream.arrived.length === exchangesMax);
    const scrapes = await Promise.all(
      Array.from({ length: 5 }, () => call(`${gateway.url}/metrics`, { key })),
    );
    expect(scrapes.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    for (const { text } of scrapes)
      expect(text).toContain(`governance_exchanges_in_flight ${exchangesMax}\n`);
    answer();
    await Promise.all([...asked, ...others]);
  });

  test('does not ask for the body of a call that it has no room for', async () => {
    const asked = await fill(greedy, alone, alone);
    const others = Array.from({ length: exchangesMax - alone }, () => ask(modest));
    await until(() => upstream.arrived.length === exchangesMax);
    const text = await askWithoutBody(modest, 'expect: 100-continue\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 503 /);
    expect(text).toContain('calls are under way');
    answer();
    await Promise.all([...asked, ...others]);
  });
});
