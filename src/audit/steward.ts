/** What people do with a trail: erase a subject, hold, reveal, review. Each act is an entry of the same trail. */
import { GatewayError } from '../errors.ts';
import type { Actor, Recorded } from '../governance/event.ts';
import type { Erasures, Pending, TellOthers } from './erasures.ts';
import { type Holds, heldSubject } from './holds.ts';
import { OneByOne } from './one-by-one.ts';
import { nextReview, type Review, type Reviewed } from './review.ts';
import type { ReadContent } from './search/contents.ts';
import type { ReviewState } from './search/reviews.ts';
import type { SearchThread } from './search/thread.ts';
import { expectWiped } from './search/wiping.ts';
import type { StoredEntry } from './stored-entry.ts';
import { systemActor } from './system-actor.ts';
import type { Writer } from './writer.ts';

/** A person as calls name them, or an owner of keys, for the calls that name no person. */
export type Subject = { readonly subject: string } | { readonly owner: string };

export type Erasure = Recorded & {
  /** Entries that carried content of the subject. */
  readonly entries: number;
};

export type SubjectErasure = Erasure & {
  /** Replicas that have not done their part yet; what is kept there is in nobody's count. */
  readonly pending: Pending;
};

export const reasonCharactersMax = 500;

export type StewardOptions = {
  readonly writer: Writer;
  readonly search: SearchThread;
  readonly holds: Holds;
  /** Where replicas tell each other of erasures. */
  readonly erasures?: Erasures | undefined;
  readonly findEntry: (id: string) => Promise<StoredEntry>;
  /** Erases a subject in the other logs of the trail; answers how many entries there carried content of it. */
  readonly erase?: ((pseudonym: string, actor: Actor) => Promise<number>) | undefined;
  /** Resolves when no other log is destroying anything, and each answers. */
  readonly untilOthers?: (() => Promise<unknown>) | undefined;
};

export class Steward {
  readonly #options: StewardOptions;
  readonly #writer: Writer;
  readonly #search: SearchThread;
  readonly #reviewing = new OneByOne();
  /** Erasures that a crash interrupted, as far as they are not ended. */
  #left: Set<string> | undefined;

  constructor(options: StewardOptions) {
    this.#options = options;
    this.#writer = options.writer;
    this.#search = options.search;
  }

  /** Destroys a subject's keys and every indexed word of theirs. What a crash interrupts, the next start completes. */
  async erase(who: Subject, actor: Actor): Promise<SubjectErasure> {
    const id = this.#idOf(who);
    // Once begun it is brought to its end, so it is not begun where another log cannot do its part.
    await this.#options.untilOthers?.();
    const { holds, erasures } = this.#options;
    const eraseHere = (tell: TellOthers): Promise<Erasure> =>
      holds.destroying(async (held) => {
        if (held.has(id)) throw heldSubject();
        await tell();
        return this.destroy(id, actor);
      });
    if (erasures === undefined)
      return { ...(await eraseHere(() => Promise.resolve())), pending: [] };
    const { result, pending } = await erasures.everywhere(id, eraseHere);
    return { ...result, pending };
  }

