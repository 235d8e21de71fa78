/** The audit trail, opened: one writer on a directory, what it keeps up to date, and the ways to read it. */
import { Asking } from './asking.ts';
import { Chores } from './chores.ts';
import { explainFault, makeDirectory } from './directory.ts';
import type { Actor, Recorded, Recorder } from '../governance/event.ts';
import type { Erasures } from './erasures.ts';
import type { Holds } from './holds.ts';
import { openErasures } from './open-erasures.ts';
import { openHolds } from './open-holds.ts';
import { journalDirectory } from './journal-files.ts';
import { lockDirectory } from './lock.ts';
import type { ConsistencyProof, InclusionProof } from './proof/sealer.ts';
import type { Filter } from './search/filter.ts';
import type { ListRequest } from './search/query.ts';
import { tellFilter } from './search/query-words.ts';
import type { Answered } from './search/question.ts';
import type { Page } from './search/reader.ts';
import type { ReadContent } from './search/contents.ts';
import type { ReviewState } from './search/reviews.ts';
import { ofOnlyLog } from './only-log.ts';
import { Proofs } from './proofs.ts';
import { SelfCheck } from './self-check.ts';
import { SearchThread } from './search/thread.ts';
import type { TilePlace, TrailReading } from './trail-reading.ts';
import { type ArchivePlace, Evidence } from './export/evidence.ts';
import { type ExportParts, exportEntries } from './export/export-entries.ts';
import type { ExportRequest } from './export/formats.ts';
import type { Review, Reviewed } from './review.ts';
import { type Erasure, Steward, type Subject, type SubjectErasure } from './steward.ts';
import type { StoredEntry } from './stored-entry.ts';
import { listWitnessFiles } from './proof/witness.ts';
import { Verification, type VerifyRequest, type VerifyStep } from './verify/verification.ts';
import { Writer } from './writer.ts';
import type { ShippingState } from './ship/shipping.ts';
import type { Health, TrailGauges } from './gauges.ts';
import type { TrailOptions } from './trail-options.ts';

