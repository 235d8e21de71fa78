import { describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import type { DeniedEvent } from '../../../src/governance/event.ts';
import { GatewayError } from '../../../src/errors.ts';
import { toDeniedEvent } from '../../../src/server/denied.ts';
import { EventLog } from '../../../src/server/event-log.ts';
import { allowed, answerTo, requestEvent } from '../../support/audit-samples.ts';

const actor = { key: 'key-1', owner: '', team: '', subject: '', address: '', agent: '' };

const countedMs = 50;

function open() {
  const lines: unknown[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const events = new EventLog(pino({ base: null, timestamp: false }, destination), countedMs);
  return { events, lines };
}

function refused(requestId: string): DeniedEvent {
  const error = new GatewayError('overloaded', 'try again');
  return toDeniedEvent({
    ...{ exchange: requestId, requestId, actor, dialect: 'openai', route: '', error },
  });
}

const line = { level: 30, key: 'key-1', status: 503, code: 'overloaded', msg: 'denied' };

describe('the log of events', () => {
  test('has a line for each refused call that has an entry', () => {
    const { events, lines } = open();
    events.tell(refused('one'), { id: 'e1', seq: 1 });
    events.tell(refused('two'), { id: 'e2', seq: 2 });
    expect(lines).toEqual([
      { ...line, request_id: 'one', entry: 'e1' },
      { ...line, request_id: 'two', entry: 'e2' },
    ]);
  });

  test('has one line in a while for those of a flood, under the entry that they are counted under', async () => {
    const { events, lines } = open();
    for (let each = 0; each < 5; each += 1)
      events.tell(refused(`more-${each}`), { id: 'e2', seq: 2, counted: true });
    events.tell(refused('other'), { id: 'e9', seq: 9, counted: true });
    expect(lines).toEqual([]);
    await sleep(2 * countedMs);
    const counted = [
      { ...line, entry: 'e2', count: 5 },
      { ...line, entry: 'e9', count: 1 },
    ];
    expect(lines).toEqual(counted);
    events.tell(refused('later'), { id: 'e2', seq: 2, counted: true });
    await sleep(2 * countedMs);
    expect(lines.slice(2)).toEqual([{ ...line, entry: 'e2', count: 1 }]);
  });

  test('names each check that could not run, and why, once in a while', async () => {
    const { events, lines } = open();
    const toxic = { check: 'toxicity', reason: 'the detector `toxicity` could not be reached' };
    const long = { check: 'company/size', reason: 'the condition could not be evaluated' };
    const request = requestEvent({ ruling: { ...allowed, failures: [toxic, toxic, long] } });
    events.tell(request, { id: 'e1', seq: 1 });
    const ruling = { ...allowed, failures: [toxic] };
    events.tell(answerTo(request, { ruling }), { id: 'e2', seq: 2 });
    await sleep(2 * countedMs);
    const told = { level: 40, msg: 'a check could not run', entry: 'e1' };
    expect(lines.slice(1)).toEqual([
      { ...told, ...toxic, count: 3 },
      { ...told, ...long, count: 1 },
    ]);
  });

  test('says why a call failed', () => {
    const { events, lines } = open();
    const reason = 'the upstream `u` did not answer';
    events.tell(answerTo(requestEvent(), { type: 'failed', reason }), { id: 'e1', seq: 1 });
    expect(lines).toEqual([expect.objectContaining({ decision: 'failed', reason })]);
  });

  test('leaves none untold when it is closed', async () => {
    const { events, lines } = open();
    events.tell(refused('one'), { id: 'e2', seq: 2, counted: true });
    events.close();
    expect(lines).toEqual([{ ...line, entry: 'e2', count: 1 }]);
    await sleep(2 * countedMs);
    expect(lines.length).toBe(1);
  });
});
