/** Cuts until the copy that is left would be approved by itself, or says what stands in the way. */
import { byStrength, type Fired } from './fired.ts';
import type { Edit } from './decision.ts';
import { carryEvidence } from './evidence.ts';
import type { Failure } from './finding.ts';
import type { Interaction } from './interaction.ts';
import { judge, type GovernOptions, type JudgeOptions } from './judge.ts';
import { placeEdits, type Placed, spanBefore } from './placed-edits.ts';
import type { Bundle } from './policy/policy.ts';
import { createPlaceholders } from './placeholders.ts';
import { applyRedaction, isFixed, toEdits } from './redact.ts';

export type Settled =
  | { readonly edits: readonly Edit[] }
  /** What has to be blocked instead, and the check that could not be made, where one could not. */
  | { readonly cause: Fired | undefined; readonly failure?: Failure };

/** What a cut leaves beside it can look like something new; more rounds than this are somebody's game. */
const roundsMax = 3;

export function settleRedaction(
  bundle: Bundle,
  interaction: Interaction,
  first: readonly Fired[],
  options: GovernOptions,
): Settled {
  const placeholders = options.placeholders ?? createPlaceholders();
  const { hash, system, evidence } = options;
  const redactions = [...first];
  for (let round = 1; ; round += 1) {
    const edits = toEdits(interaction, redactions, placeholders, hash);
    if (edits === undefined) return withoutKey(redactions);
    if (edits.length === 0) return { cause: first[0] };
    const copy = applyRedaction(interaction, edits);
    const placed = placeEdits(edits);
    const again: JudgeOptions = {
      copy: true,
      ...(hash && { hash }),
      ...(system && { system }),
      ...(evidence && { evidence: carryEvidence(evidence, placed, interaction.parts) }),
    };
    const rest = refusalsOf(judge(bundle, copy, again).fired, copy);
    const [strongest] = rest;
    if (strongest === undefined) return { edits };
    if (strongest.firing.action === 'block' || round === roundsMax) return { cause: strongest };
    for (const fired of rest) redactions.push(toOriginal(fired, placed));
  }
}

/** A redaction that cannot be made is a block. */
export function blockUncuttable(fired: readonly Fired[], interaction: Interaction): Fired[] {
  return fired
    .map((one) =>
      one.firing.action === 'redact' && (one.targets.length === 0 || isFixed(interaction, one))
        ? toBlocked(one)
        : one,
    )
    .sort(byStrength);
}

export function toBlocked(one: Fired): Fired {
  return { ...one, firing: { ...one.firing, action: 'block' } };
}

function refusalsOf(fired: readonly Fired[], copy: Interaction): readonly Fired[] {
  return blockUncuttable(fired, copy).filter(
    ({ firing }) =>
      firing.mode === 'enforce' && (firing.action === 'redact' || firing.action === 'block'),
  );
}

function withoutKey(redactions: readonly Fired[]): Settled {
  const cause = redactions.find((one) => one.at.rule.redaction.operator === 'hash');
  const check = cause === undefined ? 'redact' : `${cause.firing.policy}/${cause.firing.rule}`;
  const reason = 'a value has to be hashed and there is no key to hash it with';
  return { cause, failure: { check, reason } };
}

/** What fired on the copy, with its targets where they stand in the text that was sent. */
function toOriginal(fired: Fired, edits: ReadonlyMap<number, readonly Placed[]>): Fired {
  const targets = fired.targets.map((seen) => ({
    ...seen,
    spans: seen.spans.map((span) => spanBefore(span, edits.get(span.part) ?? [])),
  }));
  return { ...fired, targets };
}
