/** What the primary says to a worker that has only just been started, and does not listen yet, is heard all the same. */
import { expect, test } from '@jest/globals';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGateway } from '../support/gateway.ts';
import { quickPolicy } from '../support/quick-policy.ts';
import { until } from '../support/until.ts';
import { listServed, untilServed } from '../support/workers.ts';

/** So long it does nothing, once it says that it is there. */
const waitMs = 2_000;
/** One that heard nothing of it would serve on without end. */
const stopMsMax = 30_000;

test.each([
  ['nothing else listens', ''],
  ['something else listens', "process.on('message', () => undefined);"],
])('a stop ends a worker that starts where %s to its primary', async (_, listen) => {
  const folder = await mkdtemp(join(tmpdir(), 'governance-unready-'));
  const [slow, waits, preload] = ['slow', 'waits', 'agent.mjs'].map((name) => join(folder, name));
  const lines = [
    "import { existsSync, writeFileSync } from 'node:fs';",
    "import { setTimeout } from 'node:timers/promises';",
    listen,
    `if (existsSync(${JSON.stringify(slow)})) {`,
    `  writeFileSync(${JSON.stringify(waits)}, '');`,
    `  await setTimeout(${waitMs});`,
    '}',
  ];
  await writeFile(preload ?? '', lines.join('\n'));
  const environment = {
    ...{ ...quickPolicy, GATEWAY_WORKERS: '2' },
    NODE_OPTIONS: `--import=${preload}`,
  };
  const gateway = await startGateway({ data: join(folder, 'data'), environment });
  const [first] = await untilServed(gateway, 2);
  await writeFile(slow ?? '', '');
  process.kill(first?.pid ?? 0, 'SIGKILL');
  await until(() => existsSync(waits ?? ''), gateway.output);
  const status = await Promise.race([
    gateway.stop(),
    new Promise((resolve) => setTimeout(resolve, stopMsMax, 'it goes on').unref()),
  ]);
  if (status === 'it goes on') process.kill(gateway.pid, 'SIGKILL');
  expect(status).toBe(0);
  // It had no log to close yet.
  expect(listServed(gateway)).toHaveLength(2);
  await rm(folder, { recursive: true });
});
