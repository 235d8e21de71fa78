/** `governance audit export`: entries as text, or an evidence bundle that anyone can check without the gateway. */
import { appendFileSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Bundle, BundleWriter } from '../audit/export/bundle.ts';
import {
  type ExportFormat,
  exportFormats,
  writeEntry,
  writeHead,
} from '../audit/export/formats.ts';
import { walkJournal, walkJournals } from '../audit/export/scan-journal.ts';
import { readSnapshot } from '../audit/proof/snapshot.ts';
import type { Filter } from '../audit/search/filter.ts';
import type { ActEvent } from '../governance/event.ts';
import {
  type Place,
  filterFlags,
  findPlace,
  listPlaces,
  readActor,
  readFilter,
  withTrail,
} from './audit-open.ts';
import { expectTrail, isOwnKey } from './audit-own.ts';
import { counted } from './counted.ts';
import { type Io, exitStatus } from './io.ts';
import { WholeFile } from './whole-file.ts';
import { readArguments, refuseOperands } from './options.ts';
import { Refusal, messageOf, refuseUsage } from './refusal.ts';

const usage = `usage: governance audit export [--from TIME] [--to TIME] [--query QUERY]
                               [options]

Writes entries, oldest first. With --out it makes an evidence bundle: the
entries, the proof of each, the signed checkpoint, the key, a manifest, and a
page that says how to check them. Without it they are written to the standard
output, where only the count that is told at the end says that they are all
there; with --file they are in a file that appears when it is whole.

  --from TIME, --to TIME  RFC 3339, or an age such as 24h or 7d; a day as
                          2026-01-31 is meant to its end by --to
  --query QUERY           as in the search box: decision:block model:gpt-*
  --format FORMAT         jsonl (default), csv or ocsf
  --out DIRECTORY         make a bundle there; a directory that is empty or new
  --file FILE             write the entries into a new file
  --dir DIRECTORY         the trail (default: the configured one)
`;

const flags = {
  ...filterFlags,
  format: { type: 'string', default: 'jsonl' },
  out: { type: 'string' },
  file: { type: 'string' },
  dir: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

type Wanted = { readonly filter: Filter; readonly words: string; readonly format: ExportFormat };

export async function auditExport(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals, configFlags } = readArguments(args, flags);
  if (values.help) {
    io.out(usage);
    return exitStatus.fine;
  }
  refuseOperands(positionals);
  const place = findPlace(values.dir, configFlags, io);
  expectTrail(place.directory);
  const wanted = { ...readFilter(values, place), format: readFormat(values.format) };
  if (wanted.filter.terms.some(({ kind }) => kind === 'text')) {
    throw refuseUsage('free text is searched by the running gateway only; use qualifiers here');
  }
  if (values.out !== undefined && values.file !== undefined)
    throw refuseUsage('either `--out` or `--file` is meant');
  // An export that is not made must not stand in the trail.
  if (values.out !== undefined)
    for (const out of listOuts(listPlaces(place), values.out)) expectEmpty(out);
  const file = values.file === undefined ? undefined : WholeFile.begin(values.file);
  const begun = await recordBeginning(place, wanted, io).catch((error: unknown) => {
    file?.drop();
    throw error;
  });
  const taken = { entries: 0 };
  let isWhole = false;
  try {
    if (values.out === undefined) {
      writeText(place, wanted, file === undefined ? io.out : file.add, taken);
      file?.finish();
      io.error(`${counted(taken.entries, 'entry', 'entries')} written\n`);
    } else writeBundles(place, wanted, { out: values.out, taken }, io);
    isWhole = true;
  } finally {
    if (!isWhole) file?.drop();
    if (begun !== undefined) await recordEnd(place, { begun, isWhole, entries: taken.entries }, io);
  }
  return exitStatus.fine;
}

function readFormat(format: string): ExportFormat {
  const found = exportFormats.find((known) => known === format);
  if (found === undefined)
    throw refuseUsage(`\`${format}\` is no format; there are ${exportFormats.join(', ')}`);
  return found;
}

const by = 'command line';

