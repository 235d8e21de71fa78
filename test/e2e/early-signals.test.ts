/** Signals that come while the gateway starts: whoever sends them cannot know how far it is. */
import { describe, expect, test } from '@jest/globals';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call } from '../support/call.ts';
import { startGateway } from '../support/gateway.ts';

/** Its first act, well before it takes calls. */
const loaded = '"act":"loaded"';

function sending(...signals: readonly NodeJS.Signals[]) {
  let sent = false;
  return (line: string, child: ChildProcess): void => {
    if (sent || !line.includes(loaded)) return;
    sent = true;
    for (const signal of signals) child.kill(signal);
  };
}

describe.each(['1', '2'])('a start with workers: %s', (workers) => {
  const environment = { GATEWAY_WORKERS: workers };

  test('goes on when it is asked to read policies again or to restart workers', async () => {
    const onStarting = sending('SIGHUP', 'SIGUSR2');
    const gateway = await startGateway({ environment, onStarting });
    expect((await call(`${gateway.url}/healthz`)).status).toBe(200);
    expect(await gateway.stop()).toBe(0);
  });

  test('ends with status 0 when it is asked to end, and the next one serves', async () => {
    const data = await mkdtemp(join(tmpdir(), 'governance-early-'));
    const onStarting = sending('SIGTERM');
    await expect(startGateway({ data, environment, onStarting })).rejects.toThrow(/ended with 0: /);
    const gateway = await startGateway({ data, environment });
    expect((await call(`${gateway.url}/healthz`)).status).toBe(200);
    await gateway.stop();
    await rm(data, { recursive: true, force: true });
  });
});
