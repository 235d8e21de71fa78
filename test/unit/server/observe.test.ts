/** What is counted and logged is what became durable, and no call waits for it. */
import { describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import type { GovernanceEvent } from '../../../src/governance/event.ts';
import { EventLog } from '../../../src/server/event-log.ts';
import { observe, type Observer } from '../../../src/server/observe.ts';

const actor = { key: '', owner: 'gateway', team: '', subject: '', address: '', agent: '' };
const event: GovernanceEvent = { type: 'policy', actor, act: 'loaded', detail: {} };

function scene(observers: readonly Observer[]) {
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  let seq = 0;
  const next = () => Promise.resolve({ id: `entry-${(seq += 1)}`, seq });
  const record = observe(next, observers, { events: new EventLog(log), log });
  return { record, lines };
}

describe('observe()', () => {
  test('tells of entries in their order, behind the next step of their calls', async () => {
    const told: string[] = [];
    const { record } = scene([{ observe: (_event, entry) => void told.push(entry) }]);
    await Promise.all([record(event), record(event)]);
    told.push('next step');
    await new Promise(setImmediate);
    expect(told).toEqual(['next step', 'entry-1', 'entry-2']);
  });

  test('logs what is wrong with an observer, and goes on', async () => {
    const seen: string[] = [];
    const fail = (_event: GovernanceEvent, entry: string): void => {
      seen.push(entry);
      if (entry === 'entry-1') throw new Error('broken');
    };
    const { record, lines } = scene([{ observe: fail }]);
    await Promise.all([record(event), record(event)]);
    await new Promise(setImmediate);
    expect(seen).toEqual(['entry-1', 'entry-2']);
    expect(lines.join('')).toMatch(/broken.*could not be counted or logged/);
  });
});
