/** Policies that were compiled and tested once, as whoever compiles them again is handed them. */
import { deserialize, serialize } from 'node:v8';
import type { OutsideDetector } from '../../governance/outside.ts';
import { type Compiled, compileInSteps } from '../../governance/policy/bundle.ts';
import type { Bundle } from '../../governance/policy/policy.ts';
import type { PolicySource } from '../../governance/policy/source.ts';
import type { Steps } from '../../governance/steps.ts';

/** Each document by itself, as bytes: a large set is never read in one go. */
export type PolicySet = {
  readonly version: string;
  readonly files: readonly { readonly file: string; readonly document: Uint8Array }[];
  /** When their compiling began, there. */
  readonly atMs: number;
};

export function toPolicySet({ version, policies }: Bundle, atMs: number): PolicySet {
  const files = policies.map(({ file, document }) => ({ file, document: serialize(document) }));
  return { version, files, atMs };
}

/** `outside`: the same models as where they were compiled first. */
export function* compileSet(
  { version, files }: PolicySet,
  outside: readonly OutsideDetector[],
): Steps<Compiled> {
  const sources: PolicySource[] = [];
  for (const { file, document } of files) {
    const value: unknown = deserialize(document);
    sources.push({ file, value, locate: () => nowhere, locateInside: () => nowhere });
    yield;
  }
  return yield* compileInSteps({ version, sources }, { outside, checked: true });
}

/** Of a fault where there is none. */
const nowhere = { line: 1, column: 1 };
