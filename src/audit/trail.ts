/** The audit trail, opened: one writer on a directory, what it keeps up to date, and the ways to read it. */
import { mkdirSync } from 'node:fs';
import type { Recorder } from '../governance/event.ts';
import { journalDirectory } from './journal-files.ts';
import { lockDirectory } from './lock.ts';
import { Writer } from './writer.ts';
import type { Health, WriterOptions } from './writer.ts';

export type TrailOptions = WriterOptions;

export type Trail = {
  /** Resolves when the entry is durable; rejects with `audit_unavailable` where it cannot be made so. */
  readonly record: Recorder;
  readonly health: () => Health;
  readonly close: () => Promise<void>;
};

/** Opens the trail in a directory, ends what a crash left open, and takes the lock that keeps other writers out. */
export async function openTrail(options: TrailOptions): Promise<Trail> {
  mkdirSync(journalDirectory(options.directory), { recursive: true, mode: 0o700 });
  const unlock = lockDirectory(options.directory);
  try {
    const writer = await Writer.open(options);
    return {
      record: writer.record,
      health: () => writer.health(),
      async close() {
        await writer.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}
