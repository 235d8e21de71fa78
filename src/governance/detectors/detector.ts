/** The contract of a detector: pure, total, linear in its text, and silent about what it matched. */
import type { Severity } from '../finding.ts';
import type { PartKind, Stage } from '../interaction.ts';
import type { View } from '../text/view.ts';

/** What a detector sees besides the text. */
export type Scene = {
  readonly stage: Stage;
  readonly kind: PartKind;
  /** Texts of the request's system parts, for leak detection in answers. */
  readonly system: readonly string[];
};

/** Offsets are into the view's text; inspect.ts maps them back to the original. */
export type Sighting = {
  readonly category: string;
  readonly severity: Severity;
  readonly confidence: number;
  readonly start: number;
  readonly end: number;
};

export type Detector = {
  /** Named as its file: `pii-card`, `secrets`, `injection` … */
  readonly name: string;
  /** Every category it can report, closed: `pii/card`. Policies are checked against the union of these. */
  readonly categories: readonly string[];
  /** True: what stands around something changes what it sees, so it is shown pieces of a text by themselves, too. */
  readonly weighs?: boolean;
  /** True: it measures a text, so it is shown what another view tells just as well, too. */
  readonly measures?: boolean;
  /** True: what it sees in an answer depends on the system texts of its request. */
  readonly heedsSystem?: boolean;
  /** True: a model outside the gateway, which others ask; what it said is handed in as evidence. */
  readonly outside?: boolean;
  readonly find: (view: View, scene: Scene) => readonly Sighting[];
};
