/** `npm run bench [-- --only NAME,…] [--update] [--quick] [--json] [--profile]`: measures the rows and writes them to RESULTS.md. */
import { readScriptFlags } from '../tools/flags.ts';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Machine,
  type Result,
  readMachine,
  toGoalsTable,
  toMachineLine,
  toSection,
  toTable,
} from './report.ts';
import { updatePages, writePages } from './pages.ts';
import { nowUs } from './pictures/profile.ts';
import { type RowSeen, profileRow } from './profiling.ts';
import { toProfilesPage } from './profiles-page.ts';
import { measureApart, splitLanes } from './lanes.ts';
import { rows } from './rows.ts';
import { withSharedScene } from './scene.ts';
import {
  type Effort,
  type Measured,
  type Row,
  fullEffort,
  quickEffort,
  sampledEffort,
} from './row.ts';

function chooseRows(only: string | undefined): readonly Row[] {
  if (only === undefined) return rows;
  const names = only.split(',');
  const unknown = names.find((name) => !rows.some((row) => row.name === name));
  if (unknown === undefined) return rows.filter(({ name }) => names.includes(name));
  process.stderr.write(
    `there is no row named \`${unknown}\`; there are ${rows.map(({ name }) => name).join(', ')}\n`,
  );
  process.exit(2);
}

function toEffortLine(effort: Effort): string {
  return `Rounds: ${effort.rounds}; ${effort.requests} requests a round at full load, ${effort.calls} over one connection; a warm-up round before; ${effort.entries} entries in an audit trail.`;
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

async function measureRows(
  chosen: readonly Row[],
  measure: (row: Row) => Promise<Measured>,
  { json }: { readonly json: boolean },
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [at, row] of chosen.entries()) {
    const beganMs = performance.now();
    const measured = await attempt(row, () => measure(row));
    const seconds = ((performance.now() - beganMs) / 1000).toFixed(1);
    process.stderr.write(`${at + 1} of ${chosen.length}: ${row.name} took ${seconds} s\n`);
    results.push({ row, measured });
    if (!json) process.stdout.write(`${toSection({ row, measured })}\n`);
  }
  return results;
}

/** Programs are shared, and what counts is measured two at a time. */
function measureQuickly(chosen: readonly Row[], json: boolean): Promise<Result[]> {
  const { first, second, timed } = splitLanes(chosen);
  const measure = (row: Row): Promise<Measured> => row.measure(quickEffort);
  return withSharedScene(async () => {
    const [own, others] = await Promise.all([
      measureRows(first, measure, { json }),
      measureApart(second),
    ]);
    if (!json) for (const other of others) process.stdout.write(`${toSection(other)}\n`);
    const results = [...own, ...others, ...(await measureRows(timed, measure, { json }))];
    return results.sort((left, right) => rows.indexOf(left.row) - rows.indexOf(right.row));
  });
}

/** A row that breaks takes none of the others along. */
async function profileRows(
  chosen: readonly Row[],
  machine: Machine,
  quick: boolean,
): Promise<void> {
  const seen: RowSeen[] = [];
  for (const row of chosen)
    try {
      const one = await profileRow(row, quick);
      for (const { picture } of one.threads) process.stderr.write(`bench/profiles/${picture}\n`);
      seen.push(one);
    } catch (error) {
      process.exitCode = 1;
      process.stderr.write(`the row ${row.name} could not be profiled: ${String(error)}\n`);
    }
  const page = toProfilesPage(toMachineLine(machine), seen);
  if (quick || chosen.length < rows.length || seen.length < chosen.length) {
    process.stdout.write(page);
    return;
  }
  await writeFile(join(import.meta.dirname, 'PROFILES.md'), page);
}

async function run(): Promise<void> {
  const values = readScriptFlags('npm run bench --', {
    only: { type: 'string' },
    // What was measured of some rows takes the place of what the pages say of them.
    update: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    // One row of a run with `--profile`, under its sampler already.
    sampled: { type: 'boolean', default: false },
  });
  const chosen = chooseRows(values.only);
  const full = values.sampled ? sampledEffort : fullEffort;
  const effort = values.quick ? quickEffort : full;
  const machine = readMachine();
  if (values.profile) {
    await profileRows(chosen, machine, values.quick);
    return;
  }
  if (!values.json) process.stdout.write(`${toMachineLine(machine)}\n${toEffortLine(effort)}\n\n`);
  const fromUs = nowUs();
  const results = await (values.quick && !values.sampled
    ? measureQuickly(chosen, values.json)
    : measureRows(chosen, (row) => row.measure(effort), values));
  if (!values.json) process.stdout.write(`${toTable(toGoalsTable(results))}\n`);
  if (values.json) {
    const measured = results.map(({ row, measured: each }) => ({ row: row.name, ...each }));
    const stretch = { fromUs, untilUs: nowUs() };
    const printed = { machine, effort, stretch, measured };
    process.stdout.write(`${JSON.stringify(printed, null, 2)}\n`);
    return;
  }
  // Part of the rows, or fewer rounds, must not replace a page that was measured in full.
  if (values.quick) return;
  if (values.update) await updatePages(machine, results);
  else if (chosen.length === rows.length) await writePages(machine, toEffortLine(effort), results);
}

await run();
