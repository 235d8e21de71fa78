/** A process of several that stands still for long: whoever asks is told in time, health says so, and a stop comes to its end. */
import { expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { quickPolicy } from '../support/quick-policy.ts';
import { callAnyWorker, readEntries, untilLogged, untilServed } from '../support/workers.ts';

const environment = { ...quickPolicy, GATEWAY_WORKERS: '2', GATEWAY_RATE_LIMIT: '0' };
const note = 'a second look';

/** A path and what is sent to it, where that is not only read. */
type Asked = readonly [path: string, body?: unknown];

async function ask(gateway: RunningGateway, [path, body]: Asked): Promise<readonly unknown[]> {
  const startMs = performance.now();
  const { status, json } = await callAnyWorker(gateway, path, { body });
  const inTime = performance.now() - startMs < 20_000;
  return [path, status, json['code'], inTime];
}

async function untilStatus(gateway: RunningGateway, path: string, wanted: number): Promise<string> {
  for (;;) {
    const { status, text } = await callAnyWorker(gateway, path);
    if (status === wanted) return text;
    await sleep(200);
  }
}

/** Each worker hears of the primary by itself, and any of them answers. */
async function untilAllWell(gateway: RunningGateway): Promise<void> {
  for (let inARow = 0; inARow < 10;) {
    const { status, json } = await callAnyWorker(gateway, '/healthz');
    inARow = status === 200 && json['status'] === 'ok' ? inARow + 1 : 0;
    if (inARow === 0) await sleep(200);
  }
}

test.concurrent(
  'a primary that stands still: reading the trail ends with 503, then the workers ask to be restarted',
  async () => {
    const gateway = await startGateway({ environment });
    const { json } = await callAnyWorker(gateway, '/v1/validate', { body: { prompt: 'Hello.' } });
    const id = String(json['decision_id']);
    await readEntries(gateway);
    gateway.process.kill('SIGSTOP');
    const asked: readonly Asked[] = [
      ['/v1/audit/entries'],
      [`/v1/audit/entries/${id}`],
      ['/v1/audit/checkpoint'],
      ['/v1/audit/facets?fields=type'],
      [`/v1/audit/entries/${id}/review`, { status: 'confirmed', note }],
      ['/v1/audit/verify', {}],
    ];
    const answers = await Promise.all(asked.map((each) => ask(gateway, each)));
    expect(answers).toEqual(asked.map(([path]) => [path, 503, 'not_ready', true]));
    expect((await callAnyWorker(gateway, '/readyz')).status).toBe(200);
    expect(await untilStatus(gateway, '/readyz', 503)).toMatch(
      /primary.*has not answered for \d+ s/,
    );
    expect(await untilStatus(gateway, '/healthz', 503)).toMatch(/stuck/);
    // Whoever comes all the same is judged and recorded.
    const judged = await callAnyWorker(gateway, '/v1/validate', { body: { prompt: 'Hello.' } });
    expect(judged.status).toBe(200);
    gateway.process.kill('SIGCONT');
    await untilStatus(gateway, '/readyz', 200);
    await untilAllWell(gateway);
    const entries = await readEntries(gateway);
    expect(entries.filter(({ type }) => type === 'decision')).toHaveLength(2);
    // What was refused was not done behind anybody's back.
    expect(entries.filter(({ act }) => act === 'reviewed')).toEqual([]);
    expect(await gateway.stop()).toBe(0);
  },
);

test.concurrent(
  'a worker that stands still keeps nobody waiting who holds or erases, and it is done when it is replaced',
  async () => {
    const gateway = await startGateway({ environment });
    const served = await untilServed(gateway, 2);
    process.kill(served[0]?.pid ?? 0, 'SIGSTOP');
    const hold: Asked = ['/v1/audit/holds', { subject: 'ann', reason: 'a case' }];
    const erase: Asked = ['/v1/audit/erasures', { subject: 'bob' }];
    for (const act of [hold, erase]) {
      const startMs = performance.now();
      const answer = await ask(gateway, act);
      expect([answer, performance.now() - startMs < 12_000]).toEqual([
        [act[0], 503, 'not_ready', true],
        true,
      ]);
    }
    await untilLogged(gateway, ({ msg }) => msg === 'worker serves', 3);
    for (const act of [hold, erase]) expect(await ask(gateway, act)).toContain(200);
    const acts = (await readEntries(gateway)).map(({ act }) => act);
    // What was refused was not begun, and neither held nor erased anybody.
    expect(acts.filter((act) => act === 'hold')).toHaveLength(1);
    expect(acts.filter((act) => act === 'erased')).toHaveLength(3);
    expect(await gateway.stop()).toBe(0);
  },
);

test.concurrent(
  'a worker that stands still when all are stopped is ended, and so is the gateway',
  async () => {
    const gateway = await startGateway({ environment });
    const [first] = await untilServed(gateway, 2);
    process.kill(first?.pid ?? 0, 'SIGSTOP');
    expect(await gateway.stop()).toBe(0);
    expect(gateway.logs()).toContainEqual(
      expect.objectContaining({ msg: 'stopped', whole: false }),
    );
  },
);

test.concurrent('a worker that is told to end while the primary stands still ends', async () => {
  const gateway = await startGateway({ environment });
  const [first] = await untilServed(gateway, 2);
  gateway.process.kill('SIGSTOP');
  process.kill(first?.pid ?? 0, 'SIGTERM');
  await untilLogged(
    gateway,
    ({ msg, worker }) => msg === 'worker stopped' && worker === first?.worker,
  );
  gateway.process.kill('SIGCONT');
  await untilServed(gateway, 3);
  expect(await gateway.stop()).toBe(0);
});
