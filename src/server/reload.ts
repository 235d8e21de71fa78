/** Loads the policies: once at the start, and again whenever their files change or the operator asks. */
import { watchPolicies } from '../config/policy-watch.ts';
import type { PolicyFile, PolicyLimits } from '../config/policy-files.ts';
import {
  type PolicyRead,
  parsePolicyFiles,
  readPolicyDirectoryInside,
  readPolicyVersion,
} from '../config/yaml-source.ts';
import { handInShippedWeights } from '../config/weights.ts';
import type { OutsideDetector } from '../governance/outside.ts';
import { type CompileOptions, type Compiled, compileBundle } from '../governance/policy/bundle.ts';
import { allFiles } from '../governance/policy/source.ts';
import type { Log } from './log.ts';

/** The files of a bundle, as they stood together, and when they were compiled: whoever compiles them again gets the same. */
export type PolicySet = { readonly files: readonly PolicyFile[]; readonly atMs: number };

/** What takes policies that were loaded, for the process that loaded them or for several. */
export type PolicyTaker = {
  readonly bundle: { readonly version: string };
  /** Undefined while the newest bundle serves, else one sentence that says what is wrong with it. */
  readonly rejected: string | undefined;
  /** `set` is what they were compiled from, as far as it could be read. */
  readonly offer: (compiled: Compiled, set: PolicySet | undefined) => Promise<void>;
};

/** `outside`: models that rules may ask for. */
export async function loadPolicies(
  directory: string,
  limits: PolicyLimits,
  outside: readonly OutsideDetector[] = [],
): Promise<Compiled> {
  return (await loadPolicySet(directory, limits, outside)).compiled;
}

export async function loadPolicySet(
  directory: string,
  limits: PolicyLimits,
  outside: readonly OutsideDetector[],
): Promise<{ readonly compiled: Compiled; readonly set: PolicySet | undefined }> {
  const read = await readPolicyDirectoryInside(directory, limits);
  const atMs = Date.now();
  const set = read.ok ? { files: read.files, atMs } : undefined;
  return { compiled: compile(read, { now: atMs, outside }), set };
}

/** Compiles what another process has read, compiled and tested. */
export function compilePolicySet(
  { files, atMs }: PolicySet,
  outside: readonly OutsideDetector[],
): Compiled {
  return compile(parsePolicyFiles(files), { now: atMs, outside, untested: true });
}

function compile(read: PolicyRead, options: CompileOptions): Compiled {
  handInShippedWeights();
  return read.ok ? compileBundle(read.bundle, options) : { faults: read.faults };
}

export type Reload = { readonly now: () => Promise<void>; readonly close: () => void };

/** `onError`: a load that could neither serve nor be recorded; the bundle in force stays. */
export async function reloadOnChange(
  directory: string,
  limits: PolicyLimits,
  taker: PolicyTaker,
  onError: (error: unknown) => void,
  outside: readonly OutsideDetector[] = [],
): Promise<Reload> {
  // Nothing in the files can cause it, but that they are not in force has to be seen like any other rejection.
  const refuse = (error: unknown): { readonly compiled: Compiled; readonly set: undefined } => {
    onError(error);
    const message =
      'the policies could not be compiled, which is a defect of the gateway; see its log';
    const fault = { file: allFiles, line: 1, column: 1, message, level: 'error' } as const;
    return { compiled: { faults: [fault] }, set: undefined };
  };
  // One after the other, so that an older reading never replaces a newer one.
  let last: Promise<void> = Promise.resolve();
  const now = (): Promise<void> => {
    last = last
      .then(async () => {
        const { compiled, set } = await loadPolicySet(directory, limits, outside).catch(refuse);
        await taker.offer(compiled, set);
      })
      .catch(onError);
    return last;
  };
  const watch = await watchPolicies(directory, now, { limits });
  // Between the first load and the watch nobody looked.
  if ((await readPolicyVersion(directory, limits)) !== taker.bundle.version) await now();
  return { now, close: watch.close };
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
