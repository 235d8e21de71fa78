/** `governance audit verify`: checks a trail and says in words and by exit status whether it is whole. */
import { addFound, verifyTrail } from '../audit/verify.ts';
import type { Report, VerifyOptions } from '../audit/verify.ts';
import { readLogName } from '../audit/proof/sealed-files.ts';
import { listBundles, verifyBundle } from '../audit/verify/bundle-check.ts';
import type { BundleReport } from '../audit/verify/bundle-check.ts';
import { findWorst, exitStatus as statusOf } from '../audit/verify/report.ts';
import { gatherWitnessed, tryName } from '../audit/verify/neighbours.ts';
import { checkDirectory, checkGiven } from './audit-given.ts';
import { type Place, findPlace, findSharedIndex, listPlaces, readMoment } from './audit-open.ts';
import { findPlaces } from './audit-places.ts';
import { counted } from './counted.ts';
import { type Io, exitStatus } from './io.ts';
import { readArguments, refuseOperandsFor } from './options.ts';
import { createProgress } from './progress.ts';
import { Refusal, messageOf, refuseUsage } from './refusal.ts';

const usage = `usage: governance audit verify [--dir DIRECTORY | --bundle DIRECTORY] [options]

Checks a trail from its files alone: canonical form, numbers, hash chain,
exchanges, Merkle tree, signed checkpoints, witnesses, content and index.
Exit status: 0 intact, 1 altered, 2 incomplete, 3 unreadable.

  --dir DIRECTORY     the trail with the logs of its workers, a copy of it, or a
                      store with the copies of several (default: the configured
                      trail); may be repeated: what logs hold of each other is
                      checked as well
  --bundle DIRECTORY  an evidence bundle instead
  --key KEY           a key to trust; may be repeated (default: the ones beside
                      it)
  --witness FILE      a copy of its checkpoints that was kept elsewhere, as
                      witnesses have it or as GET /v1/audit/checkpoint gives
                      it, one behind the other; may be repeated
  --since TIME        RFC 3339, or an age such as 7d: reads only the journal
                      files from then on; what is older is checked by its hashes
  --shared            compares the index in the database with these logs, too;
                      without --dir that is done wherever \`audit.index.shared\`
                      is set
  --json              the whole report as JSON
`;

const flags = {
  dir: { type: 'string', multiple: true },
  bundle: { type: 'string' },
  key: { type: 'string', multiple: true },
  witness: { type: 'string', multiple: true },
  since: { type: 'string' },
  shared: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** A trail that no verification gets to the end of was not found to be altered: the status says so. */
export async function auditVerify(args: readonly string[], io: Io): Promise<number> {
  try {
    return await verify(args, io);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    io.error(`${messageOf(error)}\n`);
    return statusOf('unreadable');
  }
}

async function verify(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals, configFlags } = readArguments(args, flags);
  if (values.help) {
    io.out(usage);
    return exitStatus.fine;
  }
  refuseOperandsFor('--dir', positionals);
  const { bundle, witness = [], since } = values;
  if (bundle !== undefined && values.dir !== undefined)
    throw refuseUsage('either `--dir` or `--bundle` is meant');
  const key = values.key?.map((each) => each.trim());
  checkGiven(bundle, key, witness);
  const asked: Asked = {
    witnesses: witness,
    ...(key === undefined ? {} : { keys: key }),
    ...(since === undefined ? {} : { sinceUs: readMoment('since', since) }),
  };
  if (bundle !== undefined) {
    const bundles = listBundles(bundle);
    const reports = bundles.map((each) => verifyBundle(each, key));
    return tell(reports, bundles, values, io);
  }
  for (const dir of values.dir ?? []) checkDirectory(dir);
  // Workers write a log each, and each is verified by itself.
  const trails = findPlaces(values.dir, (dir) => findPlace(dir, configFlags, io));
  const places = trails.flatMap(listPlaces);
  const witnessed = gatherWitnessed(places.map(({ directory }) => directory));
  try {
    const shared = findSharedIndex(values, configFlags, io);
    const reports: Report[] = [];
    for (const place of places) {
      const seen = witnessed.of.get(tryName(place.directory) ?? '') ?? [];
      const siblings = findSiblings(places, place);
      const given = { ...asked, siblings, witnesses: [...witnesses(asked), ...seen] };
      const report = addTwin(verifyPlace(place, given, io), place, places);
      reports.push(await addShared(report, place, shared, asked));
    }
    const names = places.map(({ directory }) => directory);
    const found = tell(reports, names, values, io);
    // A trail has seen those of other replicas, which are asked for where several are given.
    if (witnessed.absent.size === 0 || trails.length < 2) return found;
    for (const [log, by] of witnessed.absent)
      io.error(`${log}, which ${by} saw, is not among these\n`);
    return found === exitStatus.fine ? statusOf('incomplete') : found;
  } finally {
    witnessed.remove();
  }
}

