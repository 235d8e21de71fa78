/** A trail that is read in another process: what is asked here is answered there. */
import type { TrailReading } from '../audit/trail-reading.ts';
import { type Channel, ChannelLost } from './channel.ts';

/** Resolves when the process that has the trail can be asked, and rejects where that takes too long. */
export type Reach = () => Promise<Channel<TrailReading>>;

/** What may be asked again where the process died over it: all but the acts that would then stand twice. */
export function createRemoteReading(reach: Reach): TrailReading {
  const again = async <Found>(
    ask: (channel: Channel<TrailReading>) => Promise<Found>,
  ): Promise<Found> => {
    try {
      return await ask(await reach());
    } catch (error) {
      if (!(error instanceof ChannelLost)) throw error;
      return ask(await reach());
    }
  };
  return {
    listEntries: (request) => again((channel) => channel.call('listEntries', request)),
    findEntry: (id) => again((channel) => channel.call('findEntry', id)),
    countFacets: (request) => again((channel) => channel.call('countFacets', request)),
    drawHistogram: (request) => again((channel) => channel.call('drawHistogram', request)),
    settle: () => again((channel) => channel.call('settle')),
    readCheckpoint: (log) => again((channel) => channel.call('readCheckpoint', log)),
    proveEntry: (id) => again((channel) => channel.call('proveEntry', id)),
    proveConsistency: (size, log) =>
      again((channel) => channel.call('proveConsistency', size, log)),
    readTile: (place, log) => again((channel) => channel.call('readTile', place, log)),
    readExchange: (exchange) => again((channel) => channel.call('readExchange', exchange)),
    readContent: (id) => again((channel) => channel.call('readContent', id)),
    reveal: async (...given) => (await reach()).call('reveal', ...given),
    review: async (...given) => (await reach()).call('review', ...given),
    eraseSubject: (who, actor) => again((channel) => channel.call('eraseSubject', who, actor)),
    eraseHere: (id, actor) => again((channel) => channel.call('eraseHere', id, actor)),
    holdSubject: async (...given) => (await reach()).call('holdSubject', ...given),
    releaseSubject: async (...given) => (await reach()).call('releaseSubject', ...given),
    listHolds: () => again((channel) => channel.call('listHolds')),
    async *exportEntries(request, actor) {
      yield* (await reach()).stream('exportEntries', request, actor);
      return undefined;
    },
    async *exportEvidence(filter, actor, place) {
      yield* (await reach()).stream('exportEvidence', filter, actor, place);
      return undefined;
    },
    async *verify(request, actor) {
      yield* (await reach()).stream('verify', request, actor);
      return undefined;
    },
    expire: (nowMs) => again((channel) => channel.call('expire', nowMs)),
  };
}

/** The same functions of a trail in this process, for whoever asks from another; nothing else of it can be called. */
export function serveReading(reading: TrailReading): TrailReading {
  const {
    listEntries,
    findEntry,
    countFacets,
    drawHistogram,
    settle,
    readCheckpoint,
    proveEntry,
    proveConsistency,
    readTile,
    readExchange,
    readContent,
    reveal,
    review,
    eraseSubject,
    eraseHere,
    holdSubject,
    releaseSubject,
    listHolds,
    exportEntries,
    exportEvidence,
    verify,
    expire,
  } = reading;
  return {
    ...{ listEntries, findEntry, countFacets, drawHistogram, settle },
    ...{
      readCheckpoint,
      proveEntry,
      proveConsistency,
      readTile,
      readExchange,
      readContent,
      reveal,
      review,
      eraseSubject,
    },
    ...{ eraseHere, holdSubject, releaseSubject, listHolds, exportEntries, exportEvidence },
    ...{ verify, expire },
  };
}
