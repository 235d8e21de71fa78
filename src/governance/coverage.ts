/** How much of an interaction was judged; it never says judged for what was not. */
import type { Ruling } from './decision.ts';
import type { Coverage } from './event.ts';
import { hiddenOf } from './hidden.ts';
import type { Interaction, Step } from './interaction.ts';

export function coverageOf(interaction: Interaction, ruling: Ruling): Coverage {
  const { parts, unjudged } = interaction;
  return {
    parts: parts.length,
    // A check that could not run may have missed any part, so none of them counts.
    judged: ruling.failures.length === 0 ? parts.length : 0,
    unmapped: parts.reduce((count, part) => count + (part.mapped ? 0 : 1), 0),
    unjudged: withoutFound(unjudged, interaction, ruling),
  };
}

/** A place may be named by what a rule found elsewhere: the record says where, never what. */
function withoutFound(
  unjudged: Coverage['unjudged'],
  { parts }: Interaction,
  ruling: Ruling,
): Coverage['unjudged'] {
  if (unjudged.length === 0 || ruling.findings.length === 0) return unjudged;
  const values = hiddenOf(ruling)
    .flatMap(({ spans }) => spans)
    .map(({ part, start, end }) => parts[part]?.text.slice(start, end) ?? '')
    .filter((value) => value !== '');
  const veil = (step: Step): Step =>
    typeof step === 'string' && values.some((value) => step.includes(value)) ? '*' : step;
  return unjudged.map((item) => ({ ...item, at: item.at.map(veil) }));
}

/** The word for the answer's header. */
export function isFull(coverage: Coverage): boolean {
  return coverage.judged === coverage.parts && coverage.unjudged.length === 0;
}
