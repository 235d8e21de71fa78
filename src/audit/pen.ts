/** Writes one entry after the other into the journal, and explains a silence before it breaks it. */
import type { Recorded } from '../governance/event.ts';
import type { Journal } from './journal.ts';
import type { EntryType, Sections } from './line.ts';
import type { Draft, Scribe } from './scribe.ts';
import { silentSections } from './upkeep.ts';

/** After so many heartbeats without an entry the next one has to explain itself. */
const silenceFactor = 2;

export type Hooks = {
  /** The entry has its number but is not durable yet. */
  readonly appended?: (seq: number) => void;
  /** The entry could not be made durable. */
  readonly lost?: () => void;
};

export class Pen {
  readonly #journal: Journal;
  readonly #scribe: Scribe;
  readonly #silenceMsMax: number;
  #lastMs = Date.now();
  #lastTickMs = performance.now();

  constructor(journal: Journal, scribe: Scribe, heartbeatMs: number) {
    this.#journal = journal;
    this.#scribe = scribe;
    this.#silenceMsMax = heartbeatMs * silenceFactor;
  }

  /** By the clock that tells of more: the one of the day may be set back or stand still, the other sleeps with the machine. */
  get silentMs(): number {
    return Math.max(Date.now() - this.#lastMs, Math.floor(performance.now() - this.#lastTickMs));
  }

  get broken(): boolean {
    return this.#journal.trouble !== undefined;
  }

  draft(type: EntryType, sections: Sections): Draft {
    return this.#scribe.draft(type, sections);
  }

  write(type: EntryType, sections: Sections, hooks: Hooks = {}): Promise<Recorded> {
    return this.append(this.draft(type, sections), hooks);
  }

  append(draft: Draft, hooks: Hooks): Promise<Recorded> {
    const { silentMs } = this;
    this.#lastMs = Date.now();
    this.#lastTickMs = performance.now();
    if (silentMs > this.#silenceMsMax) {
      this.tell('gap', silentSections(silentMs));
    }
    return new Promise((resolve, reject) => {
      let seq: number | undefined = undefined;
      seq = this.#journal.append(draft.toLine, (error) => {
        if (error === undefined && seq !== undefined) {
          resolve({ id: draft.id(), seq });
          return;
        }
        hooks.lost?.();
        reject(error ?? new Error('an entry without a number'));
      });
      if (seq !== undefined) hooks.appended?.(seq);
    });
  }

  /** Writes an entry that nobody waits for; where it is lost, the gap entry counts it. */
  tell(type: EntryType, sections: Sections): void {
    this.write(type, sections).catch(() => undefined);
  }
}
