/** Takes what the rooms tell and answers when it stands in the journal for good; writes what the trail owes of itself. */
import { GatewayError } from '../errors.ts';
import type {
  DeniedEvent,
  GovernanceEvent,
  Recorded,
  Recorder,
  RequestEvent,
  TerminalEvent,
} from '../governance/event.ts';
import { Capturer } from './content/capturer.ts';
import type { CallEvent } from './content/capturer.ts';
import type { ContentKey } from './content/content-key.ts';
import type { ContentLog } from './content/content-log.ts';
import type { Vault } from './content/vault.ts';
import { toSections } from './entry.ts';
import { Flood } from './flood.ts';
import type { Journal } from './journal.ts';
import type { Durability, Position } from './journal.ts';
import { contentDefault, openExchangesMax, settingsOf } from './writer-options.ts';
import type { WriterOptions } from './writer-options.ts';
import { openParts } from './writer-parts.ts';
import type { Parts } from './writer-parts.ts';
import type { EntryType, Sections } from './line.ts';
import { pairKey } from './pairing.ts';
import type { Pairing } from './pairing.ts';
import type { Privacy } from './privacy.ts';
import type { Sealer } from './proof/sealer.ts';
import type { Draft, Scribe } from './scribe.ts';
import {
  foldSections,
  heartbeatSections,
  recoveredSections,
  signingKeySections,
  silentSections,
  tornSections,
} from './upkeep.ts';

export type Health = { readonly writable: boolean; readonly reason?: string };

const foldMs = 60_000;
/** After so many heartbeats without an entry the next one has to explain itself. */
const silenceFactor = 2;

type Hooks = {
  /** The entry has its number but is not durable yet. */
  readonly appended?: (seq: number) => void;
  /** The entry could not be made durable. */
  readonly lost?: () => void;
};

export class Writer {
  readonly sealer: Sealer;
  readonly vault: Vault;
  readonly masterKey: Uint8Array;
  readonly #journal: Journal;
  readonly #content: ContentLog;
  readonly #capturer: Capturer;
  readonly #scribe: Scribe;
  readonly #privacy: Privacy;
  readonly #pairing: Pairing;
  readonly #flood = new Flood();
  readonly #settings: { readonly durability: Durability; readonly heartbeatMs: number };
  readonly #timers: NodeJS.Timeout[];
  #lastMs = Date.now();

  static async open(options: WriterOptions): Promise<Writer> {
    const parts = await openParts(options);
    const writer = new Writer(parts, options);
    try {
      await writer.#begin(parts.torn);
    } catch (error) {
      await writer.close();
      throw error;
    }
    return writer;
  }

  private constructor(parts: Parts, options: WriterOptions) {
    this.#journal = parts.journal;
    this.#scribe = parts.scribe;
    this.#privacy = parts.privacy;
    this.#pairing = parts.pairing;
    this.sealer = parts.sealer;
    this.vault = parts.vault;
    this.masterKey = parts.masterKey;
    this.#content = parts.content;
    this.#capturer = new Capturer(
      options.content ?? contentDefault,
      parts.content,
      parts.vault,
      parts.privacy,
    );
    this.#settings = settingsOf(options);
    const { heartbeatMs } = this.#settings;
    this.#timers = [
      setInterval(() => this.#beat(), heartbeatMs / 4).unref(),
      setInterval(() => this.#closeFolds(), foldMs).unref(),
    ];
  }

