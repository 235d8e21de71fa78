/** Values of the index's rows, or the word that it is not what was written. */
import type { SQLOutputValue } from 'node:sqlite';

/** The index contradicts itself or the journal; it has to be built anew. */
export class StaleIndexError extends Error {}

export function wholeOf(value: SQLOutputValue | undefined): number {
  if (typeof value === 'number') return value;
  throw new StaleIndexError('not a number');
}

export function textOf(value: SQLOutputValue | undefined): string {
  if (typeof value === 'string') return value;
  throw new StaleIndexError('not a text');
}
