/** An index whose thread hangs in a call to the system: whoever reads is told in time, and the end does not wait for it. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { segmentPath } from '../../../src/audit/journal-files.ts';
import type { Position } from '../../../src/audit/journal-options.ts';
import { SearchThread } from '../../../src/audit/search/thread.ts';
import { decisionEvent } from '../../support/audit-samples.ts';
import { cleanTrails, openNew, readJournal } from '../../support/trail-directory.ts';
import { until } from '../../support/until.ts';

const masterKey = new Uint8Array(32);

let directory: string;
let entry: string;
let position: Position;
let search: SearchThread;
let alarms: string[];
let healing: NodeJS.Timeout;
beforeEach(async () => {
  const opened = await openNew({ masterKey });
  ({ directory } = opened);
  entry = (await opened.trail.record(decisionEvent())).id;
  await opened.trail.close();
  const journal = segmentPath(directory, 1);
  const link = { seq: readJournal(directory).length, prev: '' };
  position = { segment: 1, offset: statSync(journal).size, link };
  rmSync(join(directory, 'index.sqlite'), { force: true });
  // Nothing hangs as surely as the opening of a pipe that nobody writes to.
  renameSync(journal, `${journal}.aside`);
  spawnSync('mkfifo', [journal]);
  alarms = [];
  const onAlarm = (message: string): unknown => alarms.push(message);
  search = new SearchThread({ directory, masterKey, answerMs: 300, onAlarm });
});
afterEach(async () => {
  // A thread that was left behind has to end before its file goes.
  await sleep(500);
  clearInterval(healing);
  await cleanTrails();
});

/** The file is what it was, and whoever waits at the pipe gets through and finds nothing in it. */
function heal(): void {
  const journal = segmentPath(directory, 1);
  const pipe = `${journal}.pipe`;
  renameSync(journal, pipe);
  renameSync(`${journal}.aside`, journal);
  healing = setInterval(() => {
    closeSync(openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK));
  }, 10);
}

test('whoever reads is told that it is not ready, the log once, and that it answers again', async () => {
  for (let asked = 0; asked < 2; asked += 1)
    await expect(search.ask('entry', entry, position)).rejects.toMatchObject({ code: 'not_ready' });
  expect(alarms).toEqual(['the search index does not answer']);
  // It is counted from the first thing on that it was told, however much more it is told.
  expect(search.silentMs).toBeGreaterThan(500);
  heal();
  await until(() =>
    search.ask('entry', entry, position).then(
      ({ answer }) => answer.kind === 'found' && answer.entry.id === entry,
      () => false,
    ),
  );
  expect(alarms).toEqual(['the search index does not answer', 'the search index answers again']);
  expect(search.silentMs).toBe(0);
  search.follow(position, false);
  await until(() => search.silentMs === 0);
  await search.close();
});

test('a stop does not wait for it', async () => {
  const asked = search.ask('entry', entry, position);
  await expect(asked).rejects.toMatchObject({ code: 'not_ready' });
  const beganMs = performance.now();
  await search.close();
  expect(performance.now() - beganMs).toBeLessThan(10_000);
  heal();
});
