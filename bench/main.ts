/** `npm run bench [-- --only NAME] [--quick] [--json]`: measures the rows and writes them to RESULTS.md. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { addedLatency } from './added-latency.ts';
import { cpuPerLargeRequest, cpuPerRequest } from './cpu-per-request.ts';
import { memoryAtRest } from './memory-at-rest.ts';
import { type Result, readMachine, toMachineLine, toResultsPage, toSection } from './report.ts';
import { type Effort, type Row, fullEffort, quickEffort } from './row.ts';
import { startToReady } from './start-to-ready.ts';

const rows: readonly Row[] = [
  cpuPerRequest,
  cpuPerLargeRequest,
  addedLatency,
  startToReady,
  memoryAtRest,
];

function chooseRows(only: string | undefined): readonly Row[] {
  const chosen = rows.filter(({ name }) => only === undefined || name === only);
  if (chosen.length > 0) return chosen;
  process.stderr.write(
    `there is no row named \`${only ?? ''}\`; there are ${rows.map(({ name }) => name).join(', ')}\n`,
  );
  process.exit(2);
}

function toEffortLine(effort: Effort): string {
  return `Rounds: ${effort.rounds}; ${effort.requests} requests a round at full load, ${effort.calls} over one connection; a warm-up round before.`;
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const chosen = chooseRows(values.only);
  const effort = values.quick ? quickEffort : fullEffort;
  const machine = readMachine();
  if (!values.json) process.stdout.write(`${toMachineLine(machine)}\n${toEffortLine(effort)}\n\n`);
  const results: Result[] = [];
  for (const row of chosen) {
    const measured = await row.measure(effort);
    results.push({ row, measured });
    if (!values.json) process.stdout.write(`${toSection({ row, measured })}\n`);
  }
  if (values.json) {
    const measured = results.map(({ row, measured: { figures } }) => ({ row: row.name, figures }));
    process.stdout.write(`${JSON.stringify({ machine, effort, measured }, null, 2)}\n`);
    return;
  }
  // Part of the rows, or fewer rounds, must not replace a page that was measured in full.
  if (values.quick || chosen.length < rows.length) return;
  const page = toResultsPage(machine, toEffortLine(effort), results.map(toSection));
  await writeFile(join(import.meta.dirname, 'RESULTS.md'), page);
}

await run();
