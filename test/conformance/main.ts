/** `npm run conformance`: tries every path of every format through a real gateway and writes docs/CONFORMANCE.md. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runConformance } from './conformance.ts';
import { countMissing, writeReport } from './report.ts';

const usage = `usage: npm run conformance -- [--short] [--json]

Tries every string path of every format, each class of treatment and each odd request, through a real
gateway between real sockets, and writes docs/CONFORMANCE.md.
Exit status: 0 nothing is missing, 1 something is, 2 wrong usage.

  --short  one path of each kind instead of all
  --json   print what was found as JSON, and write no page
`;

const pauseMs = 200;

function createBar(total: number): () => void {
  let done = 0;
  let drawnAt = 0;
  return () => {
    done += 1;
    const now = performance.now();
    if (!process.stderr.isTTY || (now - drawnAt < pauseMs && done < total)) return;
    drawnAt = now;
    const share = done / total;
    const bar = '#'.repeat(Math.round(share * 30)).padEnd(30, '-');
    process.stderr.write(`\r[${bar}] ${Math.round(share * 100)} % of ${total} exchanges`);
    if (done === total) process.stderr.write('\n');
  };
}

function readOptions(): { readonly short: boolean; readonly json: boolean } {
  try {
    const flags = { short: { type: 'boolean' }, json: { type: 'boolean' } } as const;
    const { values } = parseArgs({ options: flags });
    return { short: values.short ?? false, json: values.json ?? false };
  } catch {
    process.stderr.write(usage);
    process.exit(2);
  }
}

const { short, json } = readOptions();
const report = await runConformance(!short, createBar);
const missing = countMissing(report);
if (json) process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
else {
  const page = join(import.meta.dirname, '..', '..', 'docs', 'CONFORMANCE.md');
  writeFileSync(page, writeReport(report));
  for (const { dialect, surface, side, kind, missing } of report.rows)
    for (const each of missing)
      process.stdout.write(`missing: ${dialect} ${surface} ${side} ${kind}: ${each}\n`);
  for (const { name, missing } of report.oddities)
    for (const each of missing) process.stdout.write(`missing: ${name}: ${each}\n`);
  const cells = report.rows.length * 5 + report.oddities.length;
  process.stdout.write(`${report.exchanges} exchanges, ${cells} cells, ${missing} missing\n`);
}
process.exitCode = missing === 0 ? 0 : 1;
