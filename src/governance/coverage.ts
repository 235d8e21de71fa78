/** How much of an interaction was judged; it never says judged for what was not. */
import type { Ruling } from './decision.ts';
import type { Coverage } from './event.ts';
import type { Interaction } from './interaction.ts';

export function coverageOf(interaction: Interaction, ruling: Ruling): Coverage {
  const { parts, unjudged } = interaction;
  return {
    parts: parts.length,
    // A check that could not run may have missed any part, so none of them counts.
    judged: ruling.failures.length === 0 ? parts.length : 0,
    unmapped: parts.reduce((count, part) => count + (part.mapped ? 0 : 1), 0),
    unjudged,
  };
}

/** The word for the answer's header. */
export function isFull(coverage: Coverage): boolean {
  return coverage.judged === coverage.parts && coverage.unjudged.length === 0;
}
