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

/** What has to be on disk together with the entries that name it. */
export type Companion = {
  readonly store: () => Promise<void>;
  readonly sync: () => Promise<void>;
  /** Says what was stored last and taken away since, and goes on elsewhere; called while nothing is being stored. */
  readonly check: () => Promise<string | undefined>;
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
