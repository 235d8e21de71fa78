/** The audit trail, opened: one writer on a directory, what it keeps up to date, and the ways to read it. */
import { mkdirSync } from 'node:fs';
import { GatewayError } from '../errors.ts';
import type { Recorder } from '../governance/event.ts';
import { journalDirectory } from './journal-files.ts';
import { lockDirectory } from './lock.ts';
import type { ConsistencyProof, InclusionProof } from './proof/sealer.ts';
import type { Filter } from './search/filter.ts';
import type { FacetRequest, HistogramRequest, ListRequest } from './search/query.ts';
import type { Answered } from './search/question.ts';
import type { Facets, Histogram, Page } from './search/reader.ts';
import { SearchThread } from './search/thread.ts';
import type { StoredEntry } from './stored-entry.ts';
import { Writer } from './writer.ts';
import type { Health } from './writer.ts';
import type { WriterOptions } from './writer-options.ts';

export type TrailOptions = WriterOptions & {
  /** How often the index catches up while nobody asks. */
  readonly indexIntervalMs?: number;
};

export type Trail = {
  /** Resolves when the entry is durable; rejects with `audit_unavailable` where it cannot be made so. */
  readonly record: Recorder;
  readonly health: () => Health;
  /** Entries that wait to become durable. */
  readonly queueDepth: () => number;
  /** Newest first, unless asked otherwise. What was recorded before the call is in the answer. */
  readonly listEntries: (request: ListRequest) => Promise<Answered<Page>>;
  readonly findEntry: (id: string) => Promise<StoredEntry>;
  readonly countFacets: (request: FacetRequest) => Promise<Answered<Facets>>;
  readonly drawHistogram: (request: HistogramRequest) => Promise<Answered<Histogram>>;
  /** The signed root over everything up to a moment ago (C2SP checkpoint). */
  readonly readCheckpoint: () => string;
  /** Shows that an entry stands in the tree that the last checkpoint signs. */
  readonly proveEntry: (id: string) => Promise<InclusionProof>;
  /** Shows that an earlier tree of `size` entries is the beginning of the present one. */
  readonly proveConsistency: (size: number) => ConsistencyProof | undefined;
  /** A tile of the tree (C2SP tlog-tiles), full or its first `width` hashes. */
  readonly readTile: (level: number, index: number, width: number) => Uint8Array | undefined;
  /** Throws the search index away and builds it anew from the journal. */
  readonly reindex: () => void;
  readonly close: () => Promise<void>;
};

export const indexIntervalMsDefault = 1000;

/** Opens the trail in a directory, ends what a crash left open, and takes the lock that keeps other writers out. */
export async function openTrail(options: TrailOptions): Promise<Trail> {
  mkdirSync(journalDirectory(options.directory), { recursive: true, mode: 0o700 });
  const unlock = lockDirectory(options.directory);
  try {
    return createTrail(await Writer.open(options), options, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

function createTrail(writer: Writer, options: TrailOptions, unlock: () => void): Trail {
  const search = new SearchThread(options.directory, writer.masterKey);
  let followed = -1;
  const follow = setInterval(() => {
    const { position } = writer;
    if (position.link.seq === followed) return;
    followed = position.link.seq;
    search.follow(position);
  }, options.indexIntervalMs ?? indexIntervalMsDefault).unref();
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    clearInterval(follow);
    await search.close();
    await writer.close();
    unlock();
  };
  const findEntry = async (id: string): Promise<StoredEntry> => {
    const { answer, behind } = await search.ask('entry', id, writer.position);
    if (answer !== undefined) return answer;
    throw behind > 0
      ? new GatewayError('not_ready', 'the search index is being built')
      : new GatewayError('not_found', `there is no entry \`${id.slice(0, 64)}\``);
  };
  return {
    record: writer.record,
    health: () => writer.health(),
    queueDepth: () => writer.queueDepth,
    listEntries: (request) => search.ask('list', translate(request, writer), writer.position),
    countFacets: (request) => search.ask('facets', translate(request, writer), writer.position),
    drawHistogram: (request) =>
      search.ask('histogram', translate(request, writer), writer.position),
    findEntry,
    readCheckpoint: () => writer.sealer.checkpoint(),
    async proveEntry(id) {
      const { seq } = await findEntry(id);
      if (writer.sealer.prove(seq) === undefined) await writer.sealer.seal(false);
      const proof = writer.sealer.prove(seq);
      if (proof === undefined) throw new GatewayError('not_ready', 'the entry is not sealed yet');
      return proof;
    },
    proveConsistency: (size) => writer.sealer.proveConsistency(size),
    readTile: (level, index, width) => writer.sealer.tile(level, index, width),
    reindex: () => search.restart(),
    close: () => (closed ??= close()),
  };
}

/** A subject may be asked for by name or by the pseudonym that stands in entries. */
function translate<Request extends { readonly filter: Filter }>(
  request: Request,
  writer: Writer,
): Request {
  const terms = request.filter.terms.map((term) =>
    term.kind === 'name' && term.field === 'subject'
      ? {
          ...term,
          values: [...term.values, ...term.values.map((name) => writer.toPseudonym(name))],
        }
      : term,
  );
  return { ...request, filter: { ...request.filter, terms } };
}
