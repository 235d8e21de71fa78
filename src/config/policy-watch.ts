/** Tells when the policy directory has changed and stands still again: at once where the system says so, by looking otherwise. */
import { type FSWatcher, watch } from 'node:fs';
import { type PolicyLimits, stampPolicyFiles } from './policy-files.ts';
import { usualPolicyLimits } from './yaml-source.ts';

export type WatchOptions = {
  /** How long the files have to stand still. */
  readonly settleMs?: number;
  /** How often they are looked at where the system tells nothing: swapped directories, links, network disks. */
  readonly pollMs?: number;
  readonly limits?: PolicyLimits;
};

export type PolicyWatch = { readonly close: () => void };

/** `onChange` is awaited; what changes meanwhile is told afterwards. */
export async function watchPolicies(
  directory: string,
  onChange: () => unknown,
  { settleMs = 150, pollMs = 1_000, limits = usualPolicyLimits }: WatchOptions = {},
): Promise<PolicyWatch> {
  let told = await stampPolicyFiles(directory, limits);
  let seen = told;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  const lookAgain = (afterMs: number) => {
    if (closed) return;
    clearTimeout(timer);
    timer = setTimeout(() => void look(), afterMs).unref();
  };
  const watcher = watchSystem(directory, () => lookAgain(settleMs));
  async function look(): Promise<void> {
    const now = await stampPolicyFiles(directory, limits);
    if (closed) return;
    const still = now === seen;
    seen = now;
    if (still && now !== told) {
      told = now;
      await onChange();
    }
    lookAgain(now === told ? pollMs : settleMs);
  }
  lookAgain(pollMs);
  return {
    close: () => {
      closed = true;
      clearTimeout(timer);
      watcher?.close();
    },
  };
}

/** Only a hint that comes sooner than the next look, so it may fail. */
function watchSystem(directory: string, onHint: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(directory, { persistent: false }, onHint);
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}
