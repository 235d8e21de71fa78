/** Restarts that nobody feels: workers in turn on one machine, and replicas in turn behind a balancer. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBalancer } from '../support/balancer.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { runCommand } from '../support/keys.ts';
import { quickPolicy } from '../support/quick-policy.ts';
import { answerSlowly, openStream, startLoad } from '../support/steady-load.ts';
import { type Upstream, startUpstream } from '../support/upstream.ts';
import { findUnpaired, untilServed, readEntries, untilLogged } from '../support/workers.ts';

const perSecond = 200;
/** Six times as long as a stream of the load takes; a long one outlasts `leaveMs` and ends within it. */
const drainMs = 3_000;

let upstream: Upstream;
let folder: string;
let environment: Record<string, string>;
beforeAll(async () => {
  upstream = await startUpstream(answerSlowly);
  folder = await mkdtemp(join(tmpdir(), 'governance-rolling-'));
  const file = join(folder, 'gateway.yaml');
  // A busy machine sheds load, which is another matter than a restart; so is a balancer that looks too late who is leaving.
  await writeFile(
    file,
    `listen: { leaveMs: 1500 }\nlimits: { drainTimeoutMs: ${drainMs}, eventLoopLagMaxMs: 600000, waitingExchangesMax: 100000 }\n`,
  );
  environment = {
    ...quickPolicy,
    GATEWAY_CONFIG: file,
    OPENAI_API_KEY: 'provider-key',
    OPENAI_BASE_URL: `${upstream.url}/v1`,
    GATEWAY_RATE_LIMIT: '0',
  };
});
afterAll(async () => {
  await upstream.close();
  await rm(folder, { recursive: true, force: true });
});

const isCut = (text: string): boolean => !text.endsWith('data: [DONE]\n\n');

/** Told in the format's own words that it is over, and that it is not whole. */
function expectCut(text: string): void {
  expect(text).toContain('"error"');
  expect(text).toContain('the gateway stopped before the answer was complete');
  expect(text).not.toContain('[DONE]');
}

describe('a restart of workers in turn', () => {
  test('under 200 calls a second fails none, lets streams end, and ends those over the limit in words and on record', async () => {
    const data = join(folder, 'workers');
    const gateway = await startGateway({
      data,
      environment: { ...environment, GATEWAY_WORKERS: '2' },
    });
    const load = startLoad(gateway.url, gateway.key, perSecond, 8);
    const endless = Array.from({ length: 4 }, () =>
      openStream(gateway.url, gateway.key, 'endless'),
    );
    await sleep(1_000);
    const long = Array.from({ length: 4 }, () => openStream(gateway.url, gateway.key, 'long'));
    await sleep(200);
    gateway.process.kill('SIGUSR2');
    await untilLogged(gateway, ({ msg }) => msg === 'workers were restarted');
    const { sent, failed, streams } = await load.stop();
    expect(failed).toEqual([]);
    expect(sent).toBeGreaterThan(perSecond);
    expect(streams.length).toBeGreaterThan(8);
    expect([...streams, ...(await Promise.all(long))].filter(isCut)).toEqual([]);
    for (const text of await Promise.all(endless)) expectCut(text);
    expect(new Set((await untilServed(gateway, 4)).map(({ pid }) => pid)).size).toBe(4);

    const rows = await readEntries(gateway);
    expect(findUnpaired(rows)).toEqual([]);
    expect(rows.filter(({ type }) => type === 'recovered')).toEqual([]);
    expect(rows.filter(({ type }) => type === 'failed')).toHaveLength(4);
    expect(await gateway.stop()).toBe(0);
    expect(runCommand(data, ['audit', 'verify', '--dir', join(data, 'audit')])).toMatch(/intact/);
  });
});

describe('a restart of three replicas in turn behind a balancer', () => {
  test('under 200 calls a second fails none, lets streams end, and ends those over the limit in words and on record', async () => {
    const start = (index: number, port: string): Promise<RunningGateway> =>
      startGateway({
        data: join(folder, `replica-${index}`),
        environment: { ...environment, PORT: port },
      });
    const replicas = [];
    for (const index of [1, 2, 3]) replicas.push(await start(index, '0'));
    const balancer = await startBalancer(replicas.map(({ url }) => url));
    const { key } = replicas[0] as RunningGateway;
    const load = startLoad(balancer.url, key, perSecond, 8);
    const endless = Array.from({ length: 6 }, () => openStream(balancer.url, key, 'endless'));
    await sleep(1_000);
    const long = Array.from({ length: 6 }, () => openStream(balancer.url, key, 'long'));
    await sleep(200);
    for (const [index, replica] of replicas.entries()) {
      expect(await replica.stop()).toBe(0);
      replicas[index] = await start(index + 1, new URL(replica.url).port);
      // The balancer has to see that it is back before the next one goes.
      await sleep(500);
    }
    const { sent, failed, streams } = await load.stop();
    expect(failed).toEqual([]);
    expect(sent).toBeGreaterThan(perSecond);
    expect([...streams, ...(await Promise.all(long))].filter(isCut)).toEqual([]);
    for (const text of await Promise.all(endless)) expectCut(text);
    await balancer.close();

    let ended = 0;
    for (const replica of replicas) {
      const rows = await readEntries(replica);
      expect(findUnpaired(rows)).toEqual([]);
      expect(rows.filter(({ type }) => type === 'recovered')).toEqual([]);
      ended += rows.filter(({ type }) => type === 'failed').length;
      expect(await replica.stop()).toBe(0);
      const place = join(replica.data, 'audit');
      expect(runCommand(replica.data, ['audit', 'verify', '--dir', place])).toMatch(/intact/);
    }
    expect(ended).toBe(6);
  });
});
