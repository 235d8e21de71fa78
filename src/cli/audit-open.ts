/** What the commands on the trail share: where it lies, whether a gateway writes it, its key, and who acts. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { eraseInLogs, joinLogs } from '../audit/joined/joined-trail.ts';
import type { Log } from '../audit/joined/log.ts';
import { isLocked } from '../audit/lock.ts';
import { masterKeyPath, readMasterKey, readMasterKeyFile } from '../audit/master-key.ts';
import { createPrivacy } from '../audit/privacy.ts';
import { askByPseudonym } from '../audit/search/by-pseudonym.ts';
import { walkJournals } from '../audit/export/scan-journal.ts';
import {
  bySubject,
  findUnclear,
  looksLikePseudonym,
  writeFilter,
} from '../audit/search/query-words.ts';
import { readFilterQuery, readTimeAt } from '../audit/search/query.ts';
import type { Filter } from '../audit/search/filter.ts';
import type { Subject } from '../audit/steward.ts';
import { type Trail, openTrail } from '../audit/trail.ts';
import type { TrailOptions } from '../audit/trail-options.ts';
import type { TrailReading } from '../audit/trail-reading.ts';
import { type LogPlace, listLogs, nameOrigin } from '../audit/worker-logs.ts';
import { GatewayError } from '../errors.ts';
import type { Flags } from '../config/flags.ts';
import { toSharedSettings } from '../config/shared-index.ts';
import type { Actor } from '../governance/event.ts';
import { type Io, exitStatus } from './io.ts';
import { expectOwnKey, expectTrail } from './audit-own.ts';
import { readChanger } from './keys-open.ts';
import { readSettings } from './options.ts';
import { Refusal, refuseUsage } from './refusal.ts';

export type Place = {
  readonly directory: string;
  /** Where the first log of the trail lies, where this is another one of it. */
  readonly first?: string;
  /** Absent where neither the configuration nor the directory has it. */
  readonly masterKey?: Uint8Array;
  /** A gateway writes it at this moment. */
  readonly live: boolean;
};

/** `--dir` names a trail or a copy of one; without it, it is the configured gateway's. */
export function findPlace(dir: string | undefined, flags: Flags, io: Io): Place {
  const configured = dir === undefined ? readSettings(flags, io) : undefined;
  const directory = dir ?? join(configured?.data ?? '', 'audit');
  const given = configured?.audit.masterKey?.reveal() ?? io.environment['GATEWAY_MASTER_KEY'];
  const path = masterKeyPath(directory);
  const own = (): Uint8Array | undefined =>
    existsSync(path) ? readMasterKeyFile(path) : undefined;
  const masterKey = given === undefined ? own() : readMasterKey(given);
  const live = isLocked(directory);
  return { directory, live, ...(masterKey === undefined ? {} : { masterKey }) };
}

/** The index that the logs are to be compared with: asked for, or of the configured trail. */
export function findSharedIndex(
  { shared, dir }: { readonly shared: boolean; readonly dir?: readonly string[] | undefined },
  flags: Flags,
  io: Io,
): ReturnType<typeof toSharedSettings> {
  if (!shared && dir !== undefined) return undefined;
  const settings = toSharedSettings(readSettings(flags, io));
  if (settings !== undefined || !shared) return settings;
  const detail = 'there is no index in a database: `audit.index.shared` is not set';
  throw new Refusal(exitStatus.badConfiguration, detail);
}

/** The database that replicas share their holds in; absent where there is none. */
export function findHoldsIn(flags: Flags, io: Io): string | undefined {
  return readSettings(flags, io).databaseUrl?.reveal();
}

/** The trail's logs, each of them a place of its own: workers write one each. */
export function listPlaces({ directory, masterKey }: Place): readonly (Place & LogPlace)[] {
  return listLogs(directory).map((found) => ({
    ...found,
    ...(found.log === 0 ? {} : { first: directory }),
    live: isLocked(found.directory),
    ...(masterKey === undefined ? {} : { masterKey }),
  }));
}

