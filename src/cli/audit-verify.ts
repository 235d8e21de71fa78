/** `governance audit verify`: checks a trail and says in words and by exit status whether it is whole. */
import { verifyTrail } from '../audit/verify.ts';
import type { Progress, Report } from '../audit/verify.ts';
import { exitStatus } from '../audit/verify/report.ts';
import { readOptions, trailDirectory, usageExit } from './audit-options.ts';
import type { Io } from './audit-options.ts';

const usage = `usage: governance audit verify [--dir DIRECTORY] [--json]

Checks a trail offline: canonical form, numbers, hash chain, exchanges.
Exit status: 0 intact, 1 altered, 2 incomplete, 3 unreadable.

  --dir DIRECTORY  the trail (default: audit/ below GATEWAY_DATA, or data/audit)
  --json           the whole report as JSON
`;

const options = {
  dir: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

export function auditVerify(args: readonly string[], io: Io): Promise<number> {
  const parsed = readOptions(args, options);
  if (typeof parsed === 'string') {
    io.error(`${parsed}\n\n${usage}`);
    return Promise.resolve(usageExit);
  }
  const { values } = parsed;
  if (values.help) {
    io.out(usage);
    return Promise.resolve(0);
  }
  const report = verifyTrail({
    directory: trailDirectory(values.dir, io),
    ...(io.terminal && !values.json ? { onProgress: (at) => io.error(drawProgress(at)) } : {}),
  });
  io.out(values.json ? `${JSON.stringify(report, undefined, 2)}\n` : describeReport(report));
  return Promise.resolve(exitStatus(report.verdict));
}

const barWidth = 30;

function drawProgress({ bytes, bytesTotal, entries }: Progress): string {
  const share = bytesTotal === 0 ? 1 : bytes / bytesTotal;
  const filled = Math.round(share * barWidth);
  const bar = '#'.repeat(filled) + '-'.repeat(barWidth - filled);
  return `\r[${bar}] ${Math.round(share * 100)} % · ${entries} entries${share === 1 ? '\n' : ''}`;
}

const words = {
  intact: 'intact: nothing was changed, dropped or reordered',
  altered: 'ALTERED',
  incomplete: 'INCOMPLETE',
  unreadable: 'UNREADABLE',
} as const;

function describeReport(report: Report): string {
  const lines = [
    words[report.verdict],
    `${report.entries} entries in ${report.segments} segments, ${report.exchanges} exchanges ended, ${report.open} open`,
  ];
  if (report.entries > 0)
    lines.push(`from ${report.firstAt} to ${report.lastAt}, last entry ${report.lastId}`);
  for (const { verdict, seq, place, detail } of report.faults) {
    lines.push(`${verdict}: ${seq === undefined ? '' : `entry ${seq}, `}${place}: ${detail}`);
  }
  if (report.faultsMore > 0) lines.push(`and ${report.faultsMore} more`);
  for (const note of report.notes) lines.push(`note: ${note}`);
  return `${lines.join('\n')}\n`;
}
