/** The tests of policies, inline and in fixture files, as a flat list of outcomes. */
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { isPolicyFileName } from '../config/policy-files.ts';
import { readYaml } from '../config/yaml-document.ts';
import { catalogue } from '../governance/detectors/index.ts';
import { outsideOf } from '../governance/outside.ts';
import type { Bundle, Policy } from '../governance/policy/policy.ts';
import { type TestDocument, policySchema } from '../governance/policy/schema.ts';
import { isolate, runTrials } from '../governance/policy/trial.ts';
import { suggestion } from '../governance/policy/suggest.ts';
import { exitStatus } from './io.ts';
import { type OpenPolicies, sourceOf } from './policy-open.ts';
import { Refusal } from './refusal.ts';
import { showPath } from './shown-path.ts';

/** One test, and what it is run on. */
export type Case = {
  readonly file: string;
  readonly line: number;
  /** Undefined for a fixture that is judged by the bundle as it is in force. */
  readonly policy: string | undefined;
  readonly test: TestDocument;
};

export type Outcome = {
  readonly file: string;
  readonly line: number;
  readonly policy: string | undefined;
  readonly name: string;
  readonly status: 'passed' | 'failed' | 'todo';
  readonly todo: string | undefined;
  readonly differences: readonly string[];
  readonly elapsedMs: number;
};

const fixtureSchema = z.strictObject({
  apiVersion: z.literal('governance/v1'),
  kind: z.literal('PolicyTests'),
  policy: z.string().optional(),
  tests: policySchema.shape.tests.unwrap(),
});

export function listInlineCases({ bundle, sources }: OpenPolicies): readonly Case[] {
  return bundle.policies.flatMap((policy) =>
    (policy.document.tests ?? []).map((test, index) => ({
      file: policy.file,
      line: sourceOf(sources, policy.file)?.locate(['tests', index]).line ?? 1,
      policy: policy.id,
      test,
    })),
  );
}

/** A file, or every YAML file below a directory; where none is, nothing would be tested, and it would look as if it passed. */
export function readFixtures(path: string, bundle: Bundle, cwd: string): readonly Case[] {
  const cases = readBelow(path, bundle, cwd);
  if (cases.length > 0) return cases;
  throw refuse(`there is no fixture file below \`${showPath(cwd, path)}\``);
}

function readBelow(path: string, bundle: Bundle, cwd: string): readonly Case[] {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) throw refuse(`there is no file or directory \`${showPath(cwd, path)}\``);
  if (!stat.isDirectory()) return readFixture(path, showPath(cwd, path), bundle);
  return readdirSync(path)
    .filter((name) => !name.startsWith('.'))
    .sort()
    .map((name) => join(path, name))
    .filter((inner) => isPolicyFileName(basename(inner)) || statSync(inner).isDirectory())
    .flatMap((inner) => readBelow(inner, bundle, cwd));
}

function readFixture(path: string, shown: string, bundle: Bundle): readonly Case[] {
  const document = readYaml(readFileSync(path, 'utf8'));
  const faults = document.faults.map(
    ({ line, column, message }) => `${shown}:${line}:${column}: ${message}`,
  );
  if (faults.length > 0) throw refuse(faults.join('\n'));
  const parsed = fixtureSchema.safeParse(document.value);
  if (!parsed.success) {
    const told = parsed.error.issues.map(({ path: at, message }) => {
      const steps = at.map((step) => (typeof step === 'number' ? step : String(step)));
      const { line, column } = document.locate(steps);
      return `${shown}:${line}:${column}: ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
    });
    throw refuse(told.join('\n'));
  }
  const { policy, tests } = parsed.data;
  const ids = bundle.policies.map(({ id }) => id);
  if (policy !== undefined && !ids.includes(policy)) {
    const { line, column } = document.locate(['policy']);
    const near = suggestion(policy, ids);
    throw refuse(`${shown}:${line}:${column}: there is no policy \`${policy}\`${near}`);
  }
  return tests.map((test, index) => ({
    file: shown,
    line: document.locate(['tests', index]).line,
    policy,
    test,
  }));
}

function refuse(message: string): Refusal {
  return new Refusal(exitStatus.bad, message);
}

export function runCases(
  bundle: Bundle,
  cases: readonly Case[],
  onCase: (done: number) => void,
): readonly Outcome[] {
  const alone = new Map<string, Bundle>();
  return cases.map(({ file, line, policy, test }, index) => {
    const found = bundle.policies.find(({ id }) => id === policy);
    const judge = found === undefined ? bundle : aloneIn(alone, found, bundle);
    const startedMs = performance.now();
    const [trial] = runTrials(judge, [test]);
    const elapsedMs = performance.now() - startedMs;
    onCase(index + 1);
    const { passed = false, differences = [] } = trial ?? {};
    const status = passed ? 'passed' : test.todo === undefined ? 'failed' : 'todo';
    return { file, line, policy, name: test.name, status, todo: test.todo, differences, elapsedMs };
  });
}

function aloneIn(known: Map<string, Bundle>, policy: Policy, bundle: Bundle): Bundle {
  const before = known.get(policy.id);
  if (before !== undefined) return before;
  const made = isolate(policy, bundle.patterns, [...catalogue, ...outsideOf(bundle)]);
  known.set(policy.id, made);
  return made;
}
