/** `npm run bench [-- --only NAME] [--quick] [--json] [--profile]`: measures the rows and writes them to RESULTS.md. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  type Machine,
  type Result,
  readMachine,
  toGoalsTable,
  toMachineLine,
  toResultsPage,
  toSection,
  toTable,
} from './report.ts';
import { drawRow } from './pictures/flames-of-row.ts';
import { rows } from './rows.ts';
import { withSharedScene } from './scene.ts';
import { whereTimeGoes } from './stages.ts';
import { type Effort, type Measured, type Row, fullEffort, quickEffort } from './row.ts';

function chooseRows(only: string | undefined): readonly Row[] {
  const chosen = rows.filter(({ name }) => only === undefined || name === only);
  if (chosen.length > 0) return chosen;
  process.stderr.write(
    `there is no row named \`${only ?? ''}\`; there are ${rows.map(({ name }) => name).join(', ')}\n`,
  );
  process.exit(2);
}

function toEffortLine(effort: Effort): string {
  return `Rounds: ${effort.rounds}; ${effort.requests} requests a round at full load, ${effort.calls} over one connection; a warm-up round before; ${effort.entries} entries in an audit trail.`;
}

/** The page of explanations shows the same figures, between two marks that name the row. */
async function writeIntoPerformancePage(
  machine: Machine,
  results: readonly Result[],
): Promise<void> {
  const file = join(import.meta.dirname, '..', 'docs', 'PERFORMANCE.md');
  let page = await readFile(file, 'utf8');
  const put = (name: string, text: string): void => {
    const [begin, end] = [`<!-- bench: ${name} -->`, '<!-- end -->'];
    const from = page.indexOf(begin);
    if (from === -1) throw new Error(`docs/PERFORMANCE.md has no place for ${name}`);
    const to = page.indexOf(end, from);
    page = `${page.slice(0, from)}${begin}\n\n${text}\n\n${page.slice(to)}`;
  };
  put('machine', `Measured on ${toMachineLine(machine)}.`);
  put('goals', toGoalsTable(results));
  for (const { row, measured } of results)
    if (row.name === whereTimeGoes.name) put(row.name, toTable(measured));
  await writeFile(file, page);
}

/** A row that breaks is told among the others, and takes none of them along. */
async function attempt(row: Row, measure: () => Promise<Measured>): Promise<Measured> {
  try {
    return await measure();
  } catch (error) {
    process.exitCode = 1;
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`the row ${row.name} could not be measured: ${reason}\n`);
    return { columns: ['not measured'], lines: [[reason]], figures: {} };
  }
}

/** The sampler costs some, so that figures of such a run say where time goes and not how much. */
async function measureWithProfile(row: Row, effort: Effort): Promise<Measured> {
  const folder = join(import.meta.dirname, 'profiles', row.name);
  process.env['BENCH_PROFILES'] = folder;
  const measured = await row.measure(effort);
  for (const picture of await drawRow(folder, row.name))
    process.stderr.write(`bench/profiles/${picture}\n`);
  return measured;
}

async function measureRows(
  chosen: readonly Row[],
  effort: Effort,
  { profile, json }: { readonly profile: boolean; readonly json: boolean },
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [at, row] of chosen.entries()) {
    const beganMs = performance.now();
    const measured = await attempt(row, () =>
      profile ? measureWithProfile(row, effort) : row.measure(effort),
    );
    const seconds = ((performance.now() - beganMs) / 1000).toFixed(1);
    process.stderr.write(`${at + 1} of ${chosen.length}: ${row.name} took ${seconds} s\n`);
    results.push({ row, measured });
    if (!json) process.stdout.write(`${toSection({ row, measured })}\n`);
  }
  return results;
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      profile: { type: 'boolean', default: false },
    },
  });
  const chosen = chooseRows(values.only);
  const effort = values.quick ? quickEffort : fullEffort;
  const machine = readMachine();
  if (!values.json) process.stdout.write(`${toMachineLine(machine)}\n${toEffortLine(effort)}\n\n`);
  const measure = (): Promise<Result[]> => measureRows(chosen, effort, values);
  const results = await (values.quick ? withSharedScene(measure) : measure());
  if (!values.json) process.stdout.write(`${toGoalsTable(results)}\n`);
  if (values.json) {
    const measured = results.map(({ row, measured: { figures } }) => ({ row: row.name, figures }));
    process.stdout.write(`${JSON.stringify({ machine, effort, measured }, null, 2)}\n`);
    return;
  }
  // Part of the rows, or fewer rounds, must not replace a page that was measured in full.
  if (values.quick || values.profile || chosen.length < rows.length) return;
  const page = toResultsPage(machine, toEffortLine(effort), results);
  await writeFile(join(import.meta.dirname, 'RESULTS.md'), page);
  await writeIntoPerformancePage(machine, results);
}

await run();
