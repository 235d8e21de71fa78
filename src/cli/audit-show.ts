/** `governance audit show`: an entry with the rest of its exchange, and, where asked for, what was said. */
import { walkJournal } from '../audit/export/scan-journal.ts';
import type { LeftOut } from '../audit/export/walk-entries.ts';
import { legs } from '../audit/content/capture.ts';
import { KeptText } from '../audit/search/kept-text.ts';
import { readKeptContent } from '../audit/content/kept-content.ts';
import { readIdentifier } from '../audit/identifier.ts';
import type { Filter } from '../audit/search/filter.ts';
import type { StoredEntry } from '../audit/stored-entry.ts';
import { LeftOutCount } from './audit-left-out.ts';
import { type Place, findPlace, listPlaces } from './audit-open.ts';
import { expectOwnKey, expectTrail } from './audit-own.ts';
import { type Io, exitStatus } from './io.ts';
import { readArguments, refuseOperands } from './options.ts';
import { Refusal, refuseUsage } from './refusal.ts';

const usage = `usage: governance audit show ID [--content] [--json] [--dir DIRECTORY]

Shows an entry and the others of its exchange, by the id of the entry, of the
exchange, or of the request.

  --content        what was said, redacted, as far as it was kept
  --json           one entry per line, as in the journal
  --dir DIRECTORY  the trail (default: the configured one)
`;

const flags = {
  content: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  dir: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

export function auditShow(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals, configFlags } = readArguments(args, flags);
  if (values.help) {
    io.out(usage);
    return Promise.resolve(exitStatus.fine);
  }
  refuseOperands(positionals, 1);
  const [given] = positionals;
  if (given === undefined) throw refuseUsage('an id is needed');
  const id = readIdentifier(given);
  const trail = findPlace(values.dir, configFlags, io);
  expectTrail(trail.directory);
  if (values.content && trail.masterKey !== undefined)
    expectOwnKey(trail.directory, trail.masterKey);
  // All entries of an exchange stand in the log of the worker that had it.
  const found = findExchange(listPlaces(trail), id);
  const { place } = found;
  for (const entry of found.entries) {
    io.out(values.json ? `${JSON.stringify(entry)}\n` : showEntry(entry));
    if (values.content) io.out(describeContent(entry, place));
  }
  io.error(found.leftOut.describe('not read, and may belong to it') ?? '');
  return Promise.resolve(exitStatus.fine);
}

type Found = {
  readonly place: Place;
  readonly entries: readonly StoredEntry[];
  /** Of the log that they stand in: some of it may be theirs. */
  readonly leftOut: LeftOutCount;
};

/** What cannot be read is not said to be missing. */
function findExchange(places: readonly Place[], id: string): Found {
  const all = new LeftOutCount();
  for (const place of places) {
    const leftOut = new LeftOutCount();
    const entries = findEntries(place, id, (left) =>
      [leftOut, all].forEach((each) => each.add(left)),
    );
    if (entries.length > 0) return { place, entries, leftOut };
  }
  const damage = all.describe('not read, and may be what you ask for');
  const detail = `there is no entry \`${id}\``;
  if (damage === undefined) throw new Refusal(exitStatus.bad, detail);
  throw new Refusal(exitStatus.bad, `${detail} among those that can be read\n${damage.trimEnd()}`);
}

function findEntries(
  { directory, live }: Place,
  id: string,
  onLeftOut: (leftOut: LeftOut) => void,
): readonly StoredEntry[] {
  let exchange = id;
  for (const entry of walkJournal(directory, { terms: [] }, { live })) {
    if (entry.id !== id && entry['request_id'] !== id) continue;
    if (entry.exchange === undefined) return [entry];
    ({ exchange } = entry);
    break;
  }
  const filter: Filter = {
    terms: [{ kind: 'name', field: 'exchange', negated: false, values: [exchange] }],
  };
  return [...walkJournal(directory, filter, { live, onLeftOut })];
}

function describeContent(entry: StoredEntry, { directory, masterKey }: Place): string {
  const content = readKeptContent(entry);
  if (content === undefined) return '';
  if (masterKey === undefined) return 'the master key is needed to read what was said\n';
  const kept = new KeptText(directory, masterKey);
  try {
    const pieces = legs.flatMap((leg) => {
      const found = content.legs.find((each) => each.leg === leg);
      if (found === undefined) return [];
      const opened = kept.open(content, found, 'redacted');
      if (opened === undefined) return [`${leg}: not kept`];
      if ('text' in opened) return [`${leg}: ${showText(opened.text.toString('utf8'))}`];
      return [
        opened.missing === 'altered'
          ? `${leg}: altered: it is not what was kept; run \`governance audit verify\``
          : `${leg}: erased or expired`,
      ];
    });
    return `${pieces.join('\n')}\n`;
  } finally {
    kept.close();
  }
}

/** JSON has no raw control characters below the space, and may have those above the letters. */
function showEntry(entry: StoredEntry): string {
  return showText(`${JSON.stringify(entry, undefined, 2)}\n`);
}

/** Nothing that was said may move the cursor or colour the screen of whoever reads it. */
function showText(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, (control) => (control === '\n' ? control : '\ufffd'));
}
