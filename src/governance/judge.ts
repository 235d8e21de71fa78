/** One look at an interaction and one decision on it, before anything is cut out. */
import { decide, type Witness } from './decide.ts';
import type { Fired } from './fired.ts';
import type { Evidence } from './evidence.ts';
import type { Failure } from './finding.ts';
import { inspect, type CleanTexts } from './inspect.ts';
import type { Interaction } from './interaction.ts';
import type { Bundle } from './policy/policy.ts';
import type { Placeholders } from './placeholders.ts';
import type { Hash } from './redact.ts';
import type { Seen } from './seen.ts';

export type GovernOptions = {
  /** What outside models saw in this interaction, and what they could not judge. */
  readonly evidence?: Evidence;
  /** Texts of earlier calls in which nothing was seen, so that they need not be read again. */
  readonly clean?: CleanTexts;
  /** Needed where a policy redacts by hash; without it such a rule blocks. */
  readonly hash?: Hash;
  /** Given to both directions of an exchange, they name the same value alike in both. */
  readonly placeholders?: Placeholders;
  /** System texts of the request, for judging its answer. */
  readonly system?: readonly string[];
};

/** `copy`: see `InspectOptions`. */
export type JudgeOptions = GovernOptions & { readonly copy?: boolean };

export type Judged = {
  readonly fired: readonly Fired[];
  readonly seen: readonly Seen[];
  readonly failures: readonly Failure[];
};

export function judge(
  bundle: Bundle,
  interaction: Interaction,
  options: JudgeOptions,
  witness?: Witness,
): Judged {
  const inspection = inspect(bundle, interaction, options);
  const watch = bundle.watch[interaction.stage];
  const { fired, misses } = decide(watch, interaction, inspection, witness);
  const failures = misses.map(({ check, reason }) => ({ check, reason }));
  return { fired, seen: inspection.seen, failures };
}
