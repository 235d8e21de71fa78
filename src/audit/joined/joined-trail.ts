/** Several logs read as one trail: each is asked where it is written, and the answers are put together. */
import { GatewayError } from '../../errors.ts';
import type { Actor, Recorder } from '../../governance/event.ts';
import { exportEntries } from '../export/export-entries.ts';
import type { ExportRequest } from '../export/formats.ts';
import { refuseBundle, toFolder } from '../export/evidence.ts';
import type { Filter } from '../search/filter.ts';
import type { HistogramRequest } from '../search/query.ts';
import { tellFilter } from '../search/query-words.ts';
import type { Answered } from '../search/question.ts';
import type { Histogram } from '../search/counts.ts';
import { noSuchLog } from '../only-log.ts';
import { settlesWithin } from '../settles-within.ts';
import type { TrailReading } from '../trail-reading.ts';
import { refuseVerification, type VerifyRequest } from '../verify/verification.ts';
import type { Log } from './log.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { joinExchange, joinFacets, joinHistograms, joinPages, spanOf } from './summaries.ts';
import { verifyLogs } from './verify-logs.ts';

export type JoinedOptions = {
  /** The one that the acts on the whole trail are recorded in. */
  readonly first: Log;
  readonly others: readonly Log[];
  readonly record: Recorder;
  /** The pseudonym that entries carry instead of a person's name. */
  readonly toPseudonym: (name: string) => string;
};

/** What destroys texts takes less, and a process that answers nothing is ended after half a minute. */
const destroyedWithinMs = 5_000;
/** Enough that no value is left out before the logs are added up. */
const facetValuesMax = 100_000;

export function joinLogs({ first, others, record, toPseudonym }: JoinedOptions): TrailReading {
  const logs = [first, ...others];
  const all = <Found>(ask: (reading: TrailReading) => Promise<Found>): Promise<Found[]> =>
    Promise.all(logs.map(({ reading }) => ask(reading)));
  const ofLog = (wanted = 0): TrailReading => {
    const found = logs.find(({ log }) => log === wanted);
    if (found === undefined) throw noSuchLog(wanted);
    return found.reading;
  };
  const find = (id: string): Promise<TrailReading> => findLog(logs, id);
  const listEntries: TrailReading['listEntries'] = async (request) =>
    joinPages(await all((reading) => reading.listEntries(request)), request);
  return {
    listEntries,
    findEntry: async (id) => (await find(id)).findEntry(id),
    countFacets: async (request) => {
      const whole = { ...request, values: facetValuesMax };
      return joinFacets(await all((reading) => reading.countFacets(whole)), request.values);
    },
    drawHistogram: (request) => draw(request, all),
    settle: async () =>
      (await all((reading) => reading.settle())).reduce((sum, each) => sum + each, 0),
    readCheckpoint: async (log) => ofLog(log).readCheckpoint(),
    proveEntry: async (id) => (await find(id)).proveEntry(id),
    proveConsistency: async (size, log) => ofLog(log).proveConsistency(size),
    readTile: async (place, log) => ofLog(log).readTile(place),
    readExchange: async (exchange) =>
      joinExchange(await findIn(logs, (reading) => reading.readExchange(exchange))),
    readContent: async (id) => (await find(id)).readContent(id),
    reveal: async (id, reason, actor) => (await find(id)).reveal(id, reason, actor),
    // A review stands in the log of the entry that it is about, as whoever reads that log alone expects.
    review: async (id, ...given) => (await find(id)).review(id, ...given),
    readReview: async (id) => (await find(id)).readReview(id),
    ...actsOf(first),
    untilDestroyed: () => untilDestroyedIn(logs),
    exportEntries: (request, actor) =>
      exportEntries(request, partsOf(request, actor, { record, listEntries, toPseudonym })),
    exportEvidence: oneAtATime(
      (filter: Filter, actor: Actor) => exportAll(logs, filter, actor),
      refuseBundle,
    ),
    verify: oneAtATime(
      (request: VerifyRequest, actor: Actor) => verifyLogs(logs, request, actor),
      refuseVerification,
    ),
    expire: async (nowMs) =>
      (await all((reading) => reading.expire(nowMs))).reduce((sum, each) => sum + each, 0),
  };
}

