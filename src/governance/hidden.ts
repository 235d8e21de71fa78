/** Which findings stand for a text that nobody should read again, so that it is masked wherever text is kept. */
import type { Ruling } from './decision.ts';
import type { Finding, Span } from './finding.ts';
import { editsByPart, isTouched } from './placed-edits.ts';

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
  ruling: Pick<Ruling, 'fired' | 'findings' | 'edits'>,
  among: readonly Finding[] = ruling.findings,
): readonly Finding[] {
  return among.length === 0 ? among : among.filter(hides(ruling));
}

/** The same of one finding after the other: there may be hundreds of thousands. */
export function hides({
  fired,
  edits,
}: Pick<Ruling, 'fired' | 'edits'>): (finding: Finding) => boolean {
  const redacting = new Set(
    fired
      .filter(({ action }) => action === 'redact')
      .map(({ policy, rule }) => `${policy}/${rule}`),
  );
  // Thousands of findings are of a few categories.
  const known = new Map<string, boolean>();
  const isHidden = (category: string): boolean => {
    const before = known.get(category);
    if (before !== undefined) return before;
    const answer = isValue(category);
    known.set(category, answer);
    return answer;
  };
  let edited: ReturnType<typeof editsByPart> | undefined;
  // A finding names one rule that acted on it; another may have redacted it.
  const isEdited = (span: Span): boolean =>
    isTouched(span, (edited ??= editsByPart(edits)).get(span.part) ?? []);
  return ({ category, rule, spans }) =>
    isHidden(category) ||
    (rule !== undefined && redacting.has(rule)) ||
    (edits.length > 0 && spans.some(isEdited));
}
