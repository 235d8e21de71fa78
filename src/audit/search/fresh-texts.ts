/** Where the texts of the newest entries lie: the columns read these entries a moment ago, and the full text need not read them again. */
import { readKeptContent } from '../content/kept-content.ts';
import type { KeptContent } from '../content/kept-content.ts';
import type { StoredEntry } from '../stored-entry.ts';
import type { Place } from './block.ts';

export type FreshText = {
  /** What was kept with the entry; undefined where nothing was. */
  readonly content: KeptContent | undefined;
  /** Where its line ends. */
  readonly segment: number;
  readonly offset: number;
};

/** Some kilobytes for ten of them; the full text reads for itself what it is further behind. */
const freshMax = 4000;

export class FreshTexts {
  readonly #bySeq = new Map<number, FreshText>();

  note(entry: StoredEntry, { segment, offset, bytes }: Place): void {
    const content = entry['content'] === undefined ? undefined : readKeptContent(entry);
    this.#bySeq.set(entry.seq, { content, segment, offset: offset + bytes + 1 });
    if (this.#bySeq.size <= freshMax) return;
    const [oldest = 0] = this.#bySeq.keys();
    this.#bySeq.delete(oldest);
  }

  has(seq: number): boolean {
    return this.#bySeq.has(seq);
  }

  take(seq: number): FreshText | undefined {
    const fresh = this.#bySeq.get(seq);
    this.#bySeq.delete(seq);
    return fresh;
  }
}
