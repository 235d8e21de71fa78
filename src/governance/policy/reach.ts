/** Whom a policy is about: its pre-filter, its exemptions, and the floor that nothing may lower. */
import type { Faults } from './faults.ts';
import type { Step } from '../interaction.ts';
import { compileMatch, findUnknownFields } from './match.ts';
import type { Policy, Rule } from './policy.ts';
import { expiryOf, type PolicyDocument } from './schema.ts';
import { suggestion } from './suggest.ts';

export function compileApplies(document: PolicyDocument, faults: Faults): Policy['applies'] {
  const { spec } = document;
  const match = compileMatch(spec.match ?? {});
  for (const { field, message } of match.faults) {
    faults.error(['spec', 'match', field], message, 'key');
  }
  return match.matches;
}

/** In a file that is no policy yet for something else, so that its author hears of all of it at once. */
export function checkMatchFields(value: unknown, faults: Faults): void {
  const spec = memberOf(value, 'spec');
  const tell = (match: unknown, path: readonly Step[]): void => {
    if (typeof match !== 'object' || match === null || Array.isArray(match)) return;
    for (const { field, message } of findUnknownFields(match))
      faults.error([...path, field], message, 'key');
  };
  tell(memberOf(spec, 'match'), ['spec', 'match']);
  const exemptions = memberOf(spec, 'exemptions');
  if (!Array.isArray(exemptions)) return;
  exemptions.forEach((exemption: unknown, index) => {
    tell(memberOf(exemption, 'match'), ['spec', 'exemptions', index, 'match']);
  });
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}

export function compileExemptions(document: PolicyDocument, faults: Faults): Policy['exemptions'] {
  const { spec } = document;
  return (spec.exemptions ?? []).map((exemption, index) => {
    const path = ['spec', 'exemptions', index];
    const match = compileMatch(exemption.match);
    for (const { field, message } of match.faults) {
      faults.error([...path, 'match', field], message, 'key');
    }
    if (Object.keys(exemption.match).length === 0) {
      faults.error([...path, 'match'], 'an exemption has to say for whom it is');
    }
    exemption.rules?.forEach((id, step) => {
      if (spec.rules.some((rule) => rule.id === id)) return;
      const near = suggestion(
        id,
        spec.rules.map((rule) => rule.id),
      );
      faults.error([...path, 'rules', step], `this policy has no rule \`${id}\`${near}`);
    });
    const expiresAt = expiryOf(exemption.expires) ?? 0;
    return { rules: exemption.rules, matches: match.matches, expiresAt };
  });
}

/** Nothing weakens a floor: not its own exemptions, not its mode, not who calls. */
export function checkFloor(document: PolicyDocument, rules: readonly Rule[], faults: Faults): void {
  const { spec } = document;
  if (spec.mode !== 'enforce') {
    faults.error(['spec', 'mode'], `a floor is enforced, so its mode cannot be \`${spec.mode}\``);
  }
  if (spec.match !== undefined) {
    faults.error(['spec', 'match'], 'a floor holds for every call, so it has no `match`', 'key');
  }
  if (spec.exemptions !== undefined) {
    faults.error(['spec', 'exemptions'], 'a floor has no exemptions', 'key');
  }
  for (const rule of rules) {
    const said = ['key', 'user', 'session', 'tags'].filter((name) =>
      rule.condition.fields.has(name),
    );
    if (said.length === 0) continue;
    const index = spec.rules.findIndex((one) => one.id === rule.id);
    const message = `a floor holds whoever calls, so its conditions may not read \`${said.join('`, `')}\``;
    faults.error(['spec', 'rules', index, 'when'], message);
  }
}
