/** The report of `policy test` in each of its formats. */
import type { Mutant } from './policy-mutants.ts';
import type { Outcome } from './policy-outcome.ts';
import { writeJunit } from './policy-report-junit.ts';
import { writeTap } from './policy-report-tap.ts';
import type { Report } from './policy-tested.ts';
import { findNearest } from '../governance/policy/suggest.ts';
import { refuseUsage } from './refusal.ts';

const formats: Readonly<Record<string, (report: Report) => string>> = {
  text: writeText,
  tap: writeTap,
  junit: writeJunit,
  json: (report) => `${JSON.stringify(report, undefined, 2)}\n`,
};

export const formatNames = Object.keys(formats);

export function findFormat(name: string): (report: Report) => string {
  const format = Object.hasOwn(formats, name) ? formats[name] : undefined;
  if (format !== undefined) return format;
  const near = findNearest(name, formatNames);
  const hint = near === undefined ? '' : `; did you mean \`${near}\`?`;
  throw refuseUsage(`--format: expected one of ${formatNames.join(', ')}, got \`${name}\`${hint}`);
}

const marks = { passed: 'ok  ', failed: 'FAIL', todo: 'todo' } as const;

function writeText({ outcomes, coverage, mutants }: Report): string {
  const lines: string[] = [];
  let heading = '';
  for (const { file, line, policy, name, status, todo, differences } of outcomes) {
    const next = `${policy ?? 'all policies'} (${file})`;
    if (next !== heading) lines.push(next);
    heading = next;
    lines.push(`  ${marks[status]}  ${name}${status === 'passed' ? '' : ` (${file}:${line})`}`);
    if (status === 'todo') lines.push(`        ${todo ?? ''}`);
    if (status === 'failed') lines.push(...differences.map((each) => `        ${each}`));
  }
  const count = (wanted: Outcome['status']): number =>
    outcomes.filter(({ status }) => status === wanted).length;
  lines.push(`${count('passed')} passed, ${count('failed')} failed, ${count('todo')} to do`);
  if (coverage !== undefined) lines.push(...describeCoverage(coverage));
  if (mutants !== undefined) lines.push(...describeMutants(mutants));
  return `${lines.join('\n')}\n`;
}

function describeCoverage(coverage: NonNullable<Report['coverage']>): readonly string[] {
  const lines = [''];
  for (const { file, policy, rule, fired, operands } of coverage.rules) {
    if (!fired) lines.push(`never fires in a test: ${policy}/${rule} (${file})`);
    for (const { line, column, source, seenTrue, seenFalse } of operands) {
      const never = [seenTrue ? [] : ['true'], seenFalse ? [] : ['false']].flat();
      if (never.length > 0)
        lines.push(`never ${never.join(' nor ')}: ${file}:${line}:${column}: ${source}`);
    }
  }
  const { rulesPercent, operandsPercent, thresholds } = coverage;
  lines.push(
    `coverage: ${rulesPercent} % of rules${least(thresholds.rules)}, ${operandsPercent} % of operands${least(thresholds.operands)}`,
  );
  return lines;
}

function least(threshold: number): string {
  return threshold === 0 ? '' : ` (at least ${threshold} %)`;
}

function describeMutants(mutants: readonly Mutant[]): readonly string[] {
  const survivors = mutants.filter(({ caughtBy }) => caughtBy === undefined);
  return [
    '',
    ...survivors.map(({ policy, rule, change }) => `survives: ${policy}/${rule} ${change}`),
    `mutants: ${mutants.length - survivors.length} of ${mutants.length} caught`,
  ];
}
