/** Reads the policies of a directory, compiles and tests them, and tells what came of it as plain data. */
import type { PolicyLimits } from '../../config/policy-files.ts';
import { readPolicyDirectoryInside } from '../../config/yaml-source.ts';
import type { OutsideDetector } from '../../governance/outside.ts';
import { type Compiled, compileBundle } from '../../governance/policy/bundle.ts';
import type { PolicyFault } from '../../governance/policy/source.ts';
import { type PolicySet, toPolicySet } from './policy-set.ts';
import { type Remembered, neverTested } from './tested-before.ts';

export type CheckJob = {
  readonly directory: string;
  readonly limits: PolicyLimits;
  /** Models from outside that rules may ask for. */
  readonly outside: readonly OutsideDetector[];
};

export type Checked =
  | { readonly set: PolicySet; readonly warnings: readonly PolicyFault[] }
  /** `unread` where files could not be had, whatever stands in them. */
  | { readonly faults: readonly PolicyFault[]; readonly unread: boolean };

export async function checkPolicies(job: CheckJob): Promise<Checked> {
  const { compiled, atMs, unread } = await compilePolicies(job);
  if ('faults' in compiled) return { ...compiled, unread };
  return { set: toPolicySet(compiled.bundle, atMs), warnings: compiled.warnings };
}

/** All in one go; `atMs`: when it began. `recall`: whether the very same have passed their tests before. */
export async function compilePolicies(
  { directory, limits, outside }: CheckJob,
  recall: (version: string, outside: CheckJob['outside']) => Remembered = neverTested,
): Promise<{ readonly compiled: Compiled; readonly atMs: number; readonly unread: boolean }> {
  const read = await readPolicyDirectoryInside(directory, limits);
  const atMs = Date.now();
  if (!read.ok) return { compiled: { faults: read.faults }, atMs, unread: read.unread };
  const tests = recall(read.bundle.version, outside);
  const compiled = compileBundle(read.bundle, { now: atMs, outside, untested: tests.passed });
  if ('bundle' in compiled) tests.keep();
  return { compiled, atMs, unread: false };
}