/** Opens all logs of the trail for an act that has to be recorded; while a gateway writes one of them, that has a route for it. */
export async function withTrail(
  place: Place,
  route: string,
  work: (first: Trail, all: TrailReading) => Promise<number>,
  shared: Pick<TrailOptions, 'holdsIn' | 'erasuresIn'> = {},
): Promise<number> {
  const { directory, masterKey } = place;
  const places = listPlaces(place);
  if (places.some(({ live }) => live))
    throw new Refusal(exitStatus.bad, `a gateway writes this trail; ask it instead: \`${route}\``);
  expectTrail(directory);
  const ownKey = expectOwnKey(directory, masterKey);
  const others: Log[] = [];
  const opened: Trail[] = [];
  try {
    for (const each of places) {
      const erase = (pseudonym: string, actor: Actor): Promise<number> =>
        eraseInLogs(others, pseudonym, actor);
      // Who is held is known to the first log, as where a gateway opens them.
      const holds = async (): Promise<readonly string[]> => (await opened[0]?.listHolds()) ?? [];
      const own = each.log === 0 ? { erase } : { first: directory, holds };
      const origin = nameOrigin(each.log);
      const options = { directory: each.directory, masterKey: ownKey, origin, others: own };
      const trail = await openTrail({ ...options, ...shared });
      opened.push(trail);
      if (each.log > 0) others.push({ ...each, reading: trail });
    }
    const [first] = opened;
    if (first === undefined) return exitStatus.bad;
    await first.begin();
    if (others.length === 0) return await work(first, first);
    const { toPseudonym } = createPrivacy(ownKey);
    const log = { log: 0, directory, reading: first };
    return await work(first, joinLogs({ first: log, others, record: first.record, toPseudonym }));
  } finally {
    for (const trail of opened.toReversed()) await trail.close();
  }
}

/** Whoever sits at the keyboard; the trail keeps the name as it keeps those of keys' owners. */
export function readActor(): Actor {
  const { owner, agent } = readChanger();
  return { key: '', owner, team: '', subject: '', address: '', agent };
}

/** Whom an act is about. */
export function readSubject(subject: string | undefined, owner: string | undefined): Subject {
  if (subject !== undefined && owner === undefined) return { subject };
  if (owner !== undefined && subject === undefined) return { owner };
  throw refuseUsage('either `--subject` or `--owner` is needed');
}

export type FilterFlags = {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly query?: string | undefined;
};

export const filterFlags = {
  from: { type: 'string' },
  to: { type: 'string' },
  query: { type: 'string' },
} as const;

/** The filter of a command, and its words as the trail may keep them: a person stands there by their pseudonym. */
export function readFilter({ from, to, query }: FilterFlags, place: Place): Asked {
  const asked = new URLSearchParams();
  if (from !== undefined) asked.set('from', from);
  if (to !== undefined) asked.set('to', to);
  if (query !== undefined) asked.set('q', query);
  try {
    const filter = readFilterQuery(asked, Date.now());
    return askByName(filter, place);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    throw refuseUsage(
      error.faults.map(({ pointer, detail }) => `--${flagOf(pointer)}: ${detail}`).join('\n'),
    );
  }
}

type Asked = { readonly filter: Filter; readonly words: string };

/** People are asked for by name or by pseudonym, and entries know them by pseudonym. */
function askByName(filter: Filter, { directory, masterKey }: Place): Asked {
  const isNamed = filter.terms.some(
    (term) =>
      term.kind === 'name' && term.field === 'subject' && !term.values.every(looksLikePseudonym),
  );
  if (isNamed) expectOwnKey(directory, masterKey, ' to find a person by name');
  const logs = listLogs(directory).map((log) => ({ directory: log.directory, live: false }));
  const carried = new Set(
    findUnclear(filter).filter((name) => walkJournals(logs, bySubject(name)).next().done !== true),
  );
  if (masterKey === undefined)
    return { filter, words: writeFilter(filter, () => 'somebody', carried) };
  const { toPseudonym } = createPrivacy(masterKey);
  const asked = askByPseudonym({ filter }, toPseudonym);
  return { ...asked, words: writeFilter(filter, toPseudonym, carried) };
}

/** A flag that takes a moment: microseconds since the epoch. */
export function readMoment(flag: string, given: string): number {
  try {
    return readTimeAt(flag, given, Date.now());
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    throw refuseUsage(error.faults.map(({ detail }) => `--${flag}: ${detail}`).join('\n'));
  }
}

function flagOf(pointer: string): string {
  return pointer === '/q' ? 'query' : pointer.slice(1);
}
