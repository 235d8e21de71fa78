/** `governance audit reindex`: throws the search index away; a running gateway builds the new one, else this does. */
import { statSync } from 'node:fs';
import { removeIndex } from '../audit/index-sqlite.ts';
import { listSegments, segmentPath } from '../audit/journal-files.ts';
import { Indexer } from '../audit/search/indexer.ts';
import { type Place, findPlace, listPlaces } from './audit-open.ts';
import { counted } from './counted.ts';
import { type Io, exitStatus } from './io.ts';
import { readArguments, refuseOperands } from './options.ts';
import { createProgress } from './progress.ts';
import { Refusal } from './refusal.ts';

const usage = `usage: governance audit reindex [--dir DIRECTORY]

The index is a cache over the journal: nothing is lost with it. A gateway that
runs notices and builds it anew while it serves.

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
  for (const place of listPlaces(findPlace(values.dir, configFlags, io))) reindex(place, io);
  return Promise.resolve(exitStatus.fine);
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
  if (masterKey === undefined) {
    throw new Refusal(exitStatus.bad, 'the master key is needed: set GATEWAY_MASTER_KEY');
  }
  const horizon = { segment, offset: statSync(segmentPath(directory, segment)).size };
  const indexer = new Indexer(directory, masterKey);
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
