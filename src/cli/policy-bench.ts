/** `governance policy bench`: what policies cost, cold and warm, on ordinary and on hostile text. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readYaml } from '../config/yaml-document.ts';
import { suggestion } from '../governance/policy/suggest.ts';
import { wantsHelp } from './help.ts';
import { type Io, exitStatus } from './io.ts';
import { describeConfigFlags, readArguments, refuseOperands } from './options.ts';
import {
  type Measured,
  measureBundle,
  measureKinds,
  measureReference,
  measureRules,
} from './policy-bench-measure.ts';
import { findPolicies, insideOf, openPolicies } from './policy-open.ts';
import { createProgress } from './progress.ts';
import { Refusal } from './refusal.ts';

const usage = `usage: governance policy bench [DIRECTORY] [--kinds] [--budget FILE] [--json]

Measures the policies, and bundles of 100 and 1,000 rules with 200 patterns
beside them, on 4 KB of ordinary and of hostile text. All times are
microseconds. Figures:
  bundle.*          the policies as they are: compiling, the first call, later
                    calls
  rule.ID/RULE      one condition, on an ordinary text
  reference.*       bundles of a stated size, which tell machines apart
  reference.growth  1,000 rules against 100, and reference.hostile: text made of
                    the beginnings of 200 patterns against ordinary text; both
                    as ratios of CPU time

  --kinds        also, as ratios of CPU time, which take a minute:
                 bundle.kinds.*  each kind of hostile text against ordinary text
                 of its size, and the worst of them; bundle.length  256 KB
                 against 16 KB, by character, so that 1 is linear
  --budget FILE  YAML of figures and the most that each may be; over it, exit
                 with 1
  --json         all figures as JSON

${describeConfigFlags(['config', 'policies'])}`;

const flags = {
  kinds: { type: 'boolean', default: false },
  budget: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

export async function policyBench(args: readonly string[], io: Io): Promise<number> {
  if (wantsHelp(args)) {
    io.out(usage);
    return exitStatus.fine;
  }
  const { values, positionals, configFlags } = readArguments(args, flags);
  refuseOperands(positionals, 1);
  const budget =
    values.budget === undefined ? [] : readBudget(resolve(io.cwd, values.budget), values.budget);
  const { directory, outside } = findPolicies(positionals[0], configFlags, io);
  const progress = createProgress(io, 'measured', 5);
  const bundle = await measureBundle(directory, outside);
  progress.step(1);
  const opened = insideOf((await openPolicies(directory, outside)).bundle);
  const rules = measureRules(opened);
  progress.step(2);
  const kinds = values.kinds ? measureKinds(opened) : {};
  progress.step(4);
  const measured = { ...bundle, ...rules, ...kinds, ...measureReference() };
  progress.step(5);
  progress.end();
  const over = findOver(measured, budget);
  if (values.json) {
    const { budget: file } = values;
    const told = {
      node: process.version,
      figures: measured,
      ...(file === undefined ? {} : { over }),
    };
    io.out(`${JSON.stringify(told, undefined, 2)}\n`);
  } else io.out(writeFigures(measured));
  for (const { name, most, value } of over)
    io.error(`over budget: ${name} is ${value}, at most ${most}\n`);
  return over.length > 0 ? exitStatus.bad : exitStatus.fine;
}

type Limit = { readonly name: string; readonly most: number };

function readBudget(path: string, shown: string): readonly Limit[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new Refusal(exitStatus.bad, `the budget \`${shown}\` cannot be read`);
  }
  const { value, faults, locate } = readYaml(text);
  const [fault] = faults;
  if (fault !== undefined)
    throw new Refusal(exitStatus.bad, `${shown}:${fault.line}:${fault.column}: ${fault.message}`);
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return entries.map(([name, most]: [string, unknown]) => {
    if (typeof most === 'number' && most > 0) return { name, most };
    const { line, column } = locate([name]);
    throw new Refusal(exitStatus.bad, `${shown}:${line}:${column}: expected a number above 0`);
  });
}

/** A figure that is not measured any more would be a budget that nobody keeps. */
function findOver(
  measured: Measured,
  budget: readonly Limit[],
): readonly (Limit & { readonly value: number })[] {
  return budget.flatMap(({ name, most }) => {
    const value = measured[name];
    if (value === undefined) {
      const near = suggestion(name, Object.keys(measured));
      throw new Refusal(
        exitStatus.bad,
        `the budget names \`${name}\`, which is not measured${near}`,
      );
    }
    return value > most ? [{ name, most, value }] : [];
  });
}

function writeFigures(measured: Measured): string {
  const width = Math.max(...Object.keys(measured).map((name) => name.length));
  return Object.entries(measured)
    .map(([name, value]) => `${name.padEnd(width)}  ${value}\n`)
    .join('');
}
