/** Whether an exemption of its policy keeps a rule from a call. */
import type { Interaction } from './interaction.ts';
import type { RuleAt } from './policy/policy.ts';

/** Asked for each rule, of which hardly any has an exemption. */
export function isExempt(at: RuleAt, interaction: Interaction): boolean {
  return at.policy.exemptions.length > 0 && isExempted(at, interaction);
}

function isExempted({ policy, rule }: RuleAt, interaction: Interaction): boolean {
  return policy.exemptions.some(
    (exemption) =>
      interaction.at <= exemption.expiresAt &&
      (exemption.rules === undefined || exemption.rules.includes(rule.id)) &&
      exemption.matches(interaction),
  );
}
