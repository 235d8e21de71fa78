/** The lines of a journal file for a verification, which goes on where a line is longer than any may be. */
import { LongLineError, lineBytesMax, readSpans } from '../journal-files.ts';
import type { OnSpan } from '../journal-files.ts';

/** What stands behind the last line. */
export type Rest = {
  readonly end: number;
  /** In words, what it is; undefined where there is nothing. */
  readonly fault?: { readonly detail: string; readonly isLong: boolean };
};

export function readAllSpans(path: string, onSpan: OnSpan, size: number): Rest {
  try {
    const { end, torn } = readSpans(path, onSpan, 0, size);
    if (torn === 0) return { end };
    const detail = `the last ${torn} bytes are no whole entry`;
    return { end, fault: { detail, isLong: torn > lineBytesMax } };
  } catch (error) {
    if (!(error instanceof LongLineError)) throw error;
    const detail = `what stands there is longer than ${lineBytesMax} bytes and no entry`;
    return { end: error.at, fault: { detail, isLong: true } };
  }
}