/** On subjects, who are known to the first log; it tells the others. */
function actsOf({ reading }: Log) {
  const { eraseSubject, eraseHere, holdSubject, releaseSubject, listHolds } = reading;
  return { eraseSubject, eraseHere, holdSubject, releaseSubject, listHolds };
}

/** Erases a subject in other logs, each of which records it; answers how many entries carried content of it. */
export async function eraseInLogs(
  logs: readonly Log[],
  pseudonym: string,
  actor: Actor,
): Promise<number> {
  const erased = await Promise.all(logs.map(({ reading }) => reading.eraseHere(pseudonym, actor)));
  return erased.reduce((sum, { entries }) => sum + entries, 0);
}

/** Where one of them stands still nobody is kept waiting for its end: what was to follow is not begun. */
export async function untilDestroyedIn(logs: readonly Log[]): Promise<void> {
  const all = Promise.all(logs.map(({ reading }) => reading.untilDestroyed()));
  if (await settlesWithin(destroyedWithinMs, all)) return;
  throw new GatewayError(
    'not_ready',
    `one of the logs has not answered for ${destroyedWithinMs / 1000} s, so nobody was held or erased: ask again`,
    { headers: { 'retry-after': '5' } },
  );
}

/** The log that has the entry. */
async function findLog(logs: readonly Log[], id: string): Promise<TrailReading> {
  const [found] = await findIn(logs, (reading) => reading.findEntry(id).then(() => reading));
  if (found === undefined) throw noSuchLog(0);
  return found;
}

/** What those logs answer that have it. That one of them cannot be asked is only of interest where the others do not. */
async function findIn<Found>(
  logs: readonly Log[],
  ask: (reading: TrailReading) => Promise<Found>,
): Promise<Found[]> {
  const asked = await Promise.allSettled(logs.map(({ reading }) => ask(reading)));
  const found = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  if (found.length > 0) return found;
  const reasons = asked.flatMap((each): unknown[] =>
    each.status === 'rejected' ? [each.reason] : [],
  );
  throw reasons.find((each) => !isMissing(each)) ?? reasons[0];
}

function isMissing(error: unknown): boolean {
  return error instanceof GatewayError && error.code === 'not_found';
}

type AskAll = <Found>(ask: (reading: TrailReading) => Promise<Found>) => Promise<Found[]>;

/** Where an end is not named it is that of all logs, so they are asked for theirs first. */
async function draw(request: HistogramRequest, all: AskAll): Promise<Answered<Histogram>> {
  const { filter } = request;
  const whole = { filter, buckets: 1 };
  const open = filter.fromUs === undefined || filter.toUs === undefined;
  const span = open ? spanOf(await all((reading) => reading.drawHistogram(whole))) : undefined;
  const bounded = { ...request, filter: { ...span, ...filter } };
  return joinHistograms(await all((reading) => reading.drawHistogram(bounded)));
}

function partsOf(
  { filter }: ExportRequest,
  actor: Actor,
  {
    record,
    listEntries,
    toPseudonym,
  }: Pick<JoinedOptions, 'record' | 'toPseudonym'> & Pick<TrailReading, 'listEntries'>,
): Parameters<typeof exportEntries>[1] {
  const query = (): Promise<string> => tellFilter(filter, toPseudonym, listEntries);
  return { actor, query, record, list: listEntries };
}

/** One archive with a folder for each log: entries are proven by the checkpoint of the log they stand in. */
async function* exportAll(
  logs: readonly Log[],
  filter: Filter,
  actor: Actor,
): AsyncGenerator<Uint8Array, undefined> {
  const folder = toFolder(new Date());
  for (const [index, { log, reading }] of logs.entries()) {
    const place = { folder: `${folder}/log-${log}`, last: index === logs.length - 1 };
    yield* reading.exportEvidence(filter, actor, place);
  }
}
