/** Which rules cannot be told to have been judged, because something they need could not be looked at. */
import type { Interaction } from './interaction.ts';
import type { Policy, Rule, RuleAt, Watch } from './policy/policy.ts';
import { matchesCategory, type Query } from './policy/query.ts';
import type { Inspection, Miss } from './seen.ts';

export function missedRules(
  watch: Watch,
  interaction: Interaction,
  { misses, seenCount }: Inspection,
): readonly RuleAt[] {
  const missed: RuleAt[] = [];
  for (const policy of watch.policies) {
    const whole = seenCount > policy.findingsMax || boundPassed(policy, interaction) !== undefined;
    if (!whole && misses.length === 0) continue;
    const reaching = misses.filter((miss) => reaches(miss, policy, interaction));
    for (const rule of policy.rules) {
      if (whole || reaching.some((miss) => blinds(miss, rule))) missed.push({ policy, rule });
    }
  }
  return missed;
}

function reaches(miss: Miss, policy: Policy, interaction: Interaction): boolean {
  const part = miss.part === undefined ? undefined : interaction.parts[miss.part];
  return part === undefined || policy.parts.has(part.kind);
}

function blinds(miss: Miss, rule: Rule): boolean {
  if (rule.condition.fields.has('findings')) return true;
  const { categories } = miss;
  const isBlind = (query: Query): boolean =>
    categories === undefined ||
    (query.kind === 'category' &&
      categories.some((category) => matchesCategory(query.selector, category)));
  return rule.condition.queries.some(isBlind) || rule.redaction.targets.some(isBlind);
}

/** Which bound of a policy a call goes beyond, so that none of its rules is judged. */
export function boundPassed(
  { parts, partsMax, charactersMax }: Policy,
  interaction: Interaction,
): 'partsMax' | 'charactersMax' | undefined {
  let count = 0;
  for (const part of interaction.parts) {
    if (!parts.has(part.kind)) continue;
    count += 1;
    if (count > partsMax) return 'partsMax';
    if (part.text.length > charactersMax) return 'charactersMax';
  }
  return undefined;
}
