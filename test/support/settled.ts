/** Waits until the trail of a gateway that was just started has written something, however slow the machine is. */
import { setTimeout as sleep } from 'node:timers/promises';
import { call } from './call.ts';
import type { RunningGateway } from './gateway.ts';

/** What it asks for is recorded as an act of an administrator, so it counts for no call that is judged. */
export async function settled(gateway: RunningGateway): Promise<RunningGateway> {
  for (let tries = 0; tries < 60; tries += 1) {
    const { status } = await call(`${gateway.url}/v1/policies/explain`, {
      key: gateway.key,
      body: { text: 'a text to begin with' },
    });
    if (status === 200) return gateway;
    await sleep(250);
  }
  throw new Error('the trail of the gateway could not be written');
}
