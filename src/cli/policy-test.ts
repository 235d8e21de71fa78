/** `governance policy test`: runs the tests of policies, measures what they reach and which changes they would miss. */
import { resolve } from 'node:path';
import { wantsHelp } from './help.ts';
import { type Io, exitStatus } from './io.ts';
import { describeConfigFlags, readArguments, refuseOperands } from './options.ts';
import { measurePolicies, readThresholds, toShares } from './policy-coverage.ts';
import { type Mutant, countMutants, runMutants } from './policy-mutants.ts';
import { type OpenPolicies, findPolicies, openPolicies } from './policy-open.ts';
import { type Case, listInlineCases, readFixtures, runCases } from './policy-outcome.ts';
import { findFormat, formatNames } from './policy-report.ts';
import type { Report } from './policy-tested.ts';
import { createProgress } from './progress.ts';
import { refuseUsage } from './refusal.ts';

const usage = `usage: governance policy test [DIRECTORY|FILE] [options]

Runs the tests that stand in the policies, each on its policy alone, and those
of fixture files. A test with \`todo\` may fail. A fixture file holds
\`apiVersion: governance/v1\`, \`kind: PolicyTests\`, \`tests\`, and \`policy\`
unless all policies together are meant.
Exit status: 0 all passed, 1 a test failed, a threshold was missed or a mutant
survived.

  --fixtures PATH    a fixture file, or a directory of them; may be repeated
  --filter TEXT      only tests with this in their policy's id or their name
  --format NAME      ${formatNames.join(', ')} (default: text)
  --json             the same as --format json
  --coverage         which rules fire, and which operands are seen true and
                     false
  --threshold SHARE  percent that coverage must reach: 90, or
                     rules=100,operands=95
  --mutate           remove and negate each rule, and tell which changes no test
                     notices

${describeConfigFlags(['config', 'policies'])}`;

const flags = {
  fixtures: { type: 'string', multiple: true },
  filter: { type: 'string' },
  format: { type: 'string' },
  json: { type: 'boolean', default: false },
  coverage: { type: 'boolean', default: false },
  threshold: { type: 'string' },
  mutate: { type: 'boolean', default: false },
} as const;

export async function policyTest(args: readonly string[], io: Io): Promise<number> {
  if (wantsHelp(args)) {
    io.out(usage);
    return exitStatus.fine;
  }
  const { values, positionals, configFlags } = readArguments(args, flags);
  refuseOperands(positionals, 1);
  const format = findFormat(values.format ?? (values.json ? 'json' : 'text'));
  const thresholds = readThresholds(values.threshold);
  const { directory, isMeant, outside } = findPolicies(positionals[0], configFlags, io);
  const open = await openPolicies(directory, outside);
  const fixtures = (values.fixtures ?? []).flatMap((path) =>
    readFixtures(resolve(io.cwd, path), open.bundle, io.cwd),
  );
  const inline = listInlineCases(open).filter(({ file }) => isMeant(file));
  const cases = [...inline, ...fixtures].filter((each) => matches(each, values.filter));
  if (cases.length === 0 && values.filter !== undefined)
    throw refuseUsage(`no test has \`${values.filter}\` in its policy's id or its name`);
  const progress = createProgress(io, 'tests', cases.length);
  const outcomes = runCases(open.bundle, cases, progress.step);
  progress.end();
  const policies = open.bundle.policies.filter(
    ({ id, file }) =>
      isMeant(file) && (values.filter === undefined || cases.some(({ policy }) => policy === id)),
  );
  const wanted = values.coverage || values.threshold !== undefined;
  const coverage = wanted ? measurePolicies(policies, open) : undefined;
  const report: Report = {
    outcomes,
    coverage:
      coverage === undefined ? undefined : { rules: coverage, ...toShares(coverage), thresholds },
    mutants: values.mutate ? mutate(policies, open, io) : undefined,
  };
  io.out(format(report));
  return isGood(report) ? exitStatus.fine : exitStatus.bad;
}

function matches({ policy = '', test }: Case, filter: string | undefined): boolean {
  return filter === undefined || policy.includes(filter) || test.name.includes(filter);
}

function mutate(
  policies: OpenPolicies['bundle']['policies'],
  { bundle }: OpenPolicies,
  io: Io,
): readonly Mutant[] {
  const progress = createProgress(io, 'mutants', countMutants(policies));
  const mutants: Mutant[] = [];
  for (const policy of policies) {
    for (const mutant of runMutants(policy, bundle.patterns)) {
      mutants.push(mutant);
      progress.step(mutants.length);
    }
  }
  progress.end();
  return mutants;
}

function isGood({ outcomes, coverage, mutants = [] }: Report): boolean {
  const reached =
    coverage === undefined ||
    (coverage.rulesPercent >= coverage.thresholds.rules &&
      coverage.operandsPercent >= coverage.thresholds.operands);
  return (
    reached &&
    outcomes.every(({ status }) => status !== 'failed') &&
    mutants.every(({ caughtBy }) => caughtBy !== undefined)
  );
}
