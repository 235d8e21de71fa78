/** `npm run bench [-- --only NAME] [--quick] [--json]`: measures the rows and writes them to RESULTS.md. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { addedLatency } from './added-latency.ts';
import { auditAppend } from './audit-append.ts';
import { auditSearch } from './audit-search.ts';
import { auditVerify } from './audit-verify.ts';
import { consoleView } from './console-view.ts';
import { cpuPerLargeRequest, cpuPerRequest } from './cpu-per-request.ts';
import { judgeCost } from './judge-cost.ts';
import { memoryAtRest } from './memory-at-rest.ts';
import { type Result, readMachine, toMachineLine, toResultsPage, toSection } from './report.ts';
import { type Effort, type Row, fullEffort, quickEffort } from './row.ts';
import { startToReady } from './start-to-ready.ts';
import { streamCost } from './stream-cost.ts';
import { streamIdle, streamMemory } from './stream-memory.ts';

const rows: readonly Row[] = [
  cpuPerRequest,
  cpuPerLargeRequest,
  addedLatency,
  startToReady,
  memoryAtRest,
  judgeCost,
  streamCost,
  streamIdle,
  streamMemory,
  auditAppend,
  auditVerify,
  auditSearch,
  consoleView,
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
  return `Rounds: ${effort.rounds}; ${effort.requests} requests a round at full load, ${effort.calls} over one connection; a warm-up round before; ${effort.entries} entries in an audit trail.`;
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
