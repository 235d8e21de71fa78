/** What models from outside said of an interaction, handed in as data: the core itself asks nobody. */
import type { Edit } from './decision.ts';
import type { Failure, Finding, Span } from './finding.ts';

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

/** An edit and where its replacement stands in the copy. */
export type Placed = { readonly edit: Edit; readonly from: number; readonly to: number };

/**
 * The same evidence on a redacted copy. What was cut out as a whole is gone; what a cut only touches stands, since
 * nobody has said otherwise.
 */
export function carryEvidence(
  evidence: Evidence,
  edits: ReadonlyMap<number, readonly Placed[]>,
): Evidence {
  const findings = evidence.findings.flatMap((finding) => {
    const spans = finding.spans.flatMap((span) => spanAfter(span, edits.get(span.part) ?? []));
    return spans.length === 0 && finding.spans.length > 0 ? [] : [{ ...finding, spans }];
  });
  return { ...evidence, findings };
}

function spanAfter(span: Span, edits: readonly Placed[]): readonly Span[] {
  const { part, start, end } = span;
  const first = findEndingAfter(edits, start);
  let left = end - start;
  let last = first;
  for (; last < edits.length; last += 1) {
    const edit = edits[last]?.edit;
    if (edit === undefined || edit.start >= end) break;
    left -= Math.min(end, edit.end) - Math.max(start, edit.start);
  }
  if (left <= 0 && end > start) return [];
  const opens = edits[first];
  const closes = edits[last - 1];
  return [
    {
      part,
      start:
        opens !== undefined && opens.edit.start < start ? opens.from : start + shift(edits, first),
      end: closes !== undefined && closes.edit.end > end ? closes.to : end + shift(edits, last),
    },
  ];
}

/** By how much the text before the edit at this place has moved. */
function shift(edits: readonly Placed[], index: number): number {
  const before = edits[index - 1];
  return before === undefined ? 0 : before.to - before.edit.end;
}

/** The first edit that ends after a place; there may be many edits and many places. */
function findEndingAfter(edits: readonly Placed[], place: number): number {
  let low = 0;
  let high = edits.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((edits[middle]?.edit.end ?? 0) > place) high = middle;
    else low = middle + 1;
  }
  return low;
}
