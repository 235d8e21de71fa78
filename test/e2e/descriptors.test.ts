/** A gateway whose process may open few files: more clients than that are turned away, and nothing else breaks. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execFileSync, spawnSync } from 'node:child_process';
import { Agent, request } from 'node:http';
import { type Socket, connect } from 'node:net';
import { join } from 'node:path';
import { watchAlerts } from '../support/alerts.ts';
import { call } from '../support/call.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { runCommand } from '../support/keys.ts';
import { quickPolicy } from '../support/quick-policy.ts';
import { type Upstream, answerJson, chatCompletion, startUpstream } from '../support/upstream.ts';

const descriptors = 160;
const crowd = 400;

let upstream: Upstream;
let gateway: RunningGateway;
beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway({
    under: ['sh', '-c', `ulimit -n ${descriptors}; exec "$@"`, 'sh'],
    environment: { ...quickPolicy, OPENAI_API_KEY: 'x', OPENAI_BASE_URL: `${upstream.url}/v1` },
  });
});
afterAll(async () => {
  await upstream.close();
});

/** A call over a connection that is kept open. */
async function chat(agent: Agent, to: RunningGateway = gateway): Promise<number> {
  const messages = [{ role: 'user', content: 'hello' }];
  const body = Buffer.from(JSON.stringify({ model: 'gpt-test', messages }));
  return (await ask(agent, to, { method: 'POST', path: '/v1/chat/completions', body })).status;
}

/** Whoever watches keeps its connection too: it has to be told just when there is no other. */
async function look(agent: Agent, to: RunningGateway): Promise<string> {
  return (await ask(agent, to, { method: 'GET', path: '/metrics', body: Buffer.of() })).text;
}

type Told = { readonly status: number; readonly text: string };
type Asked = { readonly method: string; readonly path: string; readonly body: Buffer };

function ask(agent: Agent, to: RunningGateway, { method, path, body }: Asked): Promise<Told> {
  return new Promise((resolve, reject) => {
    const asked = request(new URL(path, to.url), {
      agent,
      method,
      headers: {
        authorization: `Bearer ${to.key}`,
        'content-type': 'application/json',
        'content-length': body.length,
      },
    });
    asked.on('error', reject);
    asked.on('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    asked.end(body);
  });
}

/** Opens a crowd of connections; each says at the end whether the gateway kept it. */
async function comeInCrowds(): Promise<{ readonly kept: Socket[]; readonly turnedAway: number }> {
  const { hostname, port } = new URL(gateway.url);
  const kept = new Set<Socket>();
  let turnedAway = 0;
  await new Promise<void>((resolve) => {
    for (let i = 0; i < crowd; i += 1) {
      const socket = connect(Number(port), hostname);
      kept.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        kept.delete(socket);
        turnedAway += 1;
      });
    }
    const look = setInterval(() => {
      if (turnedAway < crowd - descriptors) return;
      clearInterval(look);
      resolve();
    }, 50);
  });
  return { kept: [...kept], turnedAway };
}

describe('a gateway that may open few files', () => {
  test('turns a crowd away, serves those it has, takes new ones when they have gone, and loses nothing', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    expect(await chat(agent)).toBe(200);
    const isFiring = await watchAlerts(() => look(agent, gateway));
    expect(await isFiring('ClientsAreTurnedAway')).toBe(false);
    const { kept, turnedAway } = await comeInCrowds();
    expect(await isFiring('ClientsAreTurnedAway')).toBe(true);
    expect(turnedAway).toBeGreaterThanOrEqual(crowd - descriptors);
    expect(kept.length).toBeGreaterThan(10);
    // The upstream's connections and the files of the trail still find room.
    for (let i = 0; i < 20; i += 1) expect(await chat(agent)).toBe(200);
    for (const socket of kept) socket.destroy();
    agent.destroy();
    let status = 0;
    while (status !== 200) {
      const body = { prompt: 'Good morning.' };
      const asked = call(`${gateway.url}/v1/validate`, { key: gateway.key, body });
      ({ status } = await asked.catch(() => ({ status: 0 })));
    }
    const { data } = gateway;
    const logs = gateway.output();
    gateway.process.kill('SIGTERM');
    expect(await new Promise((resolve) => gateway.process.once('exit', resolve))).toBe(0);
    expect(logs.includes('EMFILE')).toBe(false);
    expect(runCommand(data, ['audit', 'verify', '--dir', join(data, 'audit')])).toMatch(/intact/);
    await gateway.remove();
  });
});

/** From the next file on; those that are open stay so. */
function allowFiles(to: RunningGateway, files: number): void {
  execFileSync('prlimit', ['--pid', String(to.pid), `--nofile=${files}:4096`]);
}

/** Elsewhere than on Linux nobody can take files from a process that runs; in CI nothing may be skipped. */
const canLimit =
  process.env['CI'] !== undefined || spawnSync('prlimit', ['--version']).status === 0;

(canLimit ? describe : describe.skip).each([
  ['an address', '127.0.0.1'],
  ['a name', 'localhost'],
])('an upstream under %s that no connection can be opened to for want of files', (_how, host) => {
  // No connection is kept that the next call could have.
  beforeAll(() => {
    upstream.script = (_arrived, response) => {
      response.setHeader('connection', 'close');
      answerJson(response, chatCompletion('All is well.'));
    };
  });

  test('is not to blame: 503 that says so, it is not left alone, and is called again at once', async () => {
    const { port } = new URL(upstream.url);
    const short = await startGateway({
      environment: {
        ...quickPolicy,
        OPENAI_API_KEY: 'x',
        OPENAI_BASE_URL: `http://${host}:${port}/v1`,
      },
    });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    // Its first call opens the files of the trail, and this client is there already: another one could not come in.
    expect(await chat(agent, short)).toBe(200);
    const isFiring = await watchAlerts(() => look(agent, short));
    expect(await isFiring('FilesRunOut')).toBe(false);
    allowFiles(short, 4);
    expect(await isFiring('FilesRunOut')).toBe(true);
    // More than the failures after which an upstream is left alone.
    for (let i = 0; i < 25; i += 1) expect(await chat(agent, short)).toBe(503);
    // What reads the trail begins a thread, or opens its files.
    const verify = { method: 'POST', path: '/v1/audit/verify', body: Buffer.from('{}') };
    const refused = await ask(agent, short, verify);
    expect(refused).toMatchObject({ status: 503 });
    expect(refused.text).toMatch(/the gateway could open no file \(EMFILE\)/);
    allowFiles(short, 4096);
    // The trail may have lacked a file too, and looks four times a second whether it has it again.
    let status = 503;
    while (status === 503) status = await chat(agent, short);
    expect(status).toBe(200);
    agent.destroy();
    const { text } = await call(`${short.url}/v1/audit/entries?type=failed&limit=200`, {
      key: short.key,
    });
    expect(text).toContain('could open no connection to the upstream `openai` (EMFILE)');
    expect(text).toContain('"ended_by":"gateway"');
    expect(text).not.toContain('"ended_by":"upstream"');
    const metrics = await call(`${short.url}/metrics`, { key: short.key });
    expect(metrics.text).not.toMatch(/^governance_upstream_failures_total.*[1-9]$/m);
    expect(await short.stop()).toBe(0);
  });
});