export type Trail = TrailReading & {
  /** Resolves when the entry is durable; rejects with `audit_unavailable` where it cannot be made so. */
  readonly record: Recorder;
  readonly health: () => Health;
  /** Entries that wait to become durable. */
  readonly queueDepth: () => number;
  /** How far the copy in another place is behind; undefined where none is made. */
  readonly shipping: () => ShippingState | undefined;
  readonly gauges: () => TrailGauges;
  /** The same as `review`, of an entry that stands in the trail of another replica. */
  readonly reviewOther: (
    entry: StoredEntry,
    review: Review,
    actor: Actor,
    said: ReviewState,
  ) => Promise<Reviewed>;
  /** Throws the search index away and builds it anew from the journal. */
  readonly reindex: () => void;
  /** Starts what the first call would else wait for. */
  readonly warm: () => void;
  /** The index rests while that holds, though not for ever; whoever asks for entries has it catch up all the same. */
  readonly restWhile: (isBusy: () => boolean) => void;
  /** Has done what is owed to people who were erased, from when on all logs of the trail can be asked to. */
  readonly begin: (ready?: Promise<void>) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Opens the trail in a directory, ends what a crash left open, and takes the lock that keeps other writers out. */
export async function openTrail(options: TrailOptions): Promise<Trail> {
  const { directory } = options;
  makeDirectory(journalDirectory(directory));
  const unlock = lockDirectory(directory, options.lockWaitMs);
  try {
    const writer = await Writer.open(options);
    const holds = await openHolds(options, writer);
    const erasures = await openErasures(options, writer);
    const trail = new OpenTrail(options, { writer, holds, erasures, unlock });
    if (options.others?.erase === undefined) await trail.begin();
    return trail;
  } catch (error) {
    unlock();
    throw explainFault(directory, error);
  }
}

type Parts = {
  readonly writer: Writer;
  readonly holds: Holds;
  readonly erasures: Erasures | undefined;
  readonly unlock: () => void;
};

/** Its members are functions of their own, so that they can be handed on one by one. */
class OpenTrail implements Trail {
  readonly #writer: Writer;
  readonly #search: SearchThread;
  readonly #steward: Steward;
  readonly #verification: Verification;
  readonly #selfCheck: SelfCheck;
  readonly #evidence: Evidence;
  readonly #unlock: () => void;
  readonly #holds: Holds;
  readonly #erasures: Erasures | undefined;
  readonly #proofs: Proofs;
  readonly #chores: Chores;
  #closed: Promise<void> | undefined;

  constructor(options: TrailOptions, { writer, holds, erasures, unlock }: Parts) {
    this.#writer = writer;
    this.#unlock = unlock;
    this.#holds = holds;
    this.#erasures = erasures;
    const { others = {}, shared, onAlarm } = options;
    const { masterKey } = writer;
    const search = new SearchThread({ directory: options.directory, masterKey, shared, onAlarm });
    this.#search = search;
    const asking = new Asking(search, writer, options.origin);
    const { findEntry } = asking;
    this.listEntries = asking.listEntries;
    this.countFacets = asking.countFacets;
    this.drawHistogram = asking.drawHistogram;
    this.findEntry = findEntry;
    this.readExchange = asking.readExchange;
    const { erase, untilDestroyed: untilOthers } = others;
    const acts = { writer, search, holds, erasures, findEntry, erase, untilOthers };
    this.#steward = new Steward(acts);
    this.#verification = new Verification({
      ...{ directory: options.directory, masterKey, shared, record: this.record },
      first: others.first,
      witnesses: listWitnessFiles(options.witnesses ?? []),
    });
    const { verifyIntervalMs: checkMs = 0 } = options;
    this.#selfCheck = new SelfCheck({ verify: this.verify, intervalMs: checkMs, onAlarm });
    this.#evidence = new Evidence(options.directory, () => writer.sealer.seal(false));
    this.#proofs = new Proofs(writer.sealer, findEntry);
    this.#chores = new Chores(options, { writer, search, steward: this.#steward, holds });
  }

  readonly record: Recorder = (event) => this.#writer.record(event);

  readonly health = (): Health => this.#writer.health();

  readonly queueDepth = (): number => this.#writer.queueDepth;

  readonly shipping = (): ShippingState | undefined => this.#writer.shipping;

  readonly gauges = (): TrailGauges => ({
    ...this.#writer.gauges(),
    faults: this.#selfCheck.faults,
    sharedIndexAgeMs: this.#search.sharedAgeMs,
    indexSilentMs: this.#search.silentMs,
    retentionStopped: this.#chores.retentionStopped,
    holdsUnknownMs: this.#holds.unknownMs,
    erasuresOwedMs: this.#erasures?.owedMs ?? 0,
  });

  readonly restWhile = (isBusy: () => boolean): void => this.#chores.restWhile(isBusy);

  readonly listEntries: Trail['listEntries'];
  readonly countFacets: Trail['countFacets'];
  readonly drawHistogram: Trail['drawHistogram'];
  readonly findEntry: Trail['findEntry'];
  readonly readExchange: Trail['readExchange'];

  readonly readContent = (id: string): Promise<readonly ReadContent[]> => {
    return this.#steward.readRedacted(id);
  };

  readonly reveal = (id: string, reason: string, actor: Actor): Promise<readonly ReadContent[]> => {
    return this.#steward.reveal(id, reason, actor);
  };

  readonly readReview = async (id: string): Promise<ReviewState> => {
    return this.#steward.readReview((await this.findEntry(id)).id);
  };

  readonly review: Trail['review'] = (...given) => this.#steward.review(...given);

  readonly reviewOther: Trail['reviewOther'] = (...given) => this.#steward.reviewEntry(...given);

  readonly settle = (): Promise<number> => this.#search.settle(this.#writer.position);

  readonly eraseSubject = (who: Subject, actor: Actor): Promise<SubjectErasure> => {
    return this.#steward.erase(who, actor);
  };

  readonly eraseHere = (pseudonym: string, actor: Actor): Promise<Erasure> => {
    return this.#steward.destroy(pseudonym, actor);
  };

  readonly listHolds = (): Promise<readonly string[]> => this.#holds.list();

  readonly untilDestroyed = (): Promise<void> => this.#holds.untilDestroyed();

  readonly holdSubject = (who: Subject, reason: string, actor: Actor): Promise<Recorded> => {
    return this.#steward.hold(who, reason, actor);
  };

  readonly releaseSubject = (who: Subject, reason: string, actor: Actor): Promise<Recorded> => {
    return this.#steward.release(who, reason, actor);
  };

  readonly exportEntries = (
    request: ExportRequest,
    actor: Actor,
  ): AsyncGenerator<string, undefined> => {
    return exportEntries(request, this.#toExportParts(request.filter, actor));
  };

  readonly exportEvidence = (
    filter: Filter,
    actor: Actor,
    place?: ArchivePlace,
  ): AsyncGenerator<Uint8Array, undefined> => {
    this.#writer.intake.expectSpareRoom();
    return this.#evidence.export(filter, this.#toExportParts(filter, actor), place);
  };

  readonly readCheckpoint = (log = 0): Promise<string> => {
    return ofOnlyLog(log, () => this.#proofs.readCheckpoint());
  };

  readonly proveEntry = (id: string): Promise<InclusionProof> => this.#proofs.proveEntry(id);

  readonly proveConsistency = (size: number, log = 0): Promise<ConsistencyProof | undefined> => {
    return ofOnlyLog(log, () => this.#proofs.proveConsistency(size));
  };

  readonly readTile = (place: TilePlace, log = 0): Promise<Uint8Array | undefined> => {
    return ofOnlyLog(log, () => this.#proofs.readTile(place));
  };

  readonly verify = (
    request: VerifyRequest,
    actor: Actor,
  ): AsyncGenerator<VerifyStep, undefined> => {
    return this.#selfCheck.watch(this.#verification.run(request, actor));
  };

  readonly expire = (nowMs: number): Promise<number> => this.#chores.expire(nowMs);

  readonly reindex = (): void => {
    this.#search.restart();
  };

  readonly warm = (): void => {
    this.#writer.vault.warm();
  };

  readonly begin = async (ready = Promise.resolve()): Promise<void> => {
    void ready.then(() => this.#chores.begin());
    await this.#erasures?.follow(async (...owed) => {
      await ready;
      return this.#steward.carryOut(...owed);
    });
  };

  readonly close = (): Promise<void> => {
    this.#closed ??= this.#close();
    return this.#closed;
  };

  async #close(): Promise<void> {
    this.#chores.close();
    await Promise.all([this.#erasures?.close(), this.#holds.close()]);
    this.#selfCheck.close();
    await this.#verification.close();
    // What is recorded from here on is indexed at the next start.
    await this.#search.close();
    await this.#writer.close();
    this.#unlock();
  }

  #toExportParts(filter: Filter, actor: Actor): ExportParts {
    const list = (page: ListRequest): Promise<Answered<Page>> => this.listEntries(page);
    const hide = (name: string): string => this.#writer.toPseudonym(name);
    const query = (): Promise<string> => tellFilter(filter, hide, list);
    return { actor, query, record: this.record, list };
  }
}
