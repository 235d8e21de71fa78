/** What a row of the bench is: a claim, the bounds it is held to, and a way to measure it. */

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
  /** Characters of the longest text that is judged. */
  readonly longestText: number;
  /** Of a prompt, and of a stream, for which memory is watched. */
  readonly largeBodyBytes: number;
  readonly largeStreamBytes: number;
  readonly idleStreams: number;
  /** How long too much is sent, and as long half of what fits; a sixth of it untimed. */
  readonly loadSeconds: number;
  /** How long the soak lasts. */
  readonly soakMs: number;
  /** Whether pictures of the documentation are written anew. */
  readonly draws: boolean;
  /** All sizes, and all that stands beside a figure, or only the least and the greatest, and what its goal compares it with. */
  readonly sides: 'all' | 'goal';
};

export const fullEffort: Effort = {
  rounds: 5,
  requests: 4_000,
  calls: 1_500,
  restMs: 15_000,
  entries: 1_000_000,
  longestText: 10_000_000,
  largeBodyBytes: 10_000_000,
  largeStreamBytes: 50_000_000,
  idleStreams: 1_000,
  loadSeconds: 6,
  soakMs: 600_000,
  draws: true,
  sides: 'all',
};
/** Long enough that starts are the lesser part of what the sampler sees. */
export const sampledEffort: Effort = {
  ...fullEffort,
  rounds: 1,
  requests: 2_000,
  calls: 300,
  restMs: 1_000,
  entries: 30_000,
  loadSeconds: 3,
  soakMs: 10_000,
  draws: false,
  sides: 'goal',
};
/** Everything once, in less than a minute: to see that the bench works, and which way a change points. */
export const quickEffort: Effort = {
  rounds: 1,
  requests: 128,
  calls: 80,
  restMs: 200,
  entries: 2_000,
  longestText: 600_000,
  largeBodyBytes: 2_000_000,
  largeStreamBytes: 3_000_000,
  idleStreams: 100,
  loadSeconds: 0.5,
  soakMs: 600,
  draws: false,
  sides: 'goal',
};

export type Measured = {
  readonly columns: readonly string[];
  readonly lines: readonly (readonly string[])[];
  /** The same in numbers, for whoever compares two runs. */
  readonly figures: Readonly<Record<string, number>>;
};

/** What a figure of the row is held to. The results say of each bound whether it was met. */
export type Bound = {
  readonly work: string;
  /** The name of one of the row's figures. */
  readonly figure: string;
  readonly unit: string;
  readonly digits: number;
  readonly most?: number;
  readonly least?: number;
};

export type Row = {
  readonly name: string;
  readonly claim: string;
  readonly bounds: readonly Bound[];
  /** What was sent, over how many connections, how it was counted. */
  readonly setting: string;
  /**
   * Its figures are counts, of bytes or of the processor's time: a short run measures one of each lane at once.
   * Absent: it goes by the clock, and is measured alone.
   */
  readonly lane?: 'first' | 'second';
  readonly measure: (effort: Effort) => Promise<Measured>;
};
