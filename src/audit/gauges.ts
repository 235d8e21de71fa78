/** What a trail tells of itself: whether it can be written, and its figures. */
import type { IntakeGauges } from './intake.ts';

export type Health = { readonly writable: boolean; readonly reason?: string };

export type WriterGauges = IntakeGauges & {
  readonly writable: boolean;
  /** When the trail was opened, where the run before did not close it; else 0. */
  readonly recoveredAtMs: number;
  /** How long the trail has been waiting for a checkpoint that can be signed and kept. */
  readonly sealAgeMs: number;
};

export type TrailGauges = WriterGauges & {
  /** What the last verification found to be wrong. */
  readonly faults: number;
  /** How long the oldest entry has been waiting that the shared index does not hold; 0 where there is none. */
  readonly sharedIndexAgeMs: number;
  /** How long the search index has left unanswered what it was told; moments while it works. */
  readonly indexSilentMs: number;
  /** The last look for texts whose time is over failed, or would not believe the clock. */
  readonly retentionStopped: boolean;
  /** How long it has not been known who is under legal hold; 0 while it is, and in logs that others know it for. */
  readonly holdsUnknownMs: number;
  /** How long an erasure that another replica was asked for could not be carried out here; 0 while there is none. */
  readonly erasuresOwedMs: number;
};
