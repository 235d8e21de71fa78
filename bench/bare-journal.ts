/** The journal without the trail around it: lines that are there already, chained, hashed and written as the trail's are. */
import { makeDirectory } from '../src/audit/directory.ts';
import { toSections } from '../src/audit/entry.ts';
import { Journal } from '../src/audit/journal.ts';
import { journalDirectory } from '../src/audit/journal-files.ts';
import { startPosition } from '../src/audit/journal-options.ts';
import type { Companion } from '../src/audit/journal-options.ts';
import { createPrivacy } from '../src/audit/privacy.ts';
import { createScribe } from '../src/audit/scribe.ts';
import { requestEvent } from '../test/support/audit-samples.ts';
import type { Log } from './bare-file.ts';

const journalBytesMax = 1_073_741_824;
const writeTimeoutMs = 10_000;
const masterKeyBytes = 32;

/** Nothing has to be on the disk beside the lines. */
const alone: Companion = {
  store: () => Promise.resolve(),
  sync: () => Promise.resolve(),
  check: () => Promise.resolve(undefined),
  reset: () => Promise.resolve(),
};

/** Each append takes the same line, which was built once; it resolves when the line is durable. */
export async function openBareJournal(directory: string): Promise<Log> {
  makeDirectory(journalDirectory(directory));
  const toLine = ready();
  const journal = await Journal.open(
    {
      directory,
      durability: 'fsync',
      journalBytesMax,
      writeTimeoutMs,
      opening: toLine,
      resuming: () => ({ lines: [], settled: () => undefined }),
      onDurable: () => undefined,
      companion: alone,
      // Whoever appends is told.
      onAlarm: () => undefined,
    },
    startPosition,
  );
  const append = (): Promise<void> =>
    new Promise((resolve, reject) => {
      journal.append(toLine, (error) => (error === undefined ? resolve() : reject(error)));
    });
  return { append, end: () => journal.close() };
}

function ready(): () => string {
  const sections = toSections(requestEvent(), createPrivacy(Buffer.alloc(masterKeyBytes)));
  const line = createScribe('bench', undefined).draft('request', sections).toLine(0);
  // In one piece, as a line is that was encoded before.
  const whole = Buffer.from(line).toString();
  return () => whole;
}
