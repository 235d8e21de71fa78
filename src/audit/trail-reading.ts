/** What can be asked of a trail and done to it beside recording; whoever asks need not be in the process that writes it. */
import type { Actor, Recorded } from '../governance/event.ts';
import type { ExportRequest } from './export/formats.ts';
import type { ArchivePlace } from './export/evidence.ts';
import type { ConsistencyProof, InclusionProof } from './proof/sealer.ts';
import type { ReadContent } from './search/contents.ts';
import type { Filter } from './search/filter.ts';
import type { FacetRequest, HistogramRequest, ListRequest } from './search/query.ts';
import type { Answered } from './search/question.ts';
import type { Facets, Histogram } from './search/counts.ts';
import type { Page } from './search/reader.ts';
import type { ReviewState } from './search/reviews.ts';
import type { Review, Reviewed } from './review.ts';
import type { Erasure, Subject, SubjectErasure } from './steward.ts';
import type { StoredEntry } from './stored-entry.ts';
import type { VerifyRequest, VerifyStep } from './verify/verification.ts';

/** A tile of the tree, full or its first `width` hashes. */
export type TilePlace = {
  readonly level: number;
  readonly index: number;
  readonly width: number;
};

/** The entries of an exchange, oldest first. */
export type ReadExchange = {
  readonly entries: readonly StoredEntry[];
  /** Why some of them are not here; absent where all are. */
  readonly partial?: string;
};

/** `log` picks one of several logs that make up a trail; 0, which is always there, where it is not named. */
export type TrailReading = {
  /** Newest first, unless asked otherwise. What was recorded before the call is in the answer. */
  readonly listEntries: (request: ListRequest) => Promise<Answered<Page>>;
  /** Rejects with `not_found` where there is none, and with `not_ready` where it may be in a damaged place. */
  readonly findEntry: (id: string) => Promise<StoredEntry>;
  readonly countFacets: (request: FacetRequest) => Promise<Answered<Facets>>;
  readonly drawHistogram: (request: HistogramRequest) => Promise<Answered<Histogram>>;
  /** Lets the index that replicas share catch up; answers how many entries are not there yet. */
  readonly settle: () => Promise<number>;
  /** The signed root over everything up to a moment ago (C2SP checkpoint). */
  readonly readCheckpoint: (log?: number) => Promise<string>;
  /** Shows that an entry stands in the tree that the last checkpoint of its log signs. */
  readonly proveEntry: (id: string) => Promise<InclusionProof>;
  /** Shows that an earlier tree of `size` entries is the beginning of the present one. */
  readonly proveConsistency: (size: number, log?: number) => Promise<ConsistencyProof | undefined>;
  /** A tile of the tree (C2SP tlog-tiles). */
  readonly readTile: (place: TilePlace, log?: number) => Promise<Uint8Array | undefined>;
  /** Rejects as `findEntry` does. */
  readonly readExchange: (exchange: string) => Promise<ReadExchange>;
  /** What was said, redacted, as far as it was kept. */
  readonly readContent: (id: string) => Promise<readonly ReadContent[]>;
  /** What was said as it was, where that was kept; needs a reason and is itself an entry. */
  readonly reveal: (id: string, reason: string, actor: Actor) => Promise<readonly ReadContent[]>;
  /** What reviewers said last of an entry. */
  readonly readReview: (id: string) => Promise<ReviewState>;
  /** Refused with `conflict` where it knows of less than was said last, which is `said` where that is known otherwise. */
  readonly review: (
    id: string,
    review: Review,
    actor: Actor,
    said?: ReviewState,
  ) => Promise<Reviewed>;
  /** Destroys the keys to everything that was said by or for somebody, and every indexed word of it. */
  readonly eraseSubject: (who: Subject, actor: Actor) => Promise<SubjectErasure>;
  /** The same for a subject by pseudonym, in this log alone and whether or not it is held. */
  readonly eraseHere: (pseudonym: string, actor: Actor) => Promise<Erasure>;
  readonly holdSubject: (who: Subject, reason: string, actor: Actor) => Promise<Recorded>;
  readonly releaseSubject: (who: Subject, reason: string, actor: Actor) => Promise<Recorded>;
  /** Resolves when what is being destroyed here is; what begins later knows who is held by then. */
  readonly untilDestroyed: () => Promise<void>;
  /** Pseudonyms of the subjects under legal hold. */
  readonly listHolds: () => Promise<readonly string[]>;
  /** Entries that pass, oldest first, in pieces of text; where it begins and ends are entries themselves. */
  readonly exportEntries: (
    request: ExportRequest,
    actor: Actor,
  ) => AsyncGenerator<string, undefined>;
  /** The same entries with the proof of each, as one archive; see `export/bundle.ts`. */
  readonly exportEvidence: (
    filter: Filter,
    actor: Actor,
    place?: ArchivePlace,
  ) => AsyncGenerator<Uint8Array, undefined>;
  /** Verifies the files while they are written; the last step is the report, and it is recorded. */
  readonly verify: (request: VerifyRequest, actor: Actor) => AsyncGenerator<VerifyStep, undefined>;
  /** Destroys the texts whose time is over; also done by itself, now and then. Answers how many there were. */
  readonly expire: (nowMs: number) => Promise<number>;
};
