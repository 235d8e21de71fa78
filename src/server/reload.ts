/** Loads the policies: once at the start, and again whenever their files change or the operator asks. */
import { watchPolicies } from '../config/policy-watch.ts';
import type { PolicyLimits } from '../config/policy-files.ts';
import { readPolicyDirectory, readPolicyVersion } from '../config/yaml-source.ts';
import { handInShippedWeights } from '../config/weights.ts';
import type { OutsideDetector } from '../governance/outside.ts';
import { type Compiled, compileBundle } from '../governance/policy/bundle.ts';
import type { BundleKeeper } from './bundle-keeper.ts';

/** `outside`: models that rules may ask for. */
export async function loadPolicies(
  directory: string,
  limits: PolicyLimits,
  outside: readonly OutsideDetector[] = [],
): Promise<Compiled> {
  handInShippedWeights();
  const read = await readPolicyDirectory(directory, limits);
  if (!read.ok) return { faults: read.faults };
  return compileBundle(read.bundle, { now: Date.now(), outside });
}

export type Reload = { readonly now: () => Promise<void>; readonly close: () => void };

/** `onError`: a load that could neither serve nor be recorded; the bundle in force stays. */
export async function reloadOnChange(
  directory: string,
  limits: PolicyLimits,
  keeper: BundleKeeper,
  onError: (error: unknown) => void,
  outside: readonly OutsideDetector[] = [],
): Promise<Reload> {
  // One after the other, so that an older reading never replaces a newer one.
  let last: Promise<void> = Promise.resolve();
  const now = (): Promise<void> => {
    last = last
      .then(async () => keeper.offer(await loadPolicies(directory, limits, outside)))
      .catch(onError);
    return last;
  };
  const watch = await watchPolicies(directory, now, { limits });
  // Between the first load and the watch nobody looked.
  if ((await readPolicyVersion(directory, limits)) !== keeper.bundle.version) await now();
  return { now, close: watch.close };
}
