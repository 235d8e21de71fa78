/** The report of `policy test` as TAP 14. */
import type { Report } from './policy-tested.ts';

type Line = {
  readonly ok: boolean;
  readonly name: string;
  readonly directive?: string;
  readonly notes: readonly string[];
};

export function writeTap({ outcomes, coverage, mutants = [] }: Report): string {
  const lines: Line[] = outcomes.map(({ policy, name, status, todo, differences, file, line }) => ({
    ok: status === 'passed',
    name: `${policy ?? 'all policies'}: ${name}`,
    ...(todo === undefined ? {} : { directive: `TODO ${todo}` }),
    notes: status === 'passed' ? [] : [...differences, `at ${file}:${line}`],
  }));
  for (const { policy, rule, change, caughtBy } of mutants) {
    const name = `a test notices that ${policy}/${rule} is ${change}`;
    lines.push({ ok: caughtBy !== undefined, name, notes: [] });
  }
  if (coverage !== undefined) {
    for (const what of ['rules', 'operands'] as const) {
      const percent = coverage[`${what}Percent`];
      const name = `${percent} % of ${what} are covered, at least ${coverage.thresholds[what]} %`;
      lines.push({ ok: percent >= coverage.thresholds[what], name, notes: [] });
    }
  }
  const written = lines.map(({ ok, name, directive, notes }, index) => {
    const head = `${ok ? 'ok' : 'not ok'} ${index + 1} - ${escapeTap(name)}`;
    const end = directive === undefined ? '' : ` # ${escapeTap(directive)}`;
    return [head + end, ...notes.map((note) => `# ${note.replace(/\s+/g, ' ')}`)].join('\n');
  });
  return ['TAP version 14', `1..${lines.length}`, ...written, ''].join('\n');
}

function escapeTap(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\#]/g, '\\$&');
}
