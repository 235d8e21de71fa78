import { describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import type { DeniedEvent } from '../../../src/governance/event.ts';
import { GatewayError } from '../../../src/errors.ts';
import { toDeniedEvent } from '../../../src/server/denied.ts';
import { EventLog } from '../../../src/server/event-log.ts';

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

  test('leaves none untold when it is closed', async () => {
    const { events, lines } = open();
    events.tell(refused('one'), { id: 'e2', seq: 2, counted: true });
    events.close();
    expect(lines).toEqual([{ ...line, entry: 'e2', count: 1 }]);
    await sleep(2 * countedMs);
    expect(lines.length).toBe(1);
  });
});
