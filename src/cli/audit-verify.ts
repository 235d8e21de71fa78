/** `governance audit verify`: checks a trail and says in words and by exit status whether it is whole. */
import { verifyTrail } from '../audit/verify.ts';
import type { Report, VerifyOptions } from '../audit/verify.ts';
import { verifyBundle } from '../audit/verify/bundle-check.ts';
import type { BundleReport } from '../audit/verify/bundle-check.ts';
import { exitStatus as statusOf } from '../audit/verify/report.ts';
import type { Verdict } from '../audit/verify/report.ts';
import { type Place, findPlace, readMoment } from './audit-open.ts';
import { type Io, exitStatus } from './io.ts';
import { readArguments, refuseOperands } from './options.ts';
import { createProgress } from './progress.ts';

const usage = `usage: governance audit verify [--dir DIRECTORY | --bundle DIRECTORY] [options]

Checks a trail from its files alone: canonical form, numbers, hash chain,
exchanges, Merkle tree, signed checkpoints, witnesses, content and index.
Exit status: 0 intact, 1 altered, 2 incomplete, 3 unreadable.

  --dir DIRECTORY     the trail or a copy of it (default: the configured one); may
                      be repeated for the logs of several replicas
  --bundle DIRECTORY  an evidence bundle instead
  --key KEY           a key to trust; may be repeated (default: the ones beside it)
  --witness FILE      a copy of its checkpoints that was kept elsewhere; may be repeated
  --since TIME        RFC 3339, or an age such as 7d: reads only the journal files
                      from then on; what is older is checked by its hashes
  --json              the whole report as JSON
`;

const flags = {
  dir: { type: 'string', multiple: true },
  bundle: { type: 'string' },
  key: { type: 'string', multiple: true },
  witness: { type: 'string', multiple: true },
  since: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

export function auditVerify(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals, configFlags } = readArguments(args, flags);
  if (values.help) {
    io.out(usage);
    return Promise.resolve(exitStatus.fine);
  }
  refuseOperands(positionals);
  const { bundle, key, witness = [], since } = values;
  const asked: Asked = {
    witnesses: witness,
    ...(key === undefined ? {} : { keys: key }),
    ...(since === undefined ? {} : { sinceUs: readMoment('since', since) }),
  };
  const directories: readonly (string | undefined)[] = values.dir ?? [undefined];
  const reports: readonly (Report | BundleReport)[] =
    bundle === undefined
      ? directories.map((dir) => verifyPlace(findPlace(dir, configFlags, io), asked, io))
      : [verifyBundle(bundle, key)];
  reports.forEach((report, index) => {
    if (reports.length > 1 && !values.json) io.out(`${directories[index] ?? ''}: `);
    io.out(values.json ? `${JSON.stringify(report, undefined, 2)}\n` : describe(report));
  });
  return Promise.resolve(statusOf(findWorst(reports.map(({ verdict }) => verdict))));
}

/** Altered outweighs incomplete, as within one trail. */
function findWorst(found: readonly Verdict[]): Verdict {
  const order: readonly Verdict[] = ['altered', 'unreadable', 'incomplete'];
  return order.find((verdict) => found.includes(verdict)) ?? 'intact';
}

type Asked = Pick<VerifyOptions, 'witnesses' | 'keys' | 'sinceUs'>;

function verifyPlace(place: Place, asked: Asked, io: Io): Report {
  // The whole is known in bytes only, so that is what the bar counts.
  const thousandths = 1000;
  const progress = createProgress(io, 'verified', thousandths);
  const report = verifyTrail({
    ...place,
    ...asked,
    onProgress: ({ bytes, bytesTotal }) => progress.step((bytes / bytesTotal) * thousandths),
  });
  progress.end();
  return report;
}

const words = {
  intact: 'intact: nothing was changed, dropped or reordered',
  altered: 'ALTERED',
  incomplete: 'INCOMPLETE',
  unreadable: 'UNREADABLE',
} as const;

function describe(report: Report | BundleReport): string {
  const lines = [
    words[report.verdict],
    ...('segments' in report ? describeTrail(report) : describeBundle(report)),
  ];
  for (const { verdict, seq, place, detail } of report.faults) {
    lines.push(`${verdict}: ${seq === undefined ? '' : `entry ${seq}, `}${place}: ${detail}`);
  }
  if (report.faultsMore > 0) lines.push(`and ${report.faultsMore} more`);
  for (const note of report.notes) lines.push(`note: ${note}`);
  return `${lines.join('\n')}\n`;
}

function describeTrail(report: Report): string[] {
  const { entries, segments, exchanges, open, checkpoints, sealed, blobs, firstAt, lastAt } =
    report;
  return [
    `${entries} entries in ${segments} segments, ${exchanges} exchanges ended, ${open} open`,
    `${checkpoints} checkpoints, ${sealed} entries under them, ${blobs} kept texts`,
    ...(entries > 0 ? [`from ${firstAt} to ${lastAt}`, `root ${report.root}`] : []),
  ];
}

function describeBundle({ entries, size, root }: BundleReport): string[] {
  return [`${entries} of the ${size} entries under the checkpoint with root ${root}`];
}
