import { afterEach, describe, expect, test } from '@jest/globals';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { indexPath } from '../../../src/audit/index-sqlite.ts';
import { readListQuery } from '../../../src/audit/search/query.ts';
import { decisionEvent } from '../../support/audit-samples.ts';
import { cleanTrails, openNew } from '../../support/trail-directory.ts';
import { until } from '../../support/until.ts';

afterEach(cleanTrails);

const indexIntervalMs = 40;
const query = readListQuery(new URLSearchParams('type=decision'), Date.now());

describe('the index', () => {
  test('rests while others need the core, and is whole for whoever asks', async () => {
    const { directory, trail } = await openNew({ indexIntervalMs });
    trail.restWhile(() => true);
    await trail.record(decisionEvent());
    await sleep(3 * indexIntervalMs);
    expect(existsSync(indexPath(directory))).toBe(false);
    const { answer } = await trail.listEntries(query);
    expect(answer.entries.length).toBe(1);
  });

  test('rests for a while only, however long they need it', async () => {
    const { directory, trail } = await openNew({ indexIntervalMs });
    let asked = 0;
    trail.restWhile(() => (asked += 1) > 0);
    await trail.record(decisionEvent());
    await until(() => existsSync(indexPath(directory)));
    expect(asked).toBeGreaterThanOrEqual(10);
  });
});
