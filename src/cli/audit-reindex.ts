/** `governance audit reindex`: throws the search index away; a running gateway builds the new one, else this does. */
import { walkEntries } from '../audit/export/walk-entries.ts';
import { removeIndex } from '../audit/index-sqlite.ts';
import { listSegments, readLines, segmentPath } from '../audit/journal-files.ts';
import { Indexer } from '../audit/search/indexer.ts';
import { LeftOutCount } from './audit-left-out.ts';
import { type Place, findPlace, listPlaces } from './audit-open.ts';
import { expectOwnKey, expectTrail } from './audit-own.ts';
import { counted } from './counted.ts';
import { type Io, exitStatus } from './io.ts';
import { readArguments, refuseOperands } from './options.ts';
import { createProgress } from './progress.ts';
import { Refusal } from './refusal.ts';

const usage = `usage: governance audit reindex [--dir DIRECTORY]

The index is a cache over the journal: nothing is lost with it. A gateway that
runs notices and builds it anew while it serves. Of a trail that is damaged no
index can be built, so the one that is there is left as it is.

  --dir DIRECTORY  the trail (default: the configured one)
`;

const flags = {
  dir: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const rowsPerStep = 4096;
const textRowsPerStep = 500;

export function auditReindex(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals, configFlags } = readArguments(args, flags);
  if (values.help) {
    io.out(usage);
    return Promise.resolve(exitStatus.fine);
  }
  refuseOperands(positionals);
  const place = findPlace(values.dir, configFlags, io);
  expectTrail(place.directory);
  const places = listPlaces(place);
  // Whoever cannot build the index leaves it as it is; a gateway that runs has the key itself.
  if (places.some(({ live }) => !live)) expectOwnKey(place.directory, place.masterKey);
  refuseDamaged(places);
  for (const each of places) reindex(each, io);
  return Promise.resolve(exitStatus.fine);
}

/** No index can be built over damage, and the one that is there finds what is around it. */
function refuseDamaged(places: readonly Place[]): void {
  const leftOut = new LeftOutCount();
  for (const { directory } of places) {
    // What a crash left unfinished behind the last line is in nobody's way.
    const entries = walkEntries(directory, { live: true, onLeftOut: leftOut.add });
    while (entries.next().done !== true);
  }
  const damage = leftOut.describe('in the way of a new index, so the old one is left as it is');
  if (damage !== undefined) throw new Refusal(exitStatus.bad, damage.trimEnd());
}

function reindex(place: Place, io: Io): void {
  const last = listSegments(place.directory).at(-1);
  if (last === undefined) {
    throw new Refusal(exitStatus.bad, `there is no trail in \`${place.directory}\``);
  }
  removeIndex(place.directory);
  if (place.live) io.out('the index is thrown away; the gateway builds it anew\n');
  else io.out(`the index holds ${counted(build(place, last, io), 'entry', 'entries')}\n`);
}

function build({ directory, masterKey }: Place, segment: number, io: Io): number {
  // A line that a crash left unfinished is never read: whoever waited for it would wait for ever.
  const { end } = readLines(segmentPath(directory, segment), () => true);
  const horizon = { segment, offset: end };
  const indexer = new Indexer(directory, expectOwnKey(directory, masterKey));
  const progress = createProgress(io, 'segments', segment);
  try {
    while (indexer.follow(horizon, rowsPerStep)) progress.step(indexer.segment);
    while (indexer.texts.follow(horizon, textRowsPerStep)) progress.step(indexer.segment);
    return indexer.next;
  } finally {
    progress.end();
    indexer.close();
  }
}
