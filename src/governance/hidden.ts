/** Which findings stand for a text that nobody should read again, so that it is masked wherever text is kept. */
import type { Ruling } from './decision.ts';
import type { Finding, Span } from './finding.ts';
import { isTouched, placeEdits } from './placed-edits.ts';

/** These say how somebody speaks; reviewers have to see what was said to tell whether a ruling was right. */
const manners = ['injection/', 'jailbreak/', 'harm/', 'toxic/', 'content/'];
/** A value all the same, by a name among the manners. */
const values: ReadonlySet<string> = new Set(['content/url/credentials']);

function isValue(category: string): boolean {
  return values.has(category) || !manners.some((group) => category.startsWith(group));
}

/**
 * Values: a person's, a secret, what a policy's own pattern or a model from outside found; and all that a rule
 * redacts, or would if it were not in shadow.
 */
export function hiddenOf(
  { fired, findings, edits }: Pick<Ruling, 'fired' | 'findings' | 'edits'>,
  among: readonly Finding[] = findings,
): readonly Finding[] {
  if (among.length === 0) return among;
  const redacting = new Set(
    fired
      .filter(({ action }) => action === 'redact')
      .map(({ policy, rule }) => `${policy}/${rule}`),
  );
  const placed = placeEdits(edits);
  // Thousands of findings are of a few categories.
  const known = new Map<string, boolean>();
  const isHidden = (category: string): boolean => {
    const before = known.get(category);
    if (before !== undefined) return before;
    const answer = isValue(category);
    known.set(category, answer);
    return answer;
  };
  // A finding names one rule that acted on it; another may have redacted it.
  const isEdited = (span: Span): boolean => isTouched(span, placed.get(span.part) ?? []);
  return among.filter(
    ({ category, rule, spans }) =>
      isHidden(category) ||
      (rule !== undefined && redacting.has(rule)) ||
      (edits.length > 0 && spans.some(isEdited)),
  );
}