  /** Ends the exchanges that a crash left open before anything new is taken. */
  async #begin(torn: number): Promise<void> {
    if (torn > 0) await this.#write('gap', tornSections(torn));
    this.#writeOwed();
    await this.#write('heartbeat', heartbeatSections('opened', this.#settings, []));
    if (this.sealer.keyIsNew) {
      await this.#write('key', signingKeySections(this.sealer.verifierKey));
      await this.sealer.announceKey();
    }
    await this.sealer.seal(true);
    this.sealer.start();
  }

  readonly record: Recorder = (event) => {
    try {
      return this.#record(event);
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error(String(error)));
    }
  };

  get position(): Position {
    return this.#journal.position;
  }

  /** The pseudonym that entries carry instead of a person's name. */
  toPseudonym(subject: string): string {
    return this.#privacy.toPseudonym(subject);
  }

  get queueDepth(): number {
    return this.#journal.queueDepth;
  }

  health(): Health {
    const reason = this.#journal.trouble;
    return reason === undefined ? { writable: true } : { writable: false, reason };
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#closeFolds();
    const open = this.#pairing.unfinished();
    await this.#write('heartbeat', heartbeatSections('closed', this.#settings, open)).catch(
      () => undefined,
    );
    await this.#journal.drained();
    await this.sealer.close();
    await this.#journal.close();
    await this.#content.close();
    await this.vault.close();
  }

  #record(event: GovernanceEvent): Promise<Recorded> {
    switch (event.type) {
      case 'request':
      case 'answered':
      case 'blocked':
      case 'failed':
      case 'aborted':
      case 'decision': {
        const key = this.#capturer.keyFor(event);
        if (key instanceof Promise) return key.then((found) => this.#recordCall(event, found));
        return this.#recordCall(event, key);
      }
      case 'denied':
        return this.#recordDenied(event);
      case 'policy':
      case 'key':
      case 'admin':
      case 'reveal':
      case 'export':
      case 'erasure':
        return this.#write(event.type, toSections(event, this.#privacy));
    }
  }

  #recordCall(event: CallEvent, contentKey: ContentKey | undefined): Promise<Recorded> {
    if (event.type === 'request') return this.#recordRequest(event, contentKey);
    if (event.type !== 'decision') return this.#recordTerminal(event, contentKey);
    return this.#write(event.type, this.#sectionsOf(event, contentKey));
  }

  /** Content is taken only where its entry can follow. */
  #sectionsOf(event: CallEvent, contentKey: ContentKey | undefined): Sections {
    const sections = toSections(event, this.#privacy);
    if (contentKey === undefined || this.#journal.trouble !== undefined) return sections;
    return { ...sections, content: this.#capturer.write(event, contentKey) };
  }

  #recordRequest(event: RequestEvent, contentKey: ContentKey | undefined): Promise<Recorded> {
    const key = pairKey(event.exchange, event.attempt);
    this.#pairing.expectNew(key);
    if (this.#pairing.openCount >= openExchangesMax) {
      throw new GatewayError('overloaded', `more than ${openExchangesMax} exchanges are open`);
    }
    return this.#write('request', this.#sectionsOf(event, contentKey), {
      appended: (seq) => this.#pairing.begin(key, seq),
      lost: () => this.#pairing.dropRequest(key),
    });
  }

  #recordTerminal(event: TerminalEvent, contentKey: ContentKey | undefined): Promise<Recorded> {
    const key = pairKey(event.exchange, event.attempt);
    const request = this.#pairing.expectEnd(key, event.type);
    const sections = this.#sectionsOf(event, contentKey);
    const linked = request === undefined ? sections : { ...sections, request: String(request) };
    return this.#write(event.type, linked, {
      appended: () => this.#pairing.end(key),
      lost: () => this.#pairing.dropTerminal(key, request),
    });
  }

  #recordDenied(event: DeniedEvent): Promise<Recorded> {
    const kind = {
      cause: event.cause,
      address: this.#privacy.toAddress(event.actor.address),
      key: event.actor.key,
    };
    const folded = this.#flood.fold(kind);
    if (folded !== undefined) return folded;
    const draft = this.#scribe.draft('denied', toSections(event, this.#privacy));
    const recorded = this.#append(draft, { lost: () => this.#flood.drop(kind) });
    if (this.#journal.trouble === undefined) this.#flood.begin(kind, draft.id(), recorded);
    return recorded;
  }

  #write(type: EntryType, sections: Sections, hooks: Hooks = {}): Promise<Recorded> {
    return this.#append(this.#scribe.draft(type, sections), hooks);
  }

  #append(draft: Draft, hooks: Hooks): Promise<Recorded> {
    const silentMs = Date.now() - this.#lastMs;
    this.#lastMs += silentMs;
    if (silentMs > this.#settings.heartbeatMs * silenceFactor) {
      this.#tell('gap', silentSections(silentMs));
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

  /** A trail in which nothing happens says so, so that a cut tail shows. */
  #beat(): void {
    if (this.#journal.trouble !== undefined) return;
    this.#writeOwed();
    if (Date.now() - this.#lastMs < this.#settings.heartbeatMs) return;
    this.#write('heartbeat', heartbeatSections('idle', this.#settings, []))
      .then(() => this.sealer.seal(true))
      .catch(() => undefined);
  }

  /** Terminals that were turned away because too much was waiting. */
  #writeOwed(): void {
    for (const [key, request] of this.#pairing.takeOrphans()) {
      this.#write('recovered', recoveredSections(key, request), {
        lost: () => this.#pairing.dropTerminal(key, request),
      }).catch(() => undefined);
    }
  }

  #closeFolds(): void {
    if (this.#journal.trouble !== undefined) return;
    for (const fold of this.#flood.close()) this.#tell('denied', foldSections(fold));
  }

  /** Writes an entry that nobody waits for; where it is lost, the gap entry counts it. */
  #tell(type: EntryType, sections: Sections): void {
    this.#write(type, sections).catch(() => undefined);
  }
}
