/** One evidence bundle of several logs: whoever asks for another meanwhile is refused, and gets no half of one. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { joinLogs } from '../../src/audit/joined/joined-trail.ts';
import { createPrivacy } from '../../src/audit/privacy.ts';
import type { TrailReading } from '../../src/audit/trail-reading.ts';
import { decisionEvent, sampleActor } from '../support/audit-samples.ts';
import { masterKey } from '../support/replicas.ts';
import { cleanTrails, newDirectory, openIn } from '../support/trail-directory.ts';

const everything = { terms: [] };

afterEach(cleanTrails);

async function openLogs(count: number): Promise<TrailReading> {
  const logs = [];
  for (let log = 0; log < count; log += 1) {
    const directory = newDirectory();
    const { trail } = await openIn(directory, { masterKey });
    await trail.record(decisionEvent());
    logs.push({ log, directory, reading: trail });
  }
  const [first, ...others] = logs;
  if (first === undefined) throw new Error('at least one log is needed');
  const { toPseudonym } = createPrivacy(masterKey);
  return joinLogs({ first, others, record: first.reading.record, toPseudonym });
}

async function takeWhole(reading: TrailReading): Promise<number> {
  let bytes = 0;
  for await (const piece of reading.exportEvidence(everything, sampleActor)) bytes += piece.length;
  return bytes;
}

describe('a second bundle', () => {
  test('is refused from the first to the last byte of the one before, whichever log that is at', async () => {
    const all = await openLogs(3);
    const first = all.exportEvidence(everything, sampleActor);
    let pieces = 0;
    while ((await first.next()).done !== true) {
      pieces += 1;
      // At once: with a piece of it, whoever asks would have been told that all is well.
      await expect(all.exportEvidence(everything, sampleActor).next()).rejects.toMatchObject({
        code: 'overloaded',
      });
    }
    expect(pieces).toBeGreaterThanOrEqual(3);
    expect(await takeWhole(all)).toBeGreaterThan(0);
  });

  test('is made when the one before was left', async () => {
    const all = await openLogs(2);
    const first = all.exportEvidence(everything, sampleActor);
    await first.next();
    await first.return(undefined);
    expect(await takeWhole(all)).toBeGreaterThan(0);
  });
});
