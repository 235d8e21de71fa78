/** All policy files together, compiled or refused as a whole: never half of them. */
import type { Detector } from '../detectors/detector.ts';
import { catalogue as shippedDetectors } from '../detectors/index.ts';
import { asksOutside, toDetectors, type OutsideDetector } from '../outside.ts';
import { finishSteps, type Steps } from '../steps.ts';
import { assembleInSteps } from './assemble.ts';
import { compilePolicy } from './compile.ts';
import { readEntries, type Entry } from './entries.ts';
import type { Faults } from './faults.ts';
import { lintBundle } from './lint-bundle.ts';
import { checkEvidence } from './lint-evidence.ts';
import { lintPolicy } from './lint.ts';
import type { Bundle, NamedPattern, Policy } from './policy.ts';
import type { TestDocument } from './schema.ts';
import { allFiles, type BundleSource, type PolicyFault } from './source.ts';
import { checkSelector } from './surroundings.ts';
import { isolateInSteps, runTrial } from './trial.ts';

export type Compiled =
  | { readonly bundle: Bundle; readonly warnings: readonly PolicyFault[] }
  | { readonly faults: readonly PolicyFault[] };

export type CompileOptions = {
  /** The detectors there are; by default those that are shipped. */
  readonly catalogue?: readonly Detector[];
  /** Models from outside that the configuration names. */
  readonly outside?: readonly OutsideDetector[];
  /** Milliseconds since the epoch, for warnings about exemptions that have expired. */
  readonly now?: number;
  /** True: the tests that stand in the files are left to whoever compiles them. */
  readonly untested?: boolean;
  /**
   * True: the values of the sources are documents of policies that were compiled and tested before, with the same
   * detectors; what was found in order then is not looked at again.
   */
  readonly checked?: boolean;
  /** Steps that all patterns together may unroll to. */
  readonly patternStepsMax?: number;
  /** How long the text of a test may be, repeats included. */
  readonly testCharactersMax?: number;
};

export function compileBundle(source: BundleSource, options: CompileOptions = {}): Compiled {
  return finishSteps(compileInSteps(source, options));
}

export function* compileInSteps(
  source: BundleSource,
  options: CompileOptions = {},
): Steps<Compiled> {
  const { checked = false } = options;
  const catalogue = [
    ...(options.catalogue ?? shippedDetectors),
    ...toDetectors(options.outside ?? []),
  ];
  const all: PolicyFault[] = [];
  const entries = yield* readEntries(source.sources, all, options);
  const patterns = entries.flatMap((entry) =>
    [...entry.patterns.values()].filter((pattern) => pattern !== undefined),
  );
  const categories = [
    ...catalogue.flatMap((detector) => detector.categories),
    ...patterns.map((pattern) => pattern.category),
  ];
  const policies: Policy[] = [];
  for (const entry of entries) policies.push(yield* compileEntry(entry, categories));
  if (!checked) yield* check({ policies, entries, patterns, catalogue }, options);
  for (const entry of entries) all.push(...entry.faults.list);
  const read = entries.length === source.sources.length;
  if (read && policies.every((policy) => policy.mode === 'off')) {
    all.push(emptyBundle(source, policies));
  }
  const faults = all.sort(inFile);
  if (faults.some((one) => one.level === 'error')) return { faults };
  const bundle = yield* assembleBoth(source.version, policies, patterns, catalogue);
  return { bundle, warnings: faults };
}

/** What can be judged without asking anybody is known by itself, so that nobody is asked about what it blocks. */
function* assembleBoth(
  version: string,
  policies: readonly Policy[],
  patterns: readonly NamedPattern[],
  catalogue: readonly Detector[],
): Steps<Bundle> {
  const bundle = yield* assembleInSteps(version, policies, patterns, catalogue);
  const own = policies.map((policy) => {
    const rules = policy.rules.filter((rule) => asksOutside(rule, catalogue).length === 0);
    return rules.length === policy.rules.length ? policy : { ...policy, rules };
  });
  if (own.every((policy, index) => policy === policies[index])) return bundle;
  return { ...bundle, inside: yield* assembleInSteps(version, own, patterns, catalogue) };
}

