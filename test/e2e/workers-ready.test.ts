/** Whichever of several workers is asked whether the gateway is ready, it speaks for the logs of all. */
import { expect, test } from '@jest/globals';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { startGateway } from '../support/gateway.ts';
import { quickPolicy } from '../support/quick-policy.ts';
import { until } from '../support/until.ts';
import { callAnyWorker } from '../support/workers.ts';

const environment = { ...quickPolicy, GATEWAY_WORKERS: '2', GATEWAY_RATE_LIMIT: '0' };
const asks = 12;

test('a log of one worker that cannot be written is told of by each', async () => {
  const gateway = await startGateway({ environment });
  try {
    expect((await callAnyWorker(gateway, '/readyz')).json['checks']).toMatchObject({ audit: 'ok' });
    const journal = join(gateway.data, 'audit/workers/2/journal/00000001.jsonl');
    renameSync(journal, `${journal}.gone`);
    await until(async () => {
      await callAnyWorker(gateway, '/v1/validate', { body: { prompt: 'Hello.' } });
      return (await callAnyWorker(gateway, '/readyz')).status === 503;
    });
    for (let ask = 0; ask < asks; ask += 1) {
      const { status, json } = await callAnyWorker(gateway, '/readyz');
      expect([status, json['checks']]).toEqual([
        503,
        expect.objectContaining({ audit: expect.not.stringMatching(/^ok$/) }),
      ]);
    }
  } finally {
    await gateway.stop();
  }
});
