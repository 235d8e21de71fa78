/** Signals that come while the gateway starts: whoever sends them cannot know how far it is. */
import { describe, expect, test } from '@jest/globals';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call } from '../support/call.ts';
import { startGateway } from '../support/gateway.ts';
import { quickPolicy } from '../support/quick-policy.ts';

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

/** More often than a signal can come too late on any machine. */
const triesMax = 10;

/** How a start ends that is asked to; again where it was over before the signal came. */
async function endEarly(
  data: string,
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const onStarting = sending('SIGTERM');
    const ended = await startGateway({ data, environment, onStarting }).then(
      async (gateway) => {
        await gateway.stop();
        return undefined;
      },
      (error: unknown) => String(error),
    );
    if (ended !== undefined) return ended;
  }
  return 'it was never asked in time';
}

describe.each(['1', '2'])('a start with workers: %s', (workers) => {
  const environment = { ...quickPolicy, GATEWAY_WORKERS: workers };

  test('goes on when it is asked to read policies again or to restart workers, and opens no debugger', async () => {
    const onStarting = sending('SIGHUP', 'SIGUSR2', 'SIGUSR1');
    const gateway = await startGateway({ environment, onStarting });
    expect((await call(`${gateway.url}/healthz`)).status).toBe(200);
    expect(await gateway.stop()).toBe(0);
    // A port on which anybody of the machine could have it run anything.
    expect(gateway.output()).not.toContain('Debugger listening');
  });

  test('ends with status 0 when it is asked to end, and the next one serves', async () => {
    const data = await mkdtemp(join(tmpdir(), 'governance-early-'));
    expect(await endEarly(data, environment)).toMatch(/ended with 0: /);
    const gateway = await startGateway({ data, environment });
    expect((await call(`${gateway.url}/healthz`)).status).toBe(200);
    await gateway.stop();
    await rm(data, { recursive: true, force: true });
  });
});
