/** Says of every rule why it did or did not fire on one interaction. */
import type { Witness } from './decide.ts';
import { isExempt } from './exempt.ts';
import type { Mode, Ruling } from './decision.ts';
import type { Failure } from './finding.ts';
import { govern, type GovernOptions } from './govern.ts';
import type { Interaction } from './interaction.ts';
import { judge } from './judge.ts';
import { asksOutside, outsideOf } from './outside.ts';
import { compileMatch } from './policy/match.ts';
import type { Bundle, Policy, Rule } from './policy/policy.ts';
import { firstFalse, traceCondition, type Trace } from './policy/trace.ts';

export type Explanation = {
  readonly ruling: Ruling;
  readonly policies: readonly PolicyExplanation[];
};

export type PolicyExplanation = {
  readonly policy: string;
  readonly file: string;
  readonly mode: Mode;
  /** Why the policy is not about this call at all; undefined where it is. */
  readonly skipped: string | undefined;
  readonly rules: readonly RuleExplanation[];
};

export type RuleExplanation = {
  readonly rule: string;
  readonly action: Rule['action'];
  readonly outcome: 'fired' | 'silent' | 'failed' | 'exempt';
  /** The tool call it was judged for. */
  readonly part: number | undefined;
  /** Why it failed, where it did. */
  readonly reason: string | undefined;
  readonly trace: Trace | undefined;
  /** The first operand that made it false. */
  readonly because: Trace | undefined;
};

export function explain(
  bundle: Bundle,
  interaction: Interaction,
  options: GovernOptions = {},
): Explanation {
  const runs = new Map<Rule, RuleExplanation[]>();
  const witness: Witness = ({ rule }, subject, outcome, part) => {
    const trace = traceCondition(rule.condition, subject);
    const told = toRuleExplanation(rule, outcome, part, trace);
    const list = runs.get(rule);
    if (list === undefined) runs.set(rule, [told]);
    else list.push(told);
  };
  const { fired, failures } = judge(bundle, interaction, options, witness);
  const blind = new Set(fired.filter(({ firing }) => firing.failed).map(({ at }) => at.rule));
  const policies = bundle.policies.map((policy) => {
    const skipped = whySkipped(policy, interaction);
    const rules =
      skipped === undefined
        ? policy.rules.flatMap((rule) => {
            const told = runs.get(rule) ?? [notRun(policy, rule, interaction)];
            return blind.has(rule) ? told.map((one) => toBlind(one, bundle, rule, failures)) : told;
          })
        : [];
    return { policy: policy.id, file: policy.file, mode: policy.mode, skipped, rules };
  });
  return { ruling: govern(bundle, interaction, options), policies };
}

/** Silence says nothing where something the rule needs could not be looked at: what, stands in its reason. */
function toBlind(
  told: RuleExplanation,
  bundle: Bundle,
  rule: Rule,
  failures: readonly Failure[],
): RuleExplanation {
  if (told.outcome !== 'silent') return told;
  const detectors = outsideOf(bundle);
  const asked = new Set(asksOutside(rule, detectors).map(({ name }) => name));
  const others = new Set(detectors.map(({ name }) => name).filter((name) => !asked.has(name)));
  const reasons = failures.filter(({ check }) => !others.has(check)).map(({ reason }) => reason);
  return {
    ...told,
    ...{ outcome: 'failed', because: undefined },
    reason: [...new Set(reasons)].join('; '),
  };
}

function toRuleExplanation(
  { id, action }: Rule,
  outcome: boolean | string,
  part: number | undefined,
  trace: Trace,
): RuleExplanation {
  const failed = typeof outcome === 'string';
  return {
    rule: id,
    action,
    outcome: failed ? 'failed' : outcome ? 'fired' : 'silent',
    part,
    reason: failed ? outcome : undefined,
    trace,
    because: outcome === false ? firstFalse(trace) : undefined,
  };
}

function notRun(policy: Policy, rule: Rule, interaction: Interaction): RuleExplanation {
  const exempt = isExempt({ policy, rule }, interaction);
  const none = { part: undefined, trace: undefined, because: undefined };
  const reason = exempt ? 'an exemption is in force' : 'there is no tool call to judge';
  const outcome = exempt ? 'exempt' : 'silent';
  return { rule: rule.id, action: rule.action, outcome, reason, ...none };
}

function whySkipped(policy: Policy, interaction: Interaction): string | undefined {
  if (policy.mode === 'off') return 'the policy is off';
  if (!policy.stages.has(interaction.stage)) {
    return `the policy is not judged at the stage \`${interaction.stage}\``;
  }
  const { match = {} } = policy.document.spec;
  const missed = Object.entries(match).find(
    ([field, condition]) => !compileMatch({ [field]: condition }).matches(interaction),
  );
  return missed === undefined ? undefined : `\`match\` on \`${missed[0]}\` does not hold`;
}