/** An export is an act on the trail; where that cannot be written from here, it is said instead. Answers its entry. */
async function recordBeginning(
  place: Place,
  { words, format }: Wanted,
  io: Io,
): Promise<string | undefined> {
  const why = findHindrance(place);
  if (why === undefined) return record(place, 'begun', { format, query: words, by });
  io.error(`this export is not recorded, because ${why}\n`);
  return undefined;
}

type End = { readonly begun: string; readonly isWhole: boolean; readonly entries: number };

/** The trail is let go of meanwhile: a gateway that starts while entries are taken out does not wait for that. */
async function recordEnd(place: Place, { begun, isWhole, entries }: End, io: Io): Promise<void> {
  try {
    await record(place, isWhole ? 'finished' : 'broken off', { begun, entries, by });
  } catch (error) {
    io.error(`the end of this export is not recorded: ${messageOf(error)}\n`);
  }
}

async function record(place: Place, act: string, detail: ActEvent['detail']): Promise<string> {
  let entry = '';
  await withTrail(place, 'its own exports tell their end', async (trail) => {
    entry = (await trail.record({ type: 'export', actor: readActor(), act, detail })).id;
    return exitStatus.fine;
  });
  return entry;
}

function findHindrance({ directory, live, masterKey }: Place): string | undefined {
  if (live) return 'a gateway writes the trail';
  if (masterKey === undefined) return 'there is no master key here';
  return isOwnKey(directory, masterKey) ? undefined : 'the master key here is not its own';
}

type Taken = { entries: number };

type Write = (text: string) => void;

function writeText(place: Place, { filter, format }: Wanted, write: Write, taken: Taken): void {
  write(writeHead(format));
  const directories = listPlaces(place).map(({ directory }) => directory);
  for (const entry of walkJournals(directories, filter)) {
    write(writeEntry(format, entry));
    taken.entries += 1;
  }
}

/** Entries are proven by the checkpoint of the log they stand in, so each log of several has a bundle of its own. */
function writeBundles(
  place: Place,
  wanted: Wanted,
  { out, taken }: { readonly out: string; readonly taken: Taken },
  io: Io,
): void {
  const places = listPlaces(place);
  const outs = listOuts(places, out);
  places.forEach((each, index) => {
    const own = outs[index] ?? out;
    const bundle = writeBundle(each, wanted, own);
    taken.entries += bundle.entries;
    io.error(describeBundle(bundle, own));
  });
}

function listOuts(places: ReturnType<typeof listPlaces>, out: string): readonly string[] {
  return places.length === 1 ? [out] : places.map(({ log }) => join(out, `log-${log}`));
}

/** Evidence among files of others would be taken for theirs, or they for evidence. */
function expectEmpty(out: string): void {
  if (!existsSync(out)) return;
  if (!statSync(out).isDirectory())
    throw new Refusal(exitStatus.bad, `\`${out}\` is no directory; name one that is empty or new`);
  if (readdirSync(out).length > 0)
    throw new Refusal(exitStatus.bad, `\`${out}\` is not empty; name a directory of its own`);
}

function writeBundle({ directory }: Place, { filter, words, format }: Wanted, out: string): Bundle {
  const snapshot = readSnapshot(directory);
  if (snapshot === undefined) {
    const detail = 'the trail has no checkpoint that holds; run `governance audit verify`';
    throw new Refusal(exitStatus.bad, detail);
  }
  expectEmpty(out);
  const bundle = new BundleWriter(out, snapshot);
  const name = format === 'csv' ? 'entries.csv' : 'entries.ocsf.jsonl';
  const copy = format === 'jsonl' ? undefined : join(out, name);
  if (copy !== undefined) writeFileSync(copy, writeHead(format), { flag: 'wx' });
  for (const entry of walkJournal(directory, filter)) {
    if (!bundle.add(entry)) break;
    if (copy !== undefined) appendFileSync(copy, writeEntry(format, entry));
  }
  const facts = { query: words, at: new Date().toISOString() };
  return bundle.finish(facts, copy === undefined ? [] : [name]);
}

function describeBundle({ entries, size }: Bundle, out: string): string {
  return `${entries} of ${counted(size, 'entry', 'entries')}, with the proof of each, in ${out}; ${join(out, 'README.txt')} says how to check them\n`;
}
