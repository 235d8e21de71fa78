/** How strictly the shipped policies rule on a text, as a number that can be compared. */
import { join } from 'node:path';
import { handInShippedWeights } from '../../src/config/weights.ts';
import { readPolicyDirectory } from '../../src/config/yaml-source.ts';
import type { Detector } from '../../src/governance/detectors/detector.ts';
import { catalogue } from '../../src/governance/detectors/index.ts';
import { govern } from '../../src/governance/govern.ts';
import type { Part } from '../../src/governance/interaction.ts';
import { compileBundle } from '../../src/governance/policy/bundle.ts';
import type { Bundle } from '../../src/governance/policy/policy.ts';
import { toInteraction } from '../../src/governance/policy/trial.ts';

const actions = ['allow', 'flag', 'redact', 'block'] as const;
/** The place of an action among them, from the weakest. */
export type Rank = number;
export const wordOf = (rank: Rank): string => actions[rank] ?? 'none';

const policies = join(import.meta.dirname, '..', '..', 'config', 'policies');

/** What the tests inside the files expect is checked where policies are, so detectors can be left out here. */
export async function loadShippedPolicies(
  detectors: readonly Detector[] = catalogue,
): Promise<Bundle> {
  handInShippedWeights();
  const read = await readPolicyDirectory(policies);
  if (!read.ok) throw new Error(read.faults.map(({ message }) => message).join('; '));
  const compiled = compileBundle(read.bundle, { catalogue: detectors, untested: true });
  if ('faults' in compiled) throw new Error(compiled.faults.map((one) => one.message).join('; '));
  return compiled.bundle;
}

/** One text as the words of a user, or several as adjacent parts of one turn. */
export function rankOf(bundle: Bundle, text: string | readonly string[]): Rank {
  const given = { messages: (typeof text === 'string' ? [text] : text).map((user) => ({ user })) };
  const interaction = toInteraction(given);
  const parts: readonly Part[] = interaction.parts;
  return actions.indexOf(govern(bundle, { ...interaction, parts }).action);
}
