/** The clock of the day is set, or stands still: the trail beats on, keeps its checkpoints, and stays intact. */
import { afterEach, expect, test } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifyTrail } from '../../../src/audit/verify.ts';
import { decisionEvent } from '../../support/audit-samples.ts';
import { cleanTrails, openNew, readEntries } from '../../support/trail-directory.ts';
import { until } from '../../support/until.ts';

const hourMs = 3_600_000;
const real = Date.now;

afterEach(async () => {
  Date.now = real;
  await cleanTrails();
});

test.each([
  ['is set back', () => real() - hourMs],
  ['is set forward', () => real() + hourMs],
  ['stands still', (stopped: number) => stopped],
])('while its clock %s', async (_, clock) => {
  const masterKey = Buffer.alloc(32, 3);
  const often = { heartbeatMs: 60, sealIntervalMs: 10, historyIntervalMs: 50 };
  const { directory, trail } = await openNew({ ...often, masterKey });
  const kept = join(directory, 'checkpoints.jsonl');
  const countKept = (): number =>
    existsSync(kept) ? readFileSync(kept, 'utf8').split('\n').length - 1 : 0;
  const countBeats = (): number =>
    readEntries(directory).filter(({ cause }) => cause === 'idle').length;
  await trail.record(decisionEvent());
  await until(() => countKept() > 0);
  const stoppedMs = real();
  Date.now = () => clock(stoppedMs);
  const [keptBefore, beatsBefore] = [countKept(), countBeats()];
  for (let round = 0; round < 3; round += 1) await trail.record(decisionEvent());
  await until(() => countKept() > keptBefore + 1 && countBeats() > beatsBefore + 1);
  await trail.close();
  expect(verifyTrail({ directory, masterKey })).toMatchObject({ verdict: 'intact', faults: [] });
  // By number they stand in order, and so do their names, whatever the clock says of them.
  const entries = readEntries(directory);
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_entry, index) => index));
  const ids = entries.map(({ id }) => String(id));
  expect(ids).toEqual(ids.toSorted());
});
