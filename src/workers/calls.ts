/** What the primary and its workers may ask of each other. */
import type { TrailReading } from '../audit/trail-reading.ts';
import type { Rate } from '../keys/term.ts';
import type { Taken } from '../server/limit-pace.ts';
import type { MetricsPage, MetricsSnapshot } from '../server/metrics.ts';
import type { PolicySet } from '../server/loading/policy-set.ts';
import type { TrailStanding } from '../server/trail-standing.ts';
import type { FiredCounts } from '../server/rule-counts.ts';

/** Policies in force, and why newer ones are not, where there are any. */
export type PoliciesInForce = PolicySet & { readonly rejected: string | undefined };

export type Joined = {
  /** From 1 on: names the worker's log and stays with its successor. */
  readonly worker: number;
  readonly policies: PoliciesInForce;
};

/** The trail here is all logs together. */
export type PrimaryCalls = TrailReading & {
  /** The first thing that a worker asks. */
  readonly join: () => Promise<Joined>;
  readonly tellListening: (url: string) => void;
  /** From here on its log cannot be asked any more: it ends, and this is what it counted. */
  readonly tellLeaving: (metrics: MetricsSnapshot, fired: FiredCounts) => void;
  /** Counts one call of a key for all workers; `knownUs`: the debt that the worker knows of, who may have counted alone. */
  readonly take: (key: string, rate: Rate, knownUs: number) => Taken;
  /** Answers while it is alive. */
  readonly ping: () => void;
  readonly writeMetrics: () => Promise<MetricsPage>;
  /** How the logs of all workers and of the primary stand: the worst of each. */
  readonly readStandings: () => Promise<TrailStanding>;
  readonly readFired: () => Promise<FiredCounts>;
};

/** The trail here is the worker's own log. */
export type WorkerCalls = TrailReading & {
  /** Compiles policies and keeps them ready; answers their version. */
  readonly prepare: (policies: PolicySet) => Promise<string>;
  /** Lets what was prepared rule every exchange that begins from here on. */
  readonly enforce: (version: string) => void;
  /** Newer policies were rejected; those in force stay. */
  readonly reject: (reason: string) => void;
  readonly readMetrics: () => Promise<MetricsSnapshot>;
  readonly readStanding: () => TrailStanding;
  readonly readFired: () => FiredCounts;
  /** Answers while it is alive. */
  readonly ping: () => void;
  /** Takes nothing new, lets what is under way end, and exits. */
  readonly stop: () => void;
};
