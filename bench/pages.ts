/** The pages that show what was measured: all of them anew, or only the rows that were measured again. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Machine,
  type Result,
  toGoalsTable,
  toMachineLine,
  toResultsPage,
  toSection,
  toTable,
} from './report.ts';
import { whereTimeGoes } from './stages.ts';

const resultsFile = join(import.meta.dirname, 'RESULTS.md');
const performanceFile = join(import.meta.dirname, '..', 'docs', 'PERFORMANCE.md');
const nextSection = '\n## ';

export async function writePages(
  machine: Machine,
  effort: string,
  results: readonly Result[],
): Promise<void> {
  const page = toResultsPage(machine, effort, results);
  await writeFile(resultsFile, page);
  await showInPerformancePage(`Measured on ${toMachineLine(machine)}.`, page, results);
}

/** Rows that were not measured stay as they are, with the machine and the commit that each names. */
export async function updatePages(machine: Machine, results: readonly Result[]): Promise<void> {
  const page = replaceRows(await readFile(resultsFile, 'utf8'), machine, results);
  await writeFile(resultsFile, page);
  const names = results.map(({ row }) => `\`${row.name}\``).join(', ');
  const told = `Measured last, on ${toMachineLine(machine)}: ${names}. Of each row [the results](../bench/RESULTS.md) say where it was measured.`;
  await showInPerformancePage(told, page, results);
}

export function replaceRows(page: string, machine: Machine, results: readonly Result[]): string {
  let changed = page;
  for (const result of results) {
    const from = changed.indexOf(`${nextSection}${result.row.claim}\n`);
    if (from === -1) throw new Error(`RESULTS.md has no section for \`${result.row.name}\``);
    const next = changed.indexOf(nextSection, from + 1);
    const rest = next === -1 ? '' : changed.slice(next);
    changed = `${changed.slice(0, from)}\n${toSection(result, machine)}${rest}`;
  }
  const goals = readGoals(changed);
  return changed.replace(goals, () => replaceGoals(goals, results));
}

/** The page's first table. */
function readGoals(page: string): string {
  const goals = /^\| work .*\n(?:\|.*\n)+/m.exec(page)?.[0];
  if (goals === undefined) throw new Error('RESULTS.md has no table of goals');
  return goals.trimEnd();
}

/** All goals of a row that was measured again stand where its first one stood: what they are called may have changed since. */
function replaceGoals(table: string, results: readonly Result[]): string {
  const [columns = [], , ...before] = table.split('\n').map(readCells);
  const after = new Map<string, readonly (readonly string[])[]>(
    results.map((result) => [`\`${result.row.name}\``, toGoalsTable([result]).lines]),
  );
  const rows = before.map((line) => line.at(-1) ?? '');
  const lines = before.flatMap((line, at) => {
    const row = rows[at] ?? '';
    const measured = after.get(row);
    if (measured === undefined) return [line];
    return rows.indexOf(row) === at ? measured : [];
  });
  return toTable({ columns, lines, figures: {} });
}

function readCells(line: string): readonly string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

/** It shows the same figures, between two marks that name what stands there. */
async function showInPerformancePage(
  told: string,
  resultsPage: string,
  results: readonly Result[],
): Promise<void> {
  let page = await readFile(performanceFile, 'utf8');
  const put = (name: string, text: string): void => {
    const [begin, end] = [`<!-- bench: ${name} -->`, '<!-- end -->'];
    const from = page.indexOf(begin);
    if (from === -1) throw new Error(`docs/PERFORMANCE.md has no place for ${name}`);
    const to = page.indexOf(end, from);
    page = `${page.slice(0, from)}${begin}\n\n${text}\n\n${page.slice(to)}`;
  };
  put('machine', told);
  put('goals', readGoals(resultsPage));
  for (const { row, measured } of results)
    if (row.name === whereTimeGoes.name) put(row.name, toTable(measured));
  await writeFile(performanceFile, page);
}
