/** Policies that are soon compiled need no thread: to start one takes a core for a second, in which the old ones rule on. */
import type { PolicyLimits } from '../../config/policy-files.ts';
import { readPolicyDirectoryInside } from '../../config/yaml-source.ts';
import { type Compiled, compileInSteps } from '../../governance/policy/bundle.ts';
import type { CheckJob } from './check.ts';
import { toPolicySet, type PolicySet } from './policy-set.ts';
import { takeInTurns } from './turns.ts';

/** They are read in one go. */
const bytesMax = 4_096;
const filesMax = 8;
/** What their patterns unroll to: few bytes can ask for many. */
const patternStepsMax = 5_000;
/** Each test is judged in one go, and its text may be written once and repeated. */
const testCharactersMax = 4_096;

export type Loaded = { readonly compiled: Compiled; readonly set: PolicySet | undefined };

/** On the thread that serves, in its turns. Undefined where they are not small or not sound, of which the other thread tells. */
export async function loadSmall(
  { directory, limits, outside }: CheckJob,
  signal: AbortSignal,
): Promise<Loaded | undefined> {
  const read = await readPolicyDirectoryInside(directory, toSmall(limits));
  signal.throwIfAborted();
  if (!read.ok) return undefined;
  const now = Date.now();
  const most = { patternStepsMax, testCharactersMax };
  const compiled = await takeInTurns(
    compileInSteps(read.bundle, { now, outside, ...most }),
    signal,
  );
  if ('faults' in compiled) return undefined;
  return { compiled, set: toPolicySet(compiled.bundle, now) };
}

function toSmall(limits: PolicyLimits): PolicyLimits {
  return {
    policyFilesMax: Math.min(limits.policyFilesMax, filesMax),
    policyFileBytesMax: Math.min(limits.policyFileBytesMax, bytesMax),
    policyBytesMax: Math.min(limits.policyBytesMax, bytesMax),
  };
}
