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
import type { ExportEnd } from '../audit/export/under-way.ts';
import { readSnapshot } from '../audit/proof/snapshot.ts';
import type { Filter } from '../audit/search/filter.ts';
import { type Place, filterFlags, findPlace, listPlaces, readFilter } from './audit-open.ts';
import { tellBeginning, tellEnd } from './audit-export-told.ts';
import { LeftOutCount } from './audit-left-out.ts';
import { expectTrail } from './audit-own.ts';
import { counted } from './counted.ts';
import { type Io, exitStatus } from './io.ts';
import { WholeFile } from './whole-file.ts';
import { readArguments, refuseOperandsFor } from './options.ts';
import { Refusal, refuseUsage } from './refusal.ts';

const usage = `usage: governance audit export [--from TIME] [--to TIME] [--query QUERY]
                               [options]

Writes entries, oldest first. With --out it makes an evidence bundle: the
entries, the proof of each, the signed checkpoint, the key, a manifest, and a
page that says how to check them. Without it they are written to the standard
output, where only the count that is told at the end says that they are all
there; with --file they are in a file that appears when it is whole. Where the
trail is damaged, what cannot be read is left out, told of, and the status is 1.

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
  refuseOperandsFor('--dir', positionals);
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
  const begun = await tellBeginning(place, wanted, io).catch((error: unknown) => {
    file?.drop();
    throw error;
  });
  const taken = new Taken();
  let act: ExportEnd['act'] = 'broken off';
  try {
    if (values.out === undefined) {
      writeText(place, wanted, file === undefined ? io.out : file.add, taken);
      if (file === undefined) await io.sent?.();
      else file.finish();
      io.error(`${counted(taken.entries, 'entry', 'entries')} written\n`);
    } else writeBundles(place, wanted, { out: values.out, taken }, io);
    act = 'finished';
  } finally {
    if (act !== 'finished') file?.drop();
    const { entries, leftOut } = taken;
    const end = { act, entries, leftOut: leftOut.entries };
    if (begun !== undefined) await tellEnd(place, begun, end, io);
  }
  return taken.tellLeftOut(io);
}

function readFormat(format: string): ExportFormat {
  const found = exportFormats.find((known) => known === format);
  if (found === undefined)
    throw refuseUsage(`\`${format}\` is no format; there are ${exportFormats.join(', ')}`);
  return found;
}

/** What an export came to. */
class Taken {
  entries = 0;
  /** Entries that ought to be in the journal and cannot be read there. */
  readonly leftOut = new LeftOutCount();

  /** Whoever takes an export for the trail must not learn from a verification alone that it lacks something. */
  tellLeftOut(io: Io): number {
    const told = this.leftOut.describe('left out');
    if (told === undefined) return exitStatus.fine;
    io.error(told);
    return exitStatus.bad;
  }
}

type Write = (text: string) => void;

function writeText(place: Place, { filter, format }: Wanted, write: Write, taken: Taken): void {
  write(writeHead(format));
  for (const entry of walkJournals(listPlaces(place), filter, taken.leftOut.add)) {
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
    const bundle = writeBundle(each, wanted, own, taken);
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

function writeBundle(
  { directory, live }: Place,
  { filter, words, format }: Wanted,
  out: string,
  taken: Taken,
): Bundle {
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
  for (const entry of walkJournal(directory, filter, { live, onLeftOut: taken.leftOut.add })) {
    if (!bundle.add(entry)) break;
    if (copy !== undefined) appendFileSync(copy, writeEntry(format, entry));
  }
  const facts = { query: words, at: new Date().toISOString() };
  return bundle.finish(facts, copy === undefined ? [] : [name]);
}

function describeBundle({ entries, size }: Bundle, out: string): string {
  return `${entries} of ${counted(size, 'entry', 'entries')}, with the proof of each, in ${out}; ${join(out, 'README.txt')} says how to check them\n`;
}
