/** Where what was used and what is set aside stands, for all processes that share it. */

/**
 * What one process says of itself in one account: both figures are whole sums of its own, never steps, so that to say it
 * twice, late or again to a store that forgot changes nothing.
 */
export type Line = {
  readonly account: string;
  readonly startsAt: number;
  readonly endsAt: number;
  /** Used in this window by this process. Only grows. */
  readonly used: number;
  /** Set aside by it for calls under way; what a process that died had set aside is free again after a while. */
  readonly held: number;
  /** What all others used, as this process heard last: a store that tells less was emptied, set back, or let go of it. */
  readonly others?: number;
};

/** A wish to set something aside, all of it or nothing; `line` is an index into the batch's lines. */
export type Ask = readonly {
  readonly line: number;
  readonly amount: number;
  readonly hard: number | undefined;
}[];

export type Batch = {
  readonly process: string;
  /** How long what is held stays so without a further word of this process. */
  readonly leaseMs: number;
  readonly lines: readonly Line[];
  readonly asks: readonly Ask[];
};

/** Of all processes together. */
export type Total = { readonly used: number; readonly held: number };

export type Reply = {
  /** By the store's clock, which all processes share. */
  readonly nowMs: number;
  /** For each ask the index of the first of its lines that has no room; -1: it was granted. */
  readonly refused: readonly number[];
  /** For each line, with what was granted. */
  readonly totals: readonly Total[];
};

export type Account = Total & {
  readonly account: string;
  readonly startsAt: number;
  readonly endsAt: number;
};

/** Used by one process in one account, as a ledger that forgot is told it again. */
export type Part = {
  readonly account: string;
  readonly startsAt: number;
  readonly process: string;
  readonly used: number;
};

export type Recall = (
  process: string,
  lines: readonly Pick<Line, 'account' | 'startsAt'>[],
) => Promise<readonly number[]>;

/** All reject where the store cannot be asked. */
export type Ledger = {
  /** Writes the lines down and grants the asks in their order, each only where it fits: all at once for everybody else. */
  readonly take: (batch: Batch) => Promise<Reply>;
  /** What others had used of each, as a ledger behind this one remembers it: for while this one is down. */
  readonly recall?: Recall | undefined;
  /** Accounts whose window has not ended. */
  readonly list: () => Promise<readonly Account[]>;
  readonly close: () => Promise<void>;
};

/** One that can tell another one what it knows. */
export type DurableLedger = Ledger & {
  readonly parts: (
    lines: readonly Pick<Line, 'account' | 'startsAt'>[],
  ) => Promise<readonly Part[]>;
};
