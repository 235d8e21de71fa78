/** What reads several logs to their end: a second one meanwhile is refused at once, and gets no half of an answer. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { joinLogs } from '../../src/audit/joined/joined-trail.ts';
import type { Log } from '../../src/audit/joined/log.ts';
import { createPrivacy } from '../../src/audit/privacy.ts';
import type { TrailReading } from '../../src/audit/trail-reading.ts';
import type { VerifyStep } from '../../src/audit/verify/verification.ts';
import { decisionEvent, sampleActor } from '../support/audit-samples.ts';
import { masterKey } from '../support/replicas.ts';
import { cleanTrails, newDirectory, openIn } from '../support/trail-directory.ts';

type Opened = { readonly logs: readonly Log[]; readonly all: TrailReading };
type Steps = AsyncGenerator<unknown, undefined>;

afterEach(cleanTrails);

async function openLogs(count: number): Promise<Opened> {
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
  return { logs, all: joinLogs({ first, others, record: first.reading.record, toPseudonym }) };
}

const exportAll = ({ all }: Opened): Steps => all.exportEvidence({ terms: [] }, sampleActor);
const verifyAll = ({ all }: Opened): Steps => all.verify({}, sampleActor);

describe.each([
  ['bundle', exportAll],
  ['verification', verifyAll],
])('a second %s', (_name, begin) => {
  test('is refused from the first to the last step of the one before, whichever log that is at', async () => {
    const opened = await openLogs(3);
    const first = begin(opened);
    let steps = 0;
    while ((await first.next()).done !== true) {
      steps += 1;
      // At once: with a piece of it, whoever asks would have been told that all is well.
      await expect(begin(opened).next()).rejects.toMatchObject({ code: 'overloaded' });
    }
    expect(steps).toBeGreaterThanOrEqual(2);
    expect((await begin(opened).next()).done).toBe(false);
  });

  test('is made when the one before was left', async () => {
    const opened = await openLogs(2);
    const first = begin(opened);
    await first.next();
    await first.return(undefined);
    const second = begin(opened);
    expect((await second.next()).done).toBe(false);
    await second.return(undefined);
  });
});

describe('a verification of all logs', () => {
  test('waits for a log that verifies itself', async () => {
    const opened = await openLogs(3);
    const own = opened.logs[1]?.reading.verify({}, sampleActor);
    await own?.next();
    let last: VerifyStep | undefined;
    const whole = (async (): Promise<void> => {
      for await (const step of opened.all.verify({}, sampleActor)) last = step;
    })();
    await sleep(300);
    expect(last).not.toHaveProperty('report');
    await own?.return(undefined);
    await whole;
    expect(last).toMatchObject({
      report: { verdict: expect.any(String), logs: [{ log: 0 }, { log: 1 }, { log: 2 }] },
    });
  });
});