function witnesses(asked: Asked): readonly string[] {
  return asked.witnesses ?? [];
}

/** Prints what was found, and answers the exit status. */
function tell(
  reports: readonly (Report | BundleReport)[],
  names: readonly string[],
  { json }: { readonly json: boolean },
  io: Io,
): number {
  reports.forEach((report, index) => {
    if (reports.length > 1 && !json) io.out(`${names[index] ?? ''}: `);
    io.out(json ? `${JSON.stringify(report, undefined, 2)}\n` : describe(report));
  });
  return statusOf(findWorst(reports.map(({ verdict }) => verdict)));
}

/** What a witness that is named here has of the other logs is no concern of this one. */
function findSiblings(places: readonly Place[], own: Place): readonly string[] {
  const others = places.filter(({ directory }) => directory !== own.directory);
  return others.flatMap(({ directory }) => readLogName(directory) ?? []);
}

/** Two logs of one trail that begin as the same: one of them is a copy of the other, and its calls would count twice. */
function addTwin(report: Report, own: Place, places: readonly Place[]): Report {
  const trail = ({ directory, first }: Place): string => first ?? directory;
  const name = tryName(own.directory);
  const before = places.slice(0, places.indexOf(own));
  const twin = before.find(
    (other) =>
      trail(other) === trail(own) && name !== undefined && tryName(other.directory) === name,
  );
  if (twin === undefined) return report;
  const detail = `it is the log of ${twin.directory} once more`;
  const faults = [{ verdict: 'altered', place: 'journal', detail }] as const;
  return addFound(report, { faults, notes: [], more: 0 });
}

type Asked = Pick<VerifyOptions, 'witnesses' | 'keys' | 'sinceUs' | 'siblings'>;

/** What speaks to PostgreSQL is loaded only where that is used. */
async function addShared(
  report: Report,
  { directory, masterKey, live }: Place,
  settings: ReturnType<typeof findSharedIndex>,
  { sinceUs }: Asked,
): Promise<Report> {
  if (settings === undefined) return report;
  if (masterKey === undefined)
    throw new Refusal(exitStatus.bad, 'the master key is needed: set GATEWAY_MASTER_KEY');
  const { checkShared } = await import('../audit/shared/shared-check.ts');
  const copy = report.copyOf !== undefined;
  const options = { directory, masterKey, settings, live, copy, sinceUs };
  return addFound(report, await checkShared(options));
}

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
  // Names and what entries say may have what a terminal obeys, or what looks like a line of this.
  return lines.map((line) => `${line.replaceAll(/\p{Cc}/gu, '\ufffd')}\n`).join('');
}

function describeTrail(report: Report): string[] {
  const { entries, segments, exchanges, open, checkpoints, sealed, blobs, firstAt, lastAt } =
    report;
  return [
    `${counted(entries, 'entry', 'entries')} in ${counted(segments, 'segment')}, ${counted(exchanges, 'exchange')} ended, ${open} open`,
    `${counted(checkpoints, 'checkpoint')}, ${counted(sealed, 'entry', 'entries')} under ${checkpoints === 1 ? 'it' : 'them'}, ${counted(blobs, 'kept text')}`,
    ...(entries > 0 ? [`from ${firstAt} to ${lastAt}`, `root ${report.root}`] : []),
    ...(report.copyOf === undefined ? [] : [describeCopy(report.copyOf, report)]),
  ];
}

/** A replica that is lost can be proved as far as its last checkpoint went with it. */
function describeCopy(log: string, { entries, sealed, sealedAt }: Report): string {
  if (sealed === 0) return `a copy of ${log}, proved by no checkpoint`;
  const rest =
    entries > sealed ? `; ${counted(entries - sealed, 'entry', 'entries')} came after it` : '';
  return `a copy of ${log}, proved up to entry ${sealed - 1} by the checkpoint of ${sealedAt}${rest}`;
}

function describeBundle({ entries, size, root }: BundleReport): string[] {
  return [
    `${entries} of the ${counted(size, 'entry', 'entries')} under the checkpoint${root === '' ? '' : ` with root ${root}`}`,
  ];
}
