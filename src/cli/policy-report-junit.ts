/** The report of `policy test` as JUnit XML, one suite for each policy. */
import type { Outcome } from './policy-outcome.ts';
import type { Report } from './policy-tested.ts';

export function writeJunit({ outcomes, mutants = [] }: Report): string {
  const suites = Map.groupBy(outcomes, ({ policy }) => policy ?? 'all policies');
  const written = [...suites].map(([name, cases]) => writeSuite(name, cases));
  if (mutants.length > 0) {
    const cases = mutants.map(({ policy, rule, change, caughtBy }) => {
      const own = `classname="${escapeXml(policy)}" name="${escapeXml(rule)} ${change}"`;
      return caughtBy === undefined
        ? `    <testcase ${own}><failure message="no test notices this change"/></testcase>`
        : `    <testcase ${own}/>`;
    });
    const failures = mutants.filter(({ caughtBy }) => caughtBy === undefined).length;
    const head = `<testsuite name="mutants" tests="${mutants.length}" failures="${failures}" skipped="0">`;
    written.push(`  ${head}\n${cases.join('\n')}\n  </testsuite>`);
  }
  const body = written.map((suite) => `${suite}\n`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${body}</testsuites>\n`;
}

function writeSuite(name: string, cases: readonly Outcome[]): string {
  const count = (status: Outcome['status']): number =>
    cases.filter((each) => each.status === status).length;
  const seconds = cases.reduce((sum, { elapsedMs }) => sum + elapsedMs, 0) / 1000;
  const head = `<testsuite name="${escapeXml(name)}" tests="${cases.length}" failures="${count('failed')}" skipped="${count('todo')}" time="${seconds.toFixed(3)}">`;
  return `  ${head}\n${cases.map(writeCase).join('\n')}\n  </testsuite>`;
}

function writeCase(outcome: Outcome): string {
  const { policy, name, file, line, status, todo = '', differences, elapsedMs } = outcome;
  const own = `classname="${escapeXml(policy ?? 'all policies')}" name="${escapeXml(name)}" file="${escapeXml(file)}" line="${line}" time="${(elapsedMs / 1000).toFixed(3)}"`;
  if (status === 'passed') return `    <testcase ${own}/>`;
  const inner =
    status === 'todo'
      ? `<skipped message="${escapeXml(todo)}"/>`
      : `<failure message="${escapeXml(differences.join('; '))}"/>`;
  return `    <testcase ${own}>${inner}</testcase>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** XML knows no other control characters than these three, not even escaped. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\x20-\uffff]/g, '')
    .replace(/[&<>"]/g, (character) => entities[character] ?? '');
}
