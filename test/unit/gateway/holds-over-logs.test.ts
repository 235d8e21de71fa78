/** A hold is answered when no log of the gateway destroys anything any more that it did not know of. */
import { afterEach, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { pino } from 'pino';
import type { TrailReading } from '../../../src/audit/trail-reading.ts';
import { readConfig } from '../../../src/config/config.ts';
import { GatewayError } from '../../../src/errors.ts';
import { openWholeTrail } from '../../../src/gateway/trails.ts';
import { sampleActor } from '../../support/audit-samples.ts';
import { cleanTrails, newDirectory, readEntries } from '../../support/trail-directory.ts';

afterEach(cleanTrails);

const masterKey = new Uint8Array(32).fill(5);
const who = { subject: 'carol' };

/** A gateway whose one worker ends what it destroys when that is told here. */
async function open(untilDestroyed: () => Promise<void>) {
  const data = newDirectory();
  const read = readConfig({ flags: {}, environment: { GATEWAY_DATA: data }, cwd: data });
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  const log = pino({ level: 'silent' });
  const worker = { untilDestroyed } as TrailReading;
  const whole = await openWholeTrail({ config: read.config, masterKey, log }, 1, () => worker);
  return { ...whole, audit: join(data, 'audit') };
}

test('a hold waits for what a worker is destroying', async () => {
  const going = Promise.withResolvers<undefined>();
  const whole = await open(async () => {
    await going.promise;
  });
  let isHeld = false;
  const holding = whole.reading
    .holdSubject(who, 'a lawsuit', sampleActor)
    .then(() => (isHeld = true));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(isHeld).toBe(false);
  going.resolve(undefined);
  await holding;
  expect((await whole.reading.listHolds()).length).toBe(1);
  await whole.close();
});

test('a hold is refused, and nobody is held, where a worker does not say what it destroys', async () => {
  const gone = new GatewayError('not_ready', 'worker 1 does not answer now');
  const whole = await open(() => Promise.reject(gone));
  await expect(whole.reading.holdSubject(who, 'a lawsuit', sampleActor)).rejects.toThrow(gone);
  expect(await whole.reading.listHolds()).toEqual([]);
  expect(readEntries(whole.audit).filter(({ act }) => act === 'hold')).toEqual([]);
  await whole.close();
});
