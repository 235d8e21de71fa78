/** `governance audit tail`: one line per entry, the newest ones first known and then as they come. */
import { statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { listSegments, readLines, segmentPath } from '../audit/journal-files.ts';
import { type Row, readRow } from '../audit/search/fields.ts';
import { type StoredEntry, readStoredEntry } from '../audit/stored-entry.ts';
import { type Place, findPlace, listPlaces } from './audit-open.ts';
import { expectTrail } from './audit-own.ts';
import { type Io, exitStatus } from './io.ts';
import { readArguments, refuseOperandsFor } from './options.ts';
import { refuseUsage } from './refusal.ts';

const usage = `usage: governance audit tail [--lines N] [--follow] [--json] [--dir DIRECTORY]

  --lines N        how many of the newest entries (default 10)
  --follow         go on with new ones until interrupted
  --json           the entries as they stand in the journal
  --dir DIRECTORY  the trail (default: the configured one)
`;

const flags = {
  lines: { type: 'string', default: '10' },
  follow: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  dir: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const pauseMs = 250;
const linesMax = 100_000;

type Mark = { segment: number; offset: number; line: number };

/** A line with where it stands; `id` is that of the last entry that could be read before it, where it is none itself. */
type Found = { readonly text: string; readonly id: string; readonly place: string };

export async function auditTail(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals, configFlags } = readArguments(args, flags);
  if (values.help) {
    io.out(usage);
    return exitStatus.fine;
  }
  refuseOperandsFor('--dir', positionals);
  const count = /^\d+$/.test(values.lines) ? Number(values.lines) : Number.NaN;
  if (!(count <= linesMax)) {
    throw refuseUsage(`\`--lines\` takes a number up to ${linesMax}`);
  }
  const place = findPlace(values.dir, configFlags, io);
  expectTrail(place.directory);
  const tails = listPlaces(place).flatMap((each) => toTail(each, count));
  const print = (line: Found): void => io.out(`${values.json ? line.text : describeLine(line)}\n`);
  const newest = readTails(tails, count);
  newest.slice(Math.max(0, newest.length - count)).forEach(print);
  while (values.follow) {
    await pause(pauseMs);
    readTails(tails, Infinity).forEach(print);
  }
  return exitStatus.fine;
}

type Tail = { readonly directory: string; readonly mark: Mark };

/** Reading begins with the newest segment, or as many before it as hold what is asked for. */
function toTail({ directory }: Place, count: number): readonly Tail[] {
  const segments = [...listSegments(directory)];
  let segment = segments.pop();
  for (let lines = 0; segment !== undefined; segment = segments.pop()) {
    lines += countLines(segmentPath(directory, segment));
    if (lines >= count || segments.length === 0) break;
  }
  return segment === undefined ? [] : [{ directory, mark: { segment, offset: 0, line: 0 } }];
}

function countLines(path: string): number {
  let count = 0;
  readLines(path, () => {
    count += 1;
    return true;
  });
  return count;
}

/** Up to so many of the newest lines of each log, those of all logs in the order of their time. */
function readTails(tails: readonly Tail[], count: number): readonly Found[] {
  const found = tails.flatMap(({ directory, mark }) => {
    const newest: Found[] = [];
    let id = '';
    readOn(directory, mark, (text, place) => {
      id = readStoredEntry(Buffer.from(text))?.id ?? id;
      newest.push({ text, id, place });
      if (newest.length > count) newest.shift();
    });
    return newest;
  });
  return found.sort((left, right) => (left.id === right.id ? 0 : left.id < right.id ? -1 : 1));
}

/** Reads whole lines from the mark on, over the end of a segment into the next, and moves the mark. */
function readOn(
  directory: string,
  mark: Mark,
  onLine: (text: string, place: string) => void,
): void {
  for (;;) {
    const path = segmentPath(directory, mark.segment);
    const { end } = readLines(
      path,
      ({ bytes }) => {
        mark.line += 1;
        onLine(bytes.toString('utf8'), `line ${mark.line} of \`${path}\``);
        return true;
      },
      mark.offset,
    );
    mark.offset = end;
    const next = statSync(segmentPath(directory, mark.segment + 1), { throwIfNoEntry: false });
    if (next === undefined || statSync(path).size > end) return;
    mark.segment += 1;
    mark.offset = 0;
    mark.line = 0;
  }
}

function describeLine({ text, place }: Found): string {
  const entry = readStoredEntry(Buffer.from(text));
  if (entry !== undefined) return describeEntry(entry, readRow(entry, 0));
  return `no entry can be read in ${place}: the trail is damaged; run \`governance audit verify\``;
}

function describeEntry(entry: StoredEntry, { words, names, numbers }: Row): string {
  const pieces = [
    entry.at,
    String(entry.seq),
    entry.type,
    ...words.decision,
    ...words.rule,
    ...words.cause,
    ...words.act,
    ...words.status,
    ...words.model,
    ...words.key,
    ...(numbers.latency > 0 ? [`${(numbers.latency / 1000).toFixed(1)} ms`] : []),
    ...(names.exchange === '' ? [] : [names.exchange]),
  ];
  // JSON has no raw control characters, but what was parsed from it may.
  return pieces.join('  ').replaceAll(/\p{Cc}/gu, '\ufffd');
}
