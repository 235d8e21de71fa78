/** Why nothing can be written at the moment, since when, and how many entries were given up for it. */
import { statfs } from 'node:fs/promises';
import { AlteredError } from './segment-file.ts';
import type { Gap } from './journal-options.ts';

/** Less than that free, and what has just been mended would break again with the next few entries. */
const resumeBytesMin = 1_048_576;

export class Trouble implements Gap {
  readonly reason: string;
  readonly sinceMs = Date.now();
  lost: number;
  /** Somebody else touched the file: there is no going on. */
  altered: boolean;

  constructor(error: unknown, lost: number) {
    this.reason = Trouble.reasonOf(error);
    this.lost = lost;
    this.altered = error instanceof AlteredError;
  }

  static reasonOf(error: unknown): string {
    return error instanceof Error ? error.message : String(error);
  }

  add(error: unknown, lost: number): void {
    this.lost += lost;
    this.altered ||= error instanceof AlteredError;
  }
}

export async function expectRoom(directory: string): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  if (bavail * bsize < resumeBytesMin)
    throw new Error('there is hardly any space left on the disk');
}
