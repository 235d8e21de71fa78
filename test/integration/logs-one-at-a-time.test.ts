/** What reads several logs to their end: a second one meanwhile is refused at once, and gets no half of an answer. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { joinLogs } from '../../src/audit/joined/joined-trail.ts';
import type { Log } from '../../src/audit/joined/log.ts';
import { verifyLogs } from '../../src/audit/joined/verify-logs.ts';
import { createPrivacy } from '../../src/audit/privacy.ts';
import type { TrailReading } from '../../src/audit/trail-reading.ts';
import type { VerifyStep } from '../../src/audit/verify/verification.ts';
import { decisionEvent, sampleActor } from '../support/audit-samples.ts';
import { masterKey } from '../support/replicas.ts';
import { cleanTrails, newDirectory, openIn } from '../support/trail-directory.ts';
import { until } from '../support/until.ts';

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
    const busy = opened.logs[1]?.reading;
    if (busy === undefined) throw new Error('three logs were opened');
    const own = busy.verify({}, sampleActor);
    await own.next();
    let asked = 0;
    const verify: TrailReading['verify'] = (...given) => {
      asked += 1;
      return busy.verify(...given);
    };
    const reading = new Proxy(busy, {
      get: (of, name): unknown => (name === 'verify' ? verify : Reflect.get(of, name, of)),
    });
    const logs = opened.logs.map((log) => (log.reading === busy ? { ...log, reading } : log));
    const steps: VerifyStep[] = [];
    const whole = (async (): Promise<void> => {
      for await (const step of verifyLogs(logs, {}, sampleActor)) steps.push(step);
    })();
    // Asked a second time, it was busy at the first.
    await until(() => asked > 1);
    expect(steps.filter((step) => 'report' in step)).toEqual([]);
    await own.return(undefined);
    await whole;
    expect(steps.at(-1)).toMatchObject({
      report: { verdict: expect.any(String), logs: [{ log: 0 }, { log: 1 }, { log: 2 }] },
    });
  });
});
