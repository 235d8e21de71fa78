/** Loads the policies: once at the start, and again whenever their files change or the operator asks. */
import { watchPolicies } from '../config/policy-watch.ts';
import type { PolicyLimits } from '../config/policy-files.ts';
import { readPolicyVersion } from '../config/yaml-source.ts';
import { handInShippedWeights } from '../config/weights.ts';
import type { OutsideDetector } from '../governance/outside.ts';
import type { Compiled } from '../governance/policy/bundle.ts';
import { allFiles } from '../governance/policy/source.ts';
import { Again } from './loading/again.ts';
import { type CheckJob, compilePolicies } from './loading/check.ts';
import { type PolicySet, compileSet, toPolicySet } from './loading/policy-set.ts';
import { type Loaded, loadSmall } from './loading/small.ts';
import { recallTests } from './loading/tested-before.ts';
import { CheckingThread } from './loading/thread.ts';
import { takeInTurns } from './loading/turns.ts';
import type { Log } from './log.ts';

/** What takes policies that were loaded, for the process that loaded them or for several. */
export type PolicyTaker = {
  readonly bundle: { readonly version: string };
  /** Undefined while the newest bundle serves, else one sentence that says what is wrong with it. */
  readonly rejected: string | undefined;
  /** `set` is what they were compiled from, where they are sound. */
  readonly offer: (compiled: Compiled, set: PolicySet | undefined) => Promise<void>;
};

/** `outside`: models that rules may ask for. */
export async function loadPolicies(
  directory: string,
  limits: PolicyLimits,
  outside: readonly OutsideDetector[] = [],
): Promise<Compiled> {
  handInShippedWeights();
  return (await compilePolicies({ directory, limits, outside }, recallTests)).compiled;
}

/** For whoever hands them on as well. */
export async function loadPolicySet(
  directory: string,
  limits: PolicyLimits,
  outside: readonly OutsideDetector[],
): Promise<Loaded> {
  handInShippedWeights();
  const { compiled, atMs } = await compilePolicies({ directory, limits, outside }, recallTests);
  return { compiled, set: 'bundle' in compiled ? toPolicySet(compiled.bundle, atMs) : undefined };
}

/** `elsewhere` where what is wrong does not stand in the files: it may pass without a change of them. */
type LoadedAside = Loaded & { readonly elsewhere?: boolean };

/** While calls are served: neither what is wrong with them nor what they come to keeps anybody waiting. */
async function loadAside(
  thread: CheckingThread,
  job: CheckJob,
  signal: AbortSignal,
): Promise<LoadedAside> {
  const small = await loadSmall(job, signal);
  if (small !== undefined) return small;
  const checked = await thread.check(job);
  signal.throwIfAborted();
  if ('faults' in checked) return { compiled: checked, set: undefined, elsewhere: checked.unread };
  const { set, warnings } = checked;
  const compiled = await takeInTurns(compileSet(set, job.outside), signal);
  return { compiled: 'bundle' in compiled ? { ...compiled, warnings } : compiled, set };
}

/** Nothing in the files can cause it, but that they are not in force has to be seen like any other rejection. */
function refuse(
  error: unknown,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): LoadedAside {
  signal.throwIfAborted();
  onError(error);
  const message =
    'the policies could not be compiled for a reason that is not in them, which the log tells; it is tried again';
  const fault = { file: allFiles, line: 1, column: 1, message, level: 'error' } as const;
  return { compiled: { faults: [fault] }, set: undefined, elsewhere: true };
}

export type Reload = { readonly now: () => Promise<void>; readonly close: () => void };

/** `onError`: a load that could neither serve nor be recorded; the bundle in force stays. */
export async function reloadOnChange(
  directory: string,
  limits: PolicyLimits,
  taker: PolicyTaker,
  onError: (error: unknown) => void,
  outside: readonly OutsideDetector[] = [],
  firstAgainMs?: number,
): Promise<Reload> {
  const thread = new CheckingThread();
  const closing = new AbortController();
  const { signal } = closing;
  const again = new Again(() => void now(), firstAgainMs);
  const load = async (): Promise<void> => {
    again.cancel();
    // So it is where they cannot be recorded, too.
    let mayPass = true;
    try {
      const job = { directory, limits, outside };
      const { compiled, set, elsewhere } = await loadAside(thread, job, signal).catch(
        (error: unknown) => refuse(error, signal, onError),
      );
      await taker.offer(compiled, set);
      // Those that are sound and rejected all the same were not taken by one of the workers.
      mayPass = elsewhere === true || (set !== undefined && taker.rejected !== undefined);
    } finally {
      again.plan(mayPass && !signal.aborted);
    }
  };
  // One after the other, so that an older reading never replaces a newer one.
  let last: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | undefined;
  // One that has not begun reads the files as they will stand then, whoever asked for it.
  const now = (): Promise<void> => {
    waiting ??= last = last
      .then(() => {
        waiting = undefined;
        return load();
      })
      .catch((error: unknown) => {
        if (!signal.aborted) onError(error);
      });
    return waiting;
  };
  const watch = await watchPolicies(directory, now, { limits });
  // Between the first load and the watch nobody looked.
  if ((await readPolicyVersion(directory, limits)) !== taker.bundle.version) await now();
  const close = (): void => {
    watch.close();
    again.cancel();
    closing.abort();
    thread.close();
  };
  return { now, close };
}

/** Whoever asks hears of it also where nothing has changed, of which the trail is told nothing. */
export function reloadWhenAsked(reload: Reload, taker: PolicyTaker, log: Log): () => void {
  return () => {
    const before = { version: taker.bundle.version, rejected: taker.rejected };
    void reload.now().then(() => {
      const { bundle, rejected } = taker;
      const fields = { policy_version: bundle.version };
      if (bundle.version !== before.version) return;
      if (rejected === undefined)
        log.info(fields, 'the policies were read again and are those in force');
      else if (rejected === before.rejected)
        log.warn(
          { ...fields, fault: rejected },
          'the policies were read again and are still rejected',
        );
    });
  };
}
