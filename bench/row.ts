/** What a row of the bench is: a claim, the goal it is held against, and a way to measure it. */

export type Effort = {
  readonly rounds: number;
  /** Requests of one round at full load. */
  readonly requests: number;
  /** Requests of one round over a single connection. */
  readonly calls: number;
  /** How long memory is left alone before it is read. */
  readonly restMs: number;
  /** Length of an audit trail to read. */
  readonly entries: number;
};

export const fullEffort: Effort = {
  rounds: 9,
  requests: 4_000,
  calls: 1_500,
  restMs: 5_000,
  entries: 1_000_000,
};
export const quickEffort: Effort = {
  rounds: 3,
  requests: 800,
  calls: 300,
  restMs: 1_000,
  entries: 100_000,
};

export type Measured = {
  readonly columns: readonly string[];
  readonly lines: readonly (readonly string[])[];
  /** The same in numbers, for whoever compares two runs. */
  readonly figures: Readonly<Record<string, number>>;
};

export type Row = {
  readonly name: string;
  readonly claim: string;
  readonly goal: string;
  /** What was sent, over how many connections, how it was counted. */
  readonly setting: string;
  readonly measure: (effort: Effort) => Promise<Measured>;
};
