/** The bundles that rules are counted with: made once in a run, since a thousand rules take a second. */
import { createReferenceBundle } from '../src/cli/policy-bench-scene.ts';
import type { Bundle } from '../src/governance/policy/policy.ts';

export const patterns = 200;

const made = new Map<number, Bundle>();

export function referenceBundle(rules: number): Bundle {
  const bundle = made.get(rules) ?? createReferenceBundle(rules, patterns);
  made.set(rules, bundle);
  return bundle;
}
