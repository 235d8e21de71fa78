/** A gateway whose process may open few files: more clients than that are turned away, and nothing else breaks. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Agent, request } from 'node:http';
import { type Socket, connect } from 'node:net';
import { call } from '../support/call.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { runCommand } from '../support/keys.ts';
import { type Upstream, startUpstream } from '../support/upstream.ts';
import { join } from 'node:path';

const descriptors = 160;
const crowd = 400;

let upstream: Upstream;
let gateway: RunningGateway;
beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway({
    under: ['sh', '-c', `ulimit -n ${descriptors}; exec "$@"`, 'sh'],
    environment: { OPENAI_API_KEY: 'x', OPENAI_BASE_URL: `${upstream.url}/v1` },
  });
});
afterAll(async () => {
  await upstream.close();
});

/** A call over a connection that is kept open. */
function chat(agent: Agent): Promise<number> {
  const messages = [{ role: 'user', content: 'hello' }];
  const body = Buffer.from(JSON.stringify({ model: 'gpt-test', messages }));
  return new Promise((resolve, reject) => {
    const asked = request(new URL('/v1/chat/completions', gateway.url), {
      agent,
      method: 'POST',
      headers: {
        authorization: `Bearer ${gateway.key}`,
        'content-type': 'application/json',
        'content-length': body.length,
      },
    });
    asked.on('error', reject);
    asked.on('response', (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
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
    const { kept, turnedAway } = await comeInCrowds();
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
