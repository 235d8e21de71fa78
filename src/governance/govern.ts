/** The door to the core: one interaction in, one ruling out, whatever happens. */
import { byStrength, type Fired } from './decide.ts';
import type { Action, Edit, Firing, Ruling } from './decision.ts';
import type { Failure, Finding } from './finding.ts';
import type { Interaction } from './interaction.ts';
import { judge, type GovernOptions, type Judged } from './judge.ts';
import { queriesOf } from './policy/assemble.ts';
import type { Bundle } from './policy/policy.ts';
import { isAnswer } from './policy/query.ts';
import { applyRedaction, createPlaceholders, isFixed, toEdits } from './redact.ts';
import type { Seen } from './seen.ts';

export type { GovernOptions } from './judge.ts';

// Invariant: governance never throws; what it cannot judge is blocked and said.
export function govern(
  bundle: Bundle,
  interaction: Interaction,
  options: GovernOptions = {},
): Ruling {
  try {
    return rule(bundle, interaction, options);
  } catch {
    return brokenRuling(bundle.version);
  }
}

function rule(bundle: Bundle, interaction: Interaction, options: GovernOptions): Ruling {
  const first = judge(bundle, interaction, options);
  const { fired, seen, failures } = first;
  const onFixed = fired
    .map((one) => (needsBlock(one, interaction) ? blocked(one) : one))
    .sort(byStrength);
  const enforced = onFixed.filter((one) => one.firing.mode === 'enforce');
  const strongest = enforced[0];
  const action: Action = strongest?.firing.action ?? 'allow';
  const told = { bundle, fired: onFixed, seen, failures };
  if (action !== 'redact') return toRuling(told, strongest, []);
  const redactions = enforced.filter((one) => one.firing.action === 'redact');
  const placeholders = options.placeholders ?? createPlaceholders();
  const edits = toEdits(interaction, redactions, placeholders, options.hash);
  if (edits === undefined) {
    const reason = 'a value has to be hashed and there is no key to hash it with';
    const at = redactions.find((one) => one.at.rule.redaction.operator === 'hash');
    const check = at === undefined ? 'redact' : `${at.firing.policy}/${at.firing.rule}`;
    return escalate(told, at ?? strongest, [...failures, { check, reason }]);
  }
  const copy = judge(bundle, applyRedaction(interaction, edits), withoutEvidence(options));
  const rest = copy.fired.find(
    (one) => one.firing.mode === 'enforce' && isRefusal(one.firing.action),
  );
  if (rest === undefined && edits.length > 0) return toRuling(told, strongest, edits);
  return escalate(told, rest ?? strongest, failures);
}

/** Offsets that an outside model gave are those of the text before it was changed. */
function withoutEvidence({ hash, system }: GovernOptions): GovernOptions {
  return { ...(hash && { hash }), ...(system && { system }) };
}

const isRefusal = (action: Action): boolean => action === 'redact' || action === 'block';

function needsBlock(one: Fired, interaction: Interaction): boolean {
  return one.firing.action === 'redact' && (one.targets.length === 0 || isFixed(interaction, one));
}

function blocked(one: Fired): Fired {
  return { ...one, firing: { ...one.firing, action: 'block' } };
}

type Told = Judged & { readonly bundle: Bundle };

/** A copy that would not be approved itself is not handed out: the redaction becomes a block. */
function escalate(told: Told, cause: Fired | undefined, failures: readonly Failure[]): Ruling {
  const decisive = cause === undefined ? undefined : blocked(cause);
  const fired = told.fired.filter(
    (one) =>
      one.firing.policy !== decisive?.firing.policy || one.firing.rule !== decisive.firing.rule,
  );
  const all = decisive === undefined ? fired : [decisive, ...fired];
  return toRuling({ ...told, fired: all, failures }, decisive, []);
}

function toRuling(told: Told, strongest: Fired | undefined, edits: readonly Edit[]): Ruling {
  const { bundle, fired, seen, failures } = told;
  const decisive = strongest?.firing.action === 'allow' ? undefined : strongest?.firing;
  return {
    action: decisive?.action ?? 'allow',
    policyVersion: bundle.version,
    decisive,
    onBlock: strongest?.at.policy.onBlock ?? 'error',
    fired: fired.map((one) => one.firing),
    findings: seen.map((one) => toFinding(one, fired)),
    failures,
    edits,
  };
}

function toFinding(seen: Seen, fired: readonly Fired[]): Finding {
  const { category, severity, confidence, spans, decoded } = seen;
  const actor = fired.find(
    (one) =>
      !one.firing.failed &&
      one.at.policy.parts.has(seen.kind) &&
      queriesOf(one.at.rule).some((query) => isAnswer(query, seen)),
  );
  return {
    ...{ category, severity, confidence, spans },
    ...(decoded.length > 0 && { decoded }),
    ...(actor && { rule: `${actor.firing.policy}/${actor.firing.rule}` }),
  };
}

function brokenRuling(policyVersion: string): Ruling {
  const decisive: Firing = {
    policy: 'governance',
    rule: 'internal',
    action: 'block',
    mode: 'enforce',
    severity: 'critical',
    message: 'The policy engine could not judge this call; nothing was sent.',
    parts: [],
    failed: true,
  };
  const failures = [{ check: 'governance/internal', reason: 'the policy engine failed' }];
  const empty = { findings: [], edits: [] };
  return {
    action: 'block',
    policyVersion,
    decisive,
    onBlock: 'error',
    fired: [decisive],
    failures,
    ...empty,
  };
}