type Whole = {
  readonly policies: readonly Policy[];
  /** Each of the policy at its index. */
  readonly entries: readonly Entry[];
  readonly patterns: readonly NamedPattern[];
  readonly catalogue: readonly Detector[];
};

/** What may be wrong with policies that can be read, and what the tests in them say. */
function* check(whole: Whole, options: CompileOptions): Steps<void> {
  const { untested = false, now, testCharactersMax = Infinity } = options;
  const { policies, entries, patterns, catalogue } = whole;
  const each = policies.flatMap((policy, index) => {
    const entry = entries[index];
    return entry === undefined ? [] : [{ policy, ...entry }];
  });
  for (const { policy, patterns: own, faults } of each) {
    yield;
    // What is unused is told once everything that uses something can be read.
    if (isSound(faults)) lintPolicy(policy, own, faults, now);
  }
  for (const { document, faults } of entries) checkEvidence(document, catalogue, faults);
  const areSound = (): boolean => entries.every(({ faults }) => isSound(faults));
  // An automaton of many patterns takes seconds to make: not before all of them are such as can serve.
  if (areSound()) lintBundle(policies, patterns, entries);
  if (untested || !areSound()) return;
  for (const { policy, faults } of each) {
    for (const test of policy.document.tests ?? [])
      if (lengthOf(test) > testCharactersMax) faults.error(['tests'], tooLong);
    if (isSound(faults)) yield* testPolicy(policy, patterns, catalogue, faults);
  }
}

function* compileEntry(entry: Entry, categories: readonly string[]): Steps<Policy> {
  const { document, source, faults } = entry;
  for (const selector of Object.keys(document.spec.detect ?? {})) {
    const problem = checkSelector(selector, categories);
    if (problem !== undefined) faults.error(['spec', 'detect', selector], problem, 'key');
  }
  const known = { patterns: entry.patterns, categories };
  return yield* compilePolicy(document, source.file, known, faults);
}

function isSound(faults: Faults): boolean {
  return !faults.list.some((one) => one.level === 'error');
}

/** No policy in force would be a gateway that lets everything pass. */
function emptyBundle(source: BundleSource, policies: readonly Policy[]): PolicyFault {
  const message =
    policies.length === 0
      ? 'there is no policy here, and a gateway without policies would let everything pass'
      : 'every policy is off, and a gateway without policies would let everything pass';
  return {
    file: source.sources[0]?.file ?? source.name ?? allFiles,
    line: 1,
    column: 1,
    message,
    level: 'error',
  };
}

const tooLong = 'the text of a test is longer than what may be tested here';

function lengthOf({ given }: TestDocument): number {
  return (given.text ?? '').length * (given.repeat ?? 1);
}

function* testPolicy(
  policy: Policy,
  patterns: readonly NamedPattern[],
  catalogue: readonly Detector[],
  faults: Faults,
): Steps<void> {
  const tests = policy.document.tests ?? [];
  if (tests.length === 0) return;
  const alone = yield* isolateInSteps(policy, patterns, catalogue);
  for (const [index, test] of tests.entries()) {
    yield;
    const trial = runTrial(alone, test, index);
    const path = ['tests', index];
    if (trial.todo !== undefined) {
      const message = `the test \`${trial.name}\` passes now; remove its \`todo\``;
      if (trial.passed) faults.warning([...path, 'todo'], message, 'key');
    } else if (!trial.passed) {
      const message = `the test \`${trial.name}\` fails: ${trial.differences.join('; ')}`;
      faults.error([...path, 'expect'], message, 'key');
    }
  }
}

function inFile(left: PolicyFault, right: PolicyFault): number {
  if (left.file !== right.file) return left.file < right.file ? -1 : 1;
  return left.line - right.line || left.column - right.column;
}
