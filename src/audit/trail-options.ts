/** What a trail is told when it is opened. */
import type { Actor } from '../governance/event.ts';
import type { RetentionDays } from './retention.ts';
import type { SharedSettings } from './shared/settings.ts';
import type { WriterOptions } from './writer-options.ts';

export type TrailOptions = WriterOptions & {
  /** How long to wait for another process to let go of the directory; by default not at all. */
  readonly lockWaitMs?: number;
  /** How often the index catches up while nobody asks. */
  readonly indexIntervalMs?: number;
  /** How often the trail is verified while nobody asks; 0 or absent: not at all. */
  readonly verifyIntervalMs?: number;
  /** How long texts are kept; without it, for good. */
  readonly retention?: RetentionDays;
  /** Where this log is one of several: what concerns all of them. */
  readonly others?: OtherLogs;
  /** The database that entries are indexed in for all replicas; absent where there is none. */
  readonly shared?: SharedSettings | undefined;
  /** The database that replicas share their legal holds in; absent where there is none. */
  readonly holdsIn?: string | undefined;
  /** The database that replicas tell each other of erasures in; absent where there is none, and for a copy of a trail. */
  readonly erasuresIn?: string | undefined;
};

/** What a log of several has to ask of the others. */
export type OtherLogs = {
  /** Erases a subject in them; answers how many entries there carried content of it. */
  readonly erase?: (pseudonym: string, actor: Actor) => Promise<number>;
  /** Resolves when what is being destroyed in them is. */
  readonly untilDestroyed?: () => Promise<unknown>;
  /** Where the first of them lies; absent for that one itself. */
  readonly first?: string;
  /** Who is held is known to the first log. */
  readonly holds?: () => Promise<readonly string[]>;
};
