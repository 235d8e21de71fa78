/** `governance policy diff`: what another version of the policies would rule differently. */
import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { govern, type GovernOptions } from '../governance/govern.ts';
import type { Interaction } from '../governance/interaction.ts';
import type { Bundle } from '../governance/policy/policy.ts';
import { toInteraction, toOptions } from '../governance/policy/trial.ts';
import { listHelp, wantsHelp } from './help.ts';
import { type Io, exitStatus } from './io.ts';
import { readArguments, refuseOperands } from './options.ts';
import { Comparison, toVerdict, writeChanges } from './policy-compare.ts';
import { type GivenValues, givenFlags, givenHelp, readSource, toCall } from './policy-given.ts';
import { type OpenPolicies, findOutside, openPolicies } from './policy-open.ts';
import { createProgress } from './progress.ts';
import { Refusal, refuseUsage } from './refusal.ts';
import { showPath } from './shown-path.ts';

const usage = `usage: governance policy diff OLD NEW [--samples PATH]... [options]

Judges the inline tests of both directories, and samples, by all policies of
each, and tells what would now be blocked, redacted or let through, by rule.
Modes hold as they stand in the files. For recorded exchanges see \`governance
policy replay\`.

${listHelp([
  ['--samples PATH', 'a text, a request, or a directory of them; may be repeated'],
  ['--lines', 'each line of a sample file is a sample'],
  ...givenHelp,
  ['--exit-code', 'exit with 1 where anything is ruled differently'],
  ['--json', 'as JSON'],
])}`;

const flags = {
  ...givenFlags,
  samples: { type: 'string', multiple: true },
  lines: { type: 'boolean', default: false },
  'exit-code': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

type Sample = {
  readonly name: string;
  readonly call: Interaction;
  readonly options: GovernOptions;
};

/** Nobody outside is asked about a sample: what such a model would see of it is taken to be nothing. */
const usual = toOptions({});

export async function policyDiff(args: readonly string[], io: Io): Promise<number> {
  if (wantsHelp(args)) {
    io.out(usage);
    return exitStatus.fine;
  }
  const { values, positionals, configFlags } = readArguments(args, flags);
  const [first, second] = positionals;
  refuseOperands(positionals, 2);
  if (first === undefined || second === undefined)
    throw refuseUsage('expected two directories of policies: the old and the new one');
  const outside = findOutside(configFlags, io);
  const before = await openPolicies(resolve(io.cwd, first), outside);
  const after = await openPolicies(resolve(io.cwd, second), outside);
  const samples = [
    ...listTests(before, after),
    ...(values.samples ?? []).flatMap((path) =>
      readSamples(resolve(io.cwd, path), values.lines, values, io),
    ),
  ];
  const comparison = compare(samples, before.bundle, after.bundle, io);
  const changes = comparison.changes();
  if (values.json) {
    const versions = { before: before.bundle.version, after: after.bundle.version };
    io.out(`${JSON.stringify({ ...versions, calls: comparison.total, changes }, undefined, 2)}\n`);
  } else io.out(writeChanges(comparison, 'test or sample', 'tests and samples'));
  return values['exit-code'] && changes.length > 0 ? exitStatus.bad : exitStatus.fine;
}

/** A test that stands in both is one call. */
function listTests(...versions: readonly OpenPolicies[]): readonly Sample[] {
  const samples = new Map<string, Sample>();
  for (const { bundle } of versions)
    for (const policy of bundle.policies)
      for (const { name, given } of policy.document.tests ?? []) {
        const key = JSON.stringify(given);
        const own = {
          name: `${policy.id}: ${name}`,
          call: toInteraction(given),
          options: toOptions(given),
        };
        samples.set(key, samples.get(key) ?? own);
      }
  return [...samples.values()];
}

function readSamples(path: string, lines: boolean, values: GivenValues, io: Io): readonly Sample[] {
  const name = showPath(io.cwd, path);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined)
    throw new Refusal(exitStatus.bad, `there is no file or directory \`${name}\``);
  if (stat.isDirectory())
    return readdirSync(path)
      .filter((inner) => !inner.startsWith('.'))
      .sort()
      .flatMap((inner) => readSamples(join(path, inner), lines, values, io));
  const source = readSource(path, io);
  if (!lines) return [{ name, call: toCall(source, values), options: usual }];
  return source.split('\n').flatMap((line, index) => {
    const own = { name: `${name}:${index + 1}`, text: line.trim() };
    return own.text === ''
      ? []
      : [{ name: own.name, call: toCall(own.text, values), options: usual }];
  });
}

function compare(samples: readonly Sample[], before: Bundle, after: Bundle, io: Io): Comparison {
  const comparison = new Comparison();
  const progress = createProgress(io, 'judged', samples.length);
  for (const [index, { name, call, options }] of samples.entries()) {
    comparison.add({
      name,
      team: call.key.team,
      before: toVerdict(govern(before, call, options)),
      after: toVerdict(govern(after, call, options)),
    });
    progress.step(index + 1);
  }
  progress.end();
  return comparison;
}
