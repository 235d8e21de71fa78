/** What models from outside said of an interaction, handed in as data: the core itself asks nobody. */
import type { Failure, Finding } from './finding.ts';
import type { Part } from './interaction.ts';
import { spansOf } from './orders.ts';
import { type Placed, spanAfter } from './placed-edits.ts';

export type Evidence = {
  readonly findings: readonly Finding[];
  readonly failures: readonly EvidenceFailure[];
  /** Detectors that judged every text they are needed for; one that is in neither list was not asked, and has failed. */
  readonly heard?: readonly string[] | 'all';
};

/** Without categories, nothing that an outside model might have said can be taken for judged. */
export type EvidenceFailure = Failure & {
  readonly categories?: readonly string[];
  /** The part it is about; undefined where it is about the whole call. */
  readonly part?: number;
};

export function isHeard(detector: string, evidence: Evidence | undefined): boolean {
  if (evidence === undefined) return false;
  const { heard = [], failures } = evidence;
  // Whoever failed has been told of already.
  return (
    heard === 'all' || heard.includes(detector) || failures.some((one) => one.check === detector)
  );
}

/**
 * The same evidence on a redacted copy. What was cut out as a whole is gone; what a cut only touches stands, since
 * nobody has said otherwise.
 */
export function carryEvidence(
  evidence: Evidence,
  edits: ReadonlyMap<number, readonly Placed[]>,
  parts: readonly Part[],
): Evidence {
  const findings = evidence.findings.flatMap((finding) => {
    const spans = finding.spans
      .flatMap((span) => spansOf(parts, span))
      .flatMap((span) => spanAfter(span, edits.get(span.part) ?? []));
    return spans.length === 0 && finding.spans.length > 0 ? [] : [{ ...finding, spans }];
  });
  return { ...evidence, findings };
}