  /** Does what the replica was asked for that writes the other log; false while the subject is under hold. */
  readonly carryOut = (id: string, log: string): Promise<boolean> =>
    this.#options.holds.destroying(async (held) => {
      if (held.has(id)) return false;
      await this.destroy(id, systemActor, log);
      return true;
    });

  /** Ends the erasures that a crash interrupted. */
  async finishErasures(): Promise<void> {
    this.#left ??= new Set(await this.#writer.vault.unfinishedErasures());
    for (const id of this.#left) {
      await this.#options.holds.destroying((held) => {
        // It may have been put under hold elsewhere since: what is not destroyed yet waits until it is released.
        if (held.has(id)) throw heldSubject();
        return this.destroy(id, systemActor);
      });
      this.#left.delete(id);
    }
  }

  /** Content of a held subject is neither erased nor expires. */
  async hold(who: Subject, reason: string, actor: Actor): Promise<Recorded> {
    const id = this.#idOf(who);
    // Before anything is done: a hold that was refused would go on, and no entry would say whose it is.
    const given = boundedReason(reason);
    return this.#options.holds.hold(id, () =>
      this.#act('hold', { subject: id, reason: given }, actor),
    );
  }

  async release(who: Subject, reason: string, actor: Actor): Promise<Recorded> {
    const id = this.#idOf(who);
    const given = boundedReason(reason);
    return this.#options.holds.release(id, () =>
      this.#act('release', { subject: id, reason: given }, actor),
    );
  }

  /** The text as it was, for a stated reason. The reveal is durable before anything is shown. */
  async reveal(id: string, reason: string, actor: Actor): Promise<readonly ReadContent[]> {
    const entry = await this.#options.findEntry(id);
    await this.#writer.record({
      type: 'reveal',
      actor,
      act: 'revealed',
      detail: { entry: entry.id, reason: boundedReason(reason) },
    });
    return this.#read(id, 'full');
  }

  async readRedacted(id: string): Promise<readonly ReadContent[]> {
    // An entry that is not there, or cannot be read, is another thing than one that nothing was kept of.
    const entry = await this.#options.findEntry(id);
    return this.#read(entry.id, 'redacted');
  }

  /** What was said last of an entry of this log, as far as it was said here. */
  async readReview(id: string): Promise<ReviewState> {
    const { answer, behind } = await this.#search.ask('review', id, this.#writer.position);
    if (behind > 0) throw new GatewayError('not_ready', 'the search index is being built');
    return answer;
  }

  /** `said` is what was said last where others than this log know it. */
  async review(id: string, review: Review, actor: Actor, said?: ReviewState): Promise<Reviewed> {
    const entry = await this.#options.findEntry(id);
    return this.#reviewing.run(id, async () =>
      this.reviewEntry(entry, review, actor, said ?? (await this.readReview(id))),
    );
  }

  /** Whichever trail the entry stands in: what is said of it stands in this one. */
  async reviewEntry(
    entry: StoredEntry,
    review: Review,
    actor: Actor,
    said: ReviewState,
  ): Promise<Reviewed> {
    const state = nextReview(said, review);
    const { note = '' } = review;
    const detail = { entry: entry.id, ...state, tags: state.tags.join(',') };
    const act = { type: 'admin', actor, act: 'review', detail } as const;
    const recorded = await (note === ''
      ? this.#writer.record(act)
      : this.#writer.recordNote(act, contentSubject(entry), note));
    return { ...recorded, state };
  }

  /** Whether the subject is held was asked before. `log`: where another replica's entry says who asked for it. */
  async destroy(id: string, actor: Actor, log?: string): Promise<Erasure> {
    const { vault } = this.#writer;
    const through = await vault.beginErasure(id);
    if (through === undefined) throw heldSubject();
    const entries = await this.#forget(id, through);
    // Begun is begun: what is interrupted here is completed in all logs at the next start.
    const elsewhere = (await this.#options.erase?.(id, actor)) ?? 0;
    const detail = { subject: id, through, entries, ...(log !== undefined && { log }) };
    const recorded = await this.#writer.record({ type: 'erasure', actor, act: 'erased', detail });
    await vault.finishErasure(id);
    // Whatever was read in between with the old key goes too.
    await this.#forget(id, through);
    return { ...recorded, entries: entries + elsewhere };
  }

  /** What is recorded from here on is under another key: waiting for that too might never end while calls keep coming. */
  async #forget(subject: string, through: number): Promise<number> {
    const { position } = this.#writer;
    for (;;) {
      const { answer, behind } = await this.#search.ask('forget', { subject, through }, position);
      if (behind > 0) continue;
      // Nothing says that somebody was erased while a word of theirs lies anywhere.
      await expectWiped(this.#search, () => this.#writer.position);
      return answer;
    }
  }

  async #read(id: string, form: 'redacted' | 'full'): Promise<readonly ReadContent[]> {
    const { answer } = await this.#search.ask('content', { id, form }, this.#writer.position);
    return answer;
  }

  #act(act: string, detail: Readonly<Record<string, string>>, actor: Actor): Promise<Recorded> {
    return this.#writer.record({ type: 'admin', actor, act, detail });
  }

  #idOf(who: Subject): string {
    if ('owner' in who) return this.#writer.toOwnerPseudonym(who.owner);
    if (who.subject === '') throw new GatewayError('invalid_request', 'a subject needs a name');
    return this.#writer.toPseudonym(who.subject);
  }
}

/** Whose key an entry's content is under; '' where it has none. */
function contentSubject(entry: StoredEntry): string {
  const { content } = entry;
  if (typeof content !== 'object' || content === null || !('key' in content)) return '';
  return typeof content.key === 'string' ? content.key.replace(/\.\d+$/, '') : '';
}

function boundedReason(reason: string): string {
  const trimmed = reason.trim();
  if (trimmed !== '' && trimmed.length <= reasonCharactersMax) return trimmed;
  throw new GatewayError('invalid_request', 'a reason is needed', {
    faults: [
      { pointer: '/reason', detail: `a sentence of 1 to ${reasonCharactersMax} characters` },
    ],
  });
}
