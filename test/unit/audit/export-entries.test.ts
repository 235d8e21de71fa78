import { describe, expect, test } from '@jest/globals';
import { exportEntries } from '../../../src/audit/export/export-entries.ts';
import type { Answered } from '../../../src/audit/search/question.ts';
import type { Page } from '../../../src/audit/search/reader.ts';
import { systemActor } from '../../../src/audit/system-actor.ts';
import type { GovernanceEvent } from '../../../src/governance/event.ts';

/** An index that has caught up when so much time has passed. */
function listen(caughtUpAfterMs: number) {
  const beganMs = performance.now();
  const asked = { times: 0 };
  const told: GovernanceEvent[] = [];
  const pieces = exportEntries(
    { filter: { terms: [] }, format: 'jsonl' },
    {
      actor: systemActor,
      query: () => Promise.resolve(''),
      record: (event) => {
        told.push(event);
        return Promise.resolve({ id: 'ffff', seq: told.length });
      },
      list: (): Promise<Answered<Page>> => {
        asked.times += 1;
        const behind = performance.now() - beganMs < caughtUpAfterMs ? 1 : 0;
        return Promise.resolve({ answer: { entries: [], next: null, reviews: {} }, behind });
      },
    },
  );
  return { asked, told, pieces };
}

describe('an export from an index that is behind', () => {
  test('waits between one question and the next, and ends when it has caught up', async () => {
    const { asked, told, pieces } = listen(300);
    while ((await pieces.next()).done !== true);
    expect(asked.times).toBeGreaterThan(1);
    expect(asked.times).toBeLessThanOrEqual(8);
    expect(told.map((event) => ('act' in event ? event.act : ''))).toEqual(['begun', 'finished']);
  });
});
