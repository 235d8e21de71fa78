/** What the journal is told, and the words it shares with those who work with it. */
import { firstLink } from './chain.ts';
import type { Link } from './chain.ts';

export type Durability = 'fsync' | 'os';

/** The end of what is durable. */
export type Position = { readonly segment: number; readonly offset: number; readonly link: Link };

export const startPosition: Position = { segment: 1, offset: 0, link: firstLink };

/** Writes one line for the number that it is given; its chain is closed later. */
export type LineWriter = (seq: number) => string;

export type Gap = { readonly reason: string; readonly lost: number; readonly sinceMs: number };

export type Resumption = { readonly lines: readonly LineWriter[]; readonly settled: () => void };

/** Texts that lie one behind the other, in memory from `from` to `to` and in their file from `offset` on. */
export type Run = {
  readonly day: number;
  readonly number: number;
  readonly offset: number;
  readonly from: number;
  readonly to: number;
};

export type Texts = { readonly room: Buffer; readonly runs: readonly Run[] };

/** What has to be on disk together with the entries that name it. */
export type Companion = {
  /** What waits for the next batch; undefined where nothing does. */
  readonly take: () => Texts | undefined;
  /** `ahead` where they are made durable otherwise. */
  readonly store: (texts: Texts, ahead: boolean) => Promise<void>;
  /** Takes back the memory of texts that nothing reads any more. */
  readonly reuse: (texts: Texts) => void;
  /** Makes durable what was stored without being so. */
  readonly sync: () => Promise<void>;
  readonly reset: () => Promise<void>;
};

export type JournalOptions = {
  readonly directory: string;
  readonly durability: Durability;
  /** A segment that has reached this size is followed by a new one. */
  readonly journalBytesMax: number;
  /** A write that takes longer counts as failed. */
  readonly writeTimeoutMs: number;
  /** The line that each new segment begins with. */
  readonly opening: LineWriter;
  /** The lines that are written first when writing works again. */
  readonly resuming: (gap: Gap) => Resumption;
  /** Hears of the leaf hashes of durable lines in order, one behind the other. */
  readonly onDurable: (leaves: Uint8Array) => void;
  readonly companion: Companion;
  readonly onAlarm: (message: string, fields: Readonly<Record<string, unknown>>) => void;
};
