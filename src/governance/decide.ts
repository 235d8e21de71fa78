/** Turns what was seen into what is done: every rule that applies is judged, and the strongest action wins. */
import type { Action } from './decision.ts';
import { byStrength, toFailed, toFired, type Fired } from './fired.ts';
import { isExempt } from './exempt.ts';
import type { Interaction } from './interaction.ts';
import { boundPassed, missedRules } from './missed.ts';
import { stepsMax } from './policy/expression/cost.ts';
import { isLong, sizesOf, type Subject } from './policy/expression/subject.ts';
import type { Policy, Rule, RuleAt, Watch } from './policy/policy.ts';
import { indexSeen, type SeenIndex, type Sight } from './policy/sight.ts';
import { Scenes, type Scene } from './scene.ts';
import type { Inspection, Miss } from './seen.ts';

/** Sees every run of every rule, for explaining and for measuring what tests reach. */
export type Witness = (
  at: RuleAt,
  subject: Subject,
  outcome: boolean | string,
  part: number | undefined,
) => void;

export type Decision = { readonly fired: readonly Fired[]; readonly misses: readonly Miss[] };

/** One call before its rules. */
type Hearing = {
  readonly interaction: Interaction;
  readonly scenes: Scenes;
  readonly fired: Fired[];
  readonly misses: Miss[];
  readonly witness: Witness | undefined;
};

/** A witness is shown every rule; without one, rules that nothing woke are known to be false and not run. */
export function decide(
  watch: Watch,
  interaction: Interaction,
  inspection: Inspection,
  witness?: Witness,
): Decision {
  const index = indexSeen(inspection.seen);
  const hearing: Hearing = {
    interaction,
    scenes: new Scenes(interaction, index),
    fired: [],
    misses: [...inspection.misses],
    witness,
  };
  const rules = witness === undefined ? awakeRules(watch, interaction, index) : allRules(watch);
  for (const at of rules) {
    const scene = hearing.scenes.of(at.policy);
    if (scene === undefined || isExempt(at, interaction)) continue;
    if (at.rule.perCall) judgeCalls(hearing, at);
    else judge(hearing, at, scene);
  }
  if (
    watch.policies.some(
      (policy) => inspection.seenCount > policy.findingsMax && policy.applies(interaction),
    )
  )
    hearing.misses.push({ ...tooMuch, part: undefined, categories: undefined });
  failMissed(hearing, missedRules(watch, interaction, inspection));
  return { fired: hearing.fired.sort(byStrength), misses: hearing.misses };
}

/** What a policy is too small for is told as a failure, so that nothing of the call counts as judged. */
function failMissed(hearing: Hearing, missed: readonly RuleAt[]): void {
  const { interaction, scenes, fired, misses } = hearing;
  const blinded = new Set<Policy>();
  for (const at of missed) {
    if (scenes.of(at.policy) === undefined || isExempt(at, interaction)) continue;
    fired.push(toFailed(at, []));
    blinded.add(at.policy);
  }
  const bounds = new Set([...blinded].flatMap((policy) => boundPassed(policy, interaction) ?? []));
  for (const check of bounds)
    misses.push({ check, reason: tooLarge[check], part: undefined, categories: undefined });
}

const tooLarge = {
  partsMax: 'a call has more parts than the `partsMax` of a policy lets it judge',
  charactersMax: 'a text is longer than the `charactersMax` of a policy lets it judge',
};

/** A call that was made to overflow is told as such. */
const tooMuch = {
  check: 'findingsMax',
  reason: 'more was found in a call than the `findingsMax` of a policy lets it judge',
};

