/** Judges a call that needs models from outside: by all else first, and they are asked only where nothing has blocked by then. */
import type { Ruling } from '../../governance/decision.ts';
import type { Evidence } from '../../governance/evidence.ts';
import type { Interaction } from '../../governance/interaction.ts';
import type { Need } from '../../governance/outside.ts';
import type { Bundle } from '../../governance/policy/policy.ts';

/** What asks them. Never rejects. */
export type Ask = (needs: readonly Need[], interaction: Interaction) => Promise<Evidence>;

export type Judging = {
  /** True: only by what needs nobody from outside. */
  readonly inside?: boolean;
  readonly evidence?: Evidence;
};

/** `judge` is told of each look at the call; what models say can only make a ruling stronger, so a block stands. */
export async function judgeInsideFirst(
  { inside }: Bundle,
  needs: readonly Need[],
  ask: Ask,
  interaction: Interaction,
  judge: (judging: Judging) => Ruling | Promise<Ruling>,
): Promise<Ruling> {
  if (inside !== undefined) {
    const ruling = await judge({ inside: true });
    if (ruling.action === 'block') return ruling;
  }
  return judge({ evidence: await ask(needs, interaction) });
}
