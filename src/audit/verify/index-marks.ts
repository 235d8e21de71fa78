/** What the index has to say of each of its blocks: the id of its first entry, and the hash of its last line. */
import { hashLine } from '../chain.ts';
import { blockRows } from '../search/block.ts';
import { readStoredEntry } from '../stored-entry.ts';

export class IndexMarks {
  readonly #firstIds = new Map<number, string>();
  readonly #endHashes = new Map<number, string>();

  /** Takes the line `buffer[start, end)` of entry `seq`. */
  take(seq: number, buffer: Buffer, start: number, end: number): void {
    const row = seq % blockRows;
    if (row !== 0 && row !== blockRows - 1) return;
    const line = buffer.subarray(start, end);
    if (row === 0) this.#firstIds.set(seq, readStoredEntry(line)?.id ?? '');
    else this.#endHashes.set(seq - row, hashLine(line));
  }

  /** Whether a block says that; of what was not read here nothing is known. */
  fit(first: number, firstId: string, endHash: string): boolean {
    const isFirst = (this.#firstIds.get(first) ?? firstId) === firstId;
    return isFirst && (this.#endHashes.get(first) ?? endHash) === endHash;
  }
}