/** Rules that could be true: those that always may, and those whose pattern, category or field has something. */
function awakeRules(watch: Watch, interaction: Interaction, index: SeenIndex): Iterable<RuleAt> {
  const { always, byPattern, bySelector, byField } = watch;
  const quiet =
    index.all.length + interaction.unjudged.length + interaction.references.length === 0;
  if (quiet) return always;
  const woken = new Set<RuleAt>();
  const wake = (rules: readonly RuleAt[] | undefined): void => {
    if (rules !== undefined) for (const at of rules) woken.add(at);
  };
  for (const pattern of index.byPattern.keys()) wake(byPattern.get(pattern));
  for (const selector of index.bySelector.keys()) wake(bySelector.get(selector));
  if (index.all.length > 0) wake(byField.get('findings'));
  if (interaction.unjudged.length > 0) wake(byField.get('unjudged'));
  if (interaction.references.length > 0) wake(byField.get('references'));
  // No rule is in both: what always runs need not be woken.
  return woken.size === 0 ? always : [...always, ...woken];
}

function allRules(watch: Watch): readonly RuleAt[] {
  return watch.policies.flatMap((policy) => policy.rules.map((rule) => ({ policy, rule })));
}

/** What stands before the last turn may only do what `history` lets it; a match that reaches into that turn is its own. */
function judge(hearing: Hearing, at: RuleAt, { whole, present }: Scene): void {
  const now = hear(hearing, at, present);
  if (now !== false) {
    tell(hearing, at, now, present.sight, at.rule.action, []);
    return;
  }
  if (whole === present || at.policy.history === 'ignore') return;
  if (whole.sight.all.length === present.sight.all.length) return;
  const ever = hear(hearing, at, whole);
  if (ever === false) return;
  const touches = at.rule.condition.queries.some((query) => present.sight.seenBy(query).length > 0);
  const action = touches ? at.rule.action : pastAction(at.policy, at.rule.action);
  tell(hearing, at, ever, whole.sight, action, []);
}

function judgeCalls(hearing: Hearing, at: RuleAt): void {
  const { policy, rule } = at;
  hearing.interaction.parts.forEach((part, index) => {
    if (part.tool === undefined || !policy.parts.has(part.kind)) return;
    if (part.past && policy.history === 'ignore') return;
    const subject = hearing.scenes.ofPart(policy, index);
    const outcome = hear(hearing, at, subject, index);
    const action = part.past ? pastAction(policy, rule.action) : rule.action;
    if (outcome !== false) tell(hearing, at, outcome, subject.sight, action, [index]);
  });
}

function pastAction(policy: Policy, action: Action): Action {
  return action === 'block' && policy.history === 'redact' ? 'redact' : action;
}

function hear(hearing: Hearing, at: RuleAt, subject: Subject, part?: number): boolean | string {
  const outcome = holds(at.rule, subject);
  hearing.witness?.(at, subject, outcome, part);
  return outcome;
}

/** True, false, or the sentence that says why it could not be told. */
function holds({ condition }: Rule, subject: Subject): boolean | string {
  const { steps, holds: plain } = condition;
  if (steps !== undefined && isLong(subject) && steps(sizesOf(subject)) > stepsMax) {
    return 'the condition would take too many steps on a call of this size';
  }
  if (plain !== undefined) return plain(subject);
  const outcome = condition.run(subject);
  if ('error' in outcome) return 'the condition could not be evaluated';
  return typeof outcome.value === 'boolean' ? outcome.value : 'the condition gave no bool';
}

function tell(
  hearing: Hearing,
  at: RuleAt,
  outcome: true | string,
  sight: Sight,
  action: Action,
  own: readonly number[],
): void {
  const { policy, rule } = at;
  if (outcome !== true) {
    const check = `${policy.id}/${rule.id}`;
    hearing.misses.push({ check, reason: outcome, part: own[0], categories: undefined });
    hearing.fired.push(toFailed(at, own));
    return;
  }
  hearing.fired.push(toFired(at, action, sight, own));
}

/** Every rule that would have judged the interaction, where nothing of it could be looked at. */
export function failAll(watch: Watch, interaction: Interaction): readonly Fired[] {
  return watch.policies
    .filter((policy) => policy.applies(interaction))
    .flatMap((policy) => policy.rules.map((rule) => ({ policy, rule })))
    .filter((at) => !isExempt(at, interaction))
    .map((at) => toFailed(at, []))
    .sort(byStrength);
}
