/** The door to the core: one interaction in, one ruling out, whatever happens. */
import { failAll } from './decide.ts';
import type { Fired } from './fired.ts';
import type { Edit, Firing, Ruling } from './decision.ts';
import type { Failure, Finding } from './finding.ts';
import type { Interaction } from './interaction.ts';
import { judge, type GovernOptions, type Judged } from './judge.ts';
import { queriesOf } from './policy/assemble.ts';
import type { Bundle } from './policy/policy.ts';
import { isAnswer } from './policy/query.ts';
import type { Seen } from './seen.ts';
import { blockUncuttable, settleRedaction, toBlocked } from './settle.ts';

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

/** The ruling on an interaction that could not be looked at: every rule that is about it has failed. */
export function abandon(bundle: Bundle, interaction: Interaction, failure: Failure): Ruling {
  try {
    const fired = failAll(bundle.watch[interaction.stage], interaction);
    const strongest = fired.find((one) => one.firing.mode === 'enforce');
    return toRuling({ bundle, fired, seen: [], failures: [failure] }, strongest, []);
  } catch {
    return brokenRuling(bundle.version);
  }
}

function rule(bundle: Bundle, interaction: Interaction, options: GovernOptions): Ruling {
  const { fired, seen, failures } = judge(bundle, interaction, options);
  const told = { bundle, fired: blockUncuttable(fired, interaction), seen, failures };
  const enforced = told.fired.filter((one) => one.firing.mode === 'enforce');
  const [strongest] = enforced;
  if (strongest?.firing.action !== 'redact') return toRuling(told, strongest, []);
  const redactions = enforced.filter((one) => one.firing.action === 'redact');
  const settled = settleRedaction(bundle, interaction, redactions, options);
  if ('edits' in settled) return toRuling(told, strongest, settled.edits);
  const { cause, failure } = settled;
  return escalate(told, cause ?? strongest, failure ? [...failures, failure] : failures);
}

type Told = Judged & { readonly bundle: Bundle };

/** A copy that would not be approved itself is not handed out: the redaction becomes a block. */
function escalate(told: Told, cause: Fired, failures: readonly Failure[]): Ruling {
  const decisive = toBlocked(cause);
  const fired = told.fired.filter(
    (one) =>
      one.firing.policy !== decisive.firing.policy || one.firing.rule !== decisive.firing.rule,
  );
  return toRuling({ ...told, fired: [decisive, ...fired], failures }, decisive, []);
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
    findings: toFindings(seen, fired),
    failures,
    edits,
  };
}

/** Ten thousand findings of a few kinds have few actors, so that each is looked for once. */
function toFindings(seen: readonly Seen[], fired: readonly Fired[]): readonly Finding[] {
  const known: { readonly one: Seen; readonly rule: string | undefined }[] = [];
  return seen.map((one) => {
    // Two kinds may take turns, so the last few are asked; a kind that comes back later is looked for again.
    let told = known.find((before) => isAlike(before.one, one));
    if (told === undefined) {
      told = { one, rule: findActor(one, fired) };
      if (known.unshift(told) > kindsKept) known.pop();
    }
    return toFinding(one, told.rule);
  });
}

const kindsKept = 32;

/** Whether the same rules see both. */
function isAlike(one: Seen, other: Seen): boolean {
  return (
    one.pattern === other.pattern &&
    one.category === other.category &&
    one.confidence === other.confidence &&
    one.kind === other.kind
  );
}

function toFinding(seen: Seen, rule: string | undefined): Finding {
  const { category, severity, confidence, spans, decoded } = seen;
  const finding = { category, severity, confidence, spans };
  if (decoded.length > 0)
    return rule === undefined ? { ...finding, decoded } : { ...finding, decoded, rule };
  return rule === undefined ? finding : { ...finding, rule };
}

/** However strong a rule in shadow is, it does not act where another one does. */
function findActor(seen: Seen, fired: readonly Fired[]): string | undefined {
  const able = fired.filter(
    (one) =>
      !one.firing.failed &&
      one.at.policy.parts.has(seen.kind) &&
      queriesOf(one.at.rule).some((query) => isAnswer(query, seen)),
  );
  const actor = able.find(({ firing }) => firing.mode === 'enforce') ?? able[0];
  return actor === undefined ? undefined : `${actor.firing.policy}/${actor.firing.rule}`;
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
