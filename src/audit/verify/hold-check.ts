/** Compares legal holds with the entries that tell of them: without its row what a hold protects could be destroyed. */
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { KeyStore, keyStorePath, readingKeys } from '../content/key-store.ts';
import type { Findings } from './report.ts';
import type { EntryScan } from './scan-entry.ts';

const heldMax = 100_000;
const subjectDetail = z.object({ subject: z.string(), through: z.int().optional() });

export class HoldCheck {
  readonly #directory: string;
  readonly #findings: Findings;
  /** Subjects that are held after the entries taken so far, with the entry that says so. */
  readonly #held = new Map<string, number>();
  /** As they were before the journal was measured: a hold that is released meanwhile was there then. */
  readonly #before: ReadonlySet<string>;

  readonly #isCopy: boolean;

  /** Keys and holds are never shipped: a copy has none. */
  constructor(directory: string, findings: Findings, isCopy: boolean) {
    this.#directory = directory;
    this.#isCopy = isCopy;
    this.#findings = findings;
    this.#before = readHolds(directory);
  }

  /** Takes an entry of an act on the trail. */
  take(entry: EntryScan, type: string, seq: number): void {
    const act = entry.text('act');
    if (act !== (type === 'erasure' ? 'erased' : 'hold') && act !== 'release') return;
    const { data } = subjectDetail.safeParse(JSON.parse(entry.json('detail') || 'null'));
    if (data === undefined) {
      // What was destroyed and cannot be read is told of with the content.
      if (act !== 'erased') this.#altered(seq, `entry ${seq}`, 'whom it is about cannot be read');
      return;
    }
    if (act === 'release') this.#held.delete(data.subject);
    else if (act === 'erased') this.#expectFree(data.subject, data.through ?? 0, seq);
    else if (!this.#held.has(data.subject) && this.#held.size < heldMax)
      this.#held.set(data.subject, seq);
  }

  /** `whole`: all entries were read, and none is being written. */
  end(whole: boolean): void {
    if (this.#isCopy) return;
    const now = readHolds(this.#directory);
    for (const [subject, seq] of this.#held) {
      if (now.has(subject) || this.#before.has(subject)) continue;
      const detail = `${subject} is under legal hold by entry ${seq}, and the row of \`holds\` that keeps it is gone: hold that subject again`;
      this.#altered(seq, 'keys.sqlite', detail);
    }
    if (!whole || this.#held.size >= heldMax) return;
    const untold = [...now].filter((subject) => !this.#held.has(subject));
    if (untold.length > 0)
      this.#findings.note(
        `${untold.length} subjects are held and no entry says so, as after a crash; the first is ${untold[0] ?? ''}`,
      );
  }

  /** Nobody who is held is erased, so where that happened the row was taken away for it. */
  #expectFree(subject: string, through: number, seq: number): void {
    const held = this.#held.get(subject);
    if (held === undefined || through === 0) return;
    const detail = `it destroyed what entry ${held} put under legal hold`;
    this.#altered(seq, `entry ${seq}`, detail);
  }

  #altered(seq: number, place: string, detail: string): void {
    this.#findings.add({ verdict: 'altered', seq, place, detail });
  }
}

function readHolds(directory: string): ReadonlySet<string> {
  if (!existsSync(keyStorePath(directory))) return new Set();
  return readingKeys(() => {
    const store = new KeyStore(directory, true);
    try {
      return new Set(store.holds(heldMax));
    } finally {
      store.close();
    }
  });
}
