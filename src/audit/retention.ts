/** Destroys kept texts when their time is over: by age and class, never under legal hold, and told in the trail. */
import { existsSync, readdirSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { contentDirectory, contentPath, isOverwritten, readBlob } from './content/address.ts';
import type { Holds } from './holds.ts';
import { KnownTime } from './known-time.ts';
import { contentClasses } from './search/expire.ts';
import type { ContentClass, Expired } from './search/expire.ts';
import type { SearchThread } from './search/thread.ts';
import { expectWiped } from './search/wiping.ts';
import { syncDirectory } from './segment-file.ts';
import { systemActor } from './system-actor.ts';
import type { Writer } from './writer.ts';

/** Days that texts are kept, by how their call was ruled; 0 keeps them for good. */
export type RetentionDays = {
  readonly allowedDays: number;
  readonly flaggedDays: number;
  readonly blockedDays: number;
  /** Days by which the clock may be ahead of what the log has lived through; over it, nothing is destroyed. */
  readonly clockAheadDaysMax: number;
};

type Due = {
  readonly beganMs: number;
  readonly classes: readonly ContentClass[];
  readonly held: ReadonlySet<string>;
  readonly confirm: () => Promise<void>;
};

const dayMs = 86_400_000;
/** An entry is written moments after its texts were given their place. */
const marginMs = 600_000;
const daysOf: Readonly<Record<ContentClass, Exclude<keyof RetentionDays, 'clockAheadDaysMax'>>> = {
  allowed: 'allowedDays',
  flagged: 'flaggedDays',
  blocked: 'blockedDays',
};

export class Retention {
  readonly #directory: string;
  readonly #days: RetentionDays;
  readonly #writer: Writer;
  readonly #search: SearchThread;
  readonly #holds: Holds;
  readonly #known: KnownTime;

  constructor(
    directory: string,
    days: RetentionDays,
    writer: Writer,
    search: SearchThread,
    holds: Holds,
  ) {
    this.#directory = directory;
    this.#days = days;
    this.#writer = writer;
    this.#search = search;
    this.#holds = holds;
    this.#known = new KnownTime({
      directory,
      aheadDaysMax: days.clockAheadDaysMax,
      otherwise: () => {
        const newest = this.#files().at(-1);
        return newest === undefined ? undefined : beginOf(newest) + dayMs;
      },
    });
  }

  /** Looks through the content files once; answers how many texts were destroyed. */
  async run(nowMs: number): Promise<number> {
    if (contentClasses.every((each) => this.#days[daysOf[each]] === 0)) return 0;
    await this.#expectBelievable(nowMs);
    let destroyed = 0;
    for (const file of this.#files()) {
      const beganMs = beginOf(file);
      const classes = contentClasses.filter((each) => {
        const days = this.#days[daysOf[each]];
        return days > 0 && beganMs + (days + 1) * dayMs <= nowMs;
      });
      if (classes.length > 0)
        destroyed += await this.#holds.destroying((held, confirm) =>
          this.#expire(file, { beganMs, classes, held, confirm }),
        );
    }
    return destroyed;
  }

  /** Nobody can tell a clock that is wrong from a gateway that was off for long; a person can. */
  async #expectBelievable(nowMs: number): Promise<void> {
    const aheadDays = await this.#known.accept(nowMs);
    if (aheadDays === undefined) return;
    const day = new Date(nowMs).toISOString().slice(0, 10);
    throw new Error(
      `the clock says ${day}, ${aheadDays} days after this log was last at work: set it right, or where it is right, ` +
        'raise `audit.retention.clockAheadDaysMax` above that and start again',
    );
  }

  #files(): readonly string[] {
    if (!existsSync(contentDirectory(this.#directory))) return [];
    return readdirSync(contentDirectory(this.#directory))
      .filter((name) => /^\d{8}-\d{4}\.bin$/.test(name))
      .map((name) => name.slice(0, -'.bin'.length))
      .sort();
  }

  async #expire(file: string, { beganMs, classes, held, confirm }: Due): Promise<number> {
    const request = {
      file,
      fromUs: (beganMs - marginMs) * 1000,
      toUs: (beganMs + dayMs + marginMs) * 1000,
      classes,
      held: [...held],
    };
    const { answer, behind } = await this.#search.ask('expire', request, this.#writer.position);
    // An index that has not caught up does not know all; the next look will.
    if (behind > 0) return 0;
    const left = this.#leftOf(file, answer);
    if (left.length === 0 && answer.kept > 0) return 0;
    await expectWiped(this.#search, () => this.#writer.position);
    await confirm();
    // Told first: what is destroyed without a word would look tampered with.
    await this.#writer.record({
      type: 'erasure',
      actor: systemActor,
      act: 'expired',
      detail: { file, classes: classes.join(','), texts: left.length, kept: answer.kept },
    });
    await this.#destroy(file, left, answer.kept > 0);
    return left.length;
  }

  /** Blobs that are there still. */
  #leftOf(file: string, { blobs }: Expired): readonly (readonly [number, number])[] {
    const left: (readonly [number, number])[] = [];
    for (let index = 0; index < blobs.length; index += 2) {
      const [offset = 0, bytes = 0] = blobs.slice(index, index + 2);
      const blob = readBlob(this.#directory, { file, offset, bytes });
      if (blob !== undefined && !isOverwritten(blob)) left.push([offset, bytes]);
    }
    return left;
  }

  /** Zeros first, so that no byte stays where the file lay. */
  async #destroy(
    file: string,
    blobs: readonly (readonly [number, number])[],
    keepFile: boolean,
  ): Promise<void> {
    const path = contentPath(this.#directory, file);
    const handle = await open(path, 'r+');
    try {
      for (const [offset, bytes] of blobs)
        await handle.write(Buffer.alloc(bytes), 0, bytes, offset);
      await handle.datasync();
    } finally {
      await handle.close();
    }
    if (keepFile) return;
    await rm(path, { force: true });
    await syncDirectory(contentDirectory(this.#directory));
  }
}

function beginOf(file: string): number {
  return Date.parse(`${file.slice(0, 4)}-${file.slice(4, 6)}-${file.slice(6, 8)}T00:00:00Z`);
}
