/** What an inspection brings to the decision: things seen, and checks that could not be made. */
import type { Failure, Severity, Span } from './finding.ts';
import type { PartKind } from './interaction.ts';

/** A finding and where it came from. */
export type Seen = {
  readonly category: string;
  readonly severity: Severity;
  readonly confidence: number;
  readonly spans: readonly Span[];
  readonly decoded: readonly string[];
  /** The pattern's number, or -1 for what a detector or an outside model saw. */
  readonly pattern: number;
  readonly kind: PartKind;
};

/** A failure and how far it reaches. */
export type Miss = Failure & {
  /** The part it is about; undefined where it is about the whole call. */
  readonly part: number | undefined;
  /** Categories nobody could look for; undefined where nothing at all could be looked for. */
  readonly categories: readonly string[] | undefined;
};

export type Inspection = {
  readonly seen: readonly Seen[];
  /** How often something was seen, which may be more often than is told. */
  readonly seenCount: number;
  readonly misses: readonly Miss[];
};
