/** Takes what the rooms tell and answers when it stands in the journal for good; writes what the trail owes of itself. */
import type { ActEvent, GovernanceEvent, Recorded, Recorder } from '../governance/event.ts';
import { Calls } from './calls.ts';
import { Capturer } from './content/capturer.ts';
import type { ContentLog } from './content/content-log.ts';
import type { Vault } from './content/vault.ts';
import { toSections } from './entry.ts';
import { Denials } from './denials.ts';
import { OwedEnds } from './owed-ends.ts';
import { Pen } from './pen.ts';
import type { Intake } from './intake.ts';
import { Exports } from './export/exports.ts';
import type { Journal } from './journal.ts';
import type { Durability, Position } from './journal-options.ts';
import {
  contentDefault,
  settingsOf,
  writeTimeoutMsDefault,
  type WriterOptions,
} from './writer-options.ts';
import { type Parts, openParts } from './writer-parts.ts';
import { type Pairing, pairKey } from './pairing.ts';
import type { Privacy } from './privacy.ts';
import type { Sealer } from './proof/sealer.ts';
import { settlesWithin } from './settles-within.ts';
import { Shipping, type ShippingState } from './ship/shipping.ts';
import type { Health, WriterGauges } from './gauges.ts';
import {
  gapSections,
  heartbeatSections,
  signingKeySections,
  tornSections,
  witnessedSections,
} from './upkeep.ts';

const foldMs = 60_000;
const closeMs = 5_000;

export class Writer {
  readonly sealer: Sealer;
  readonly vault: Vault;
  readonly intake: Intake;
  readonly masterKey: Uint8Array;
  readonly #journal: Journal;
  readonly #content: ContentLog;
  readonly #capturer: Capturer;
  readonly #privacy: Privacy;
  readonly #pairing: Pairing;
  readonly #pen: Pen;
  readonly #owed: OwedEnds;
  readonly #exports: Exports;
  readonly #calls: Calls;
  readonly #denials: Denials;
  readonly #settings: { readonly durability: Durability; readonly heartbeatMs: number };
  readonly #timers: NodeJS.Timeout[];
  /** When this run began, where the last one did not close the journal; else 0. */
  readonly #recoveredAtMs: number;
  #shipping: Shipping | undefined;

  static async open(options: WriterOptions): Promise<Writer> {
    const parts = await openParts(options);
    const writer = new Writer(parts, options);
    try {
      await writer.#begin(parts.last.torn);
      writer.#ship(options);
    } catch (error) {
      await writer.close();
      throw error;
    }
    return writer;
  }

  private constructor(parts: Parts, options: WriterOptions) {
    this.#journal = parts.journal;
    this.#recoveredAtMs = parts.last.closed ? 0 : Date.now();
    this.#privacy = parts.privacy;
    this.#pairing = parts.pairing;
    this.sealer = parts.sealer;
    this.vault = parts.vault;
    this.intake = parts.intake;
    this.masterKey = parts.masterKey;
    this.#content = parts.content;
    this.#capturer = new Capturer(
      options.content ?? contentDefault,
      parts.content,
      parts.vault,
      parts.privacy,
    );
    this.#settings = settingsOf(options);
    this.#pen = new Pen(parts.journal, parts.scribe, this.#settings.heartbeatMs);
    this.#owed = new OwedEnds(this.#pen, this.#pairing);
    this.#exports = new Exports(options.directory, this.#pen, parts.privacy);
    this.#calls = new Calls(this.#pen, this.#pairing, this.#capturer, parts.privacy);
    this.#denials = new Denials(this.#pen, parts.privacy);
    this.#timers = [
      setInterval(() => this.#beat(), this.#settings.heartbeatMs / 4).unref(),
      setInterval(() => this.#denials.close(), foldMs).unref(),
    ];
  }

  /** Ends the exchanges that a crash left open before anything new is taken. */
  async #begin(torn: number): Promise<void> {
    if (torn > 0) await this.#pen.write('gap', tornSections(torn));
    this.#owed.write();
    await this.#pen.write('heartbeat', heartbeatSections('opened', this.#settings, []));
    await this.#exports.writeOwed();
    if (this.sealer.keyIsNew) {
      await this.#pen.write('key', signingKeySections(this.sealer.verifierKey));
      await this.sealer.announceKey();
    }
    await this.sealer.seal(true);
    this.sealer.start();
  }

  readonly record: Recorder = (event) => {
    try {
      this.#shipping?.expect();
      return this.#hold(this.#record(event), event);
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error(String(error)));
    }
  };

  /** An act with a note of somebody's, which is kept under the key of the subject it is about. */
  async recordNote(event: ActEvent, subjectId: string, note: string): Promise<Recorded> {
    const id = subjectId === '' ? this.#capturer.subjectId('', event.actor.owner) : subjectId;
    this.#shipping?.expect();
    const key = await this.vault.find(id);
    const sections = toSections(event, this.#privacy);
    if (this.#journal.trouble !== undefined) return this.#pen.write(event.type, sections);
    const content = this.#capturer.writeNote(event.type, note, key);
    return this.#hold(this.#pen.write(event.type, { ...sections, content }), event);
  }

  get position(): Position {
    return this.#journal.position;
  }

  /** The pseudonym that entries carry instead of a person's name. */
  toPseudonym(subject: string): string {
    return this.#privacy.toPseudonym(subject);
  }

  toOwnerPseudonym(owner: string): string {
    return this.#privacy.toOwnerPseudonym(owner);
  }

  get queueDepth(): number {
    return this.#journal.queueDepth;
  }

  health(): Health {
    const parts = [this.#journal, this.intake, this.vault, this.#shipping];
    const reason = parts.find((part) => part?.trouble !== undefined)?.trouble;
    return reason === undefined ? { writable: true } : { writable: false, reason };
  }

  gauges(): WriterGauges {
    const [{ writable }, sealAgeMs] = [this.health(), this.sealer.waitingMs];
    return { ...this.intake.gauges(), writable, recoveredAtMs: this.#recoveredAtMs, sealAgeMs };
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.intake.close();
    this.#denials.close();
    const gap = this.#shipping?.rest();
    if (gap !== undefined) this.#pen.tell('gap', gapSections(gap));
    const open = this.#pairing.unfinished();
    await this.#pen
      .write('heartbeat', heartbeatSections('closed', this.#settings, open))
      .catch(() => undefined);
    // A disk that does not answer is left as a crash would leave it: all that was acknowledged is on it.
    if (!(await settlesWithin(closeMs, this.#end()))) this.#journal.leave();
    await this.#shipping?.close();
  }

  async #end(): Promise<void> {
    await this.#journal.drained();
    await this.sealer.close();
    await this.#journal.close();
    await this.#content.close();
    await this.vault.close();
  }

  /** How far the copy in another place is; undefined where there is none. */
  get shipping(): ShippingState | undefined {
    return this.#shipping?.state;
  }

  /** From here on the trail is copied to another place. */
  #ship({ ship, directory, writeTimeoutMs, onAlarm }: WriterOptions): void {
    if (ship === undefined) return;
    this.#shipping = new Shipping(ship, {
      directory,
      position: () => this.#journal.position,
      writeTimeoutMs: writeTimeoutMs ?? writeTimeoutMsDefault,
      onAlarm: onAlarm ?? (() => undefined),
      onSeen: (seen) => this.#pen.tell('admin', witnessedSections(seen)),
      onResumed: (gap) => {
        this.#pen.tell('gap', gapSections(gap));
        this.#owed.write();
      },
    });
  }

  /** An exchange whose request was refused for want of a second copy has an entry all the same, and needs an end. */
  #hold(recorded: Promise<Recorded>, event: GovernanceEvent): Promise<Recorded> {
    if (this.#shipping === undefined) return recorded;
    return this.#shipping.hold(recorded, (seq) => {
      if (event.type !== 'request') return;
      this.#pairing.dropTerminal(pairKey(event.exchange, event.attempt), seq);
    });
  }

  #record(event: GovernanceEvent): Promise<Recorded> {
    switch (event.type) {
      case 'request':
      case 'answered':
      case 'blocked':
      case 'failed':
      case 'aborted':
      case 'decision': {
        this.intake.expect(event.type);
        return this.#calls.record(event);
      }
      case 'denied':
        return this.#denials.record(event);
      case 'export':
        return this.#exports.record(event);
      case 'policy':
      case 'key':
      case 'admin':
      case 'reveal':
      case 'erasure':
        return this.#pen.write(event.type, toSections(event, this.#privacy));
    }
  }

  /** A trail in which nothing happens says so, so that a cut tail shows. */
  #beat(): void {
    if (this.#journal.trouble !== undefined) return;
    this.#owed.write();
    if (this.#pen.silentMs < this.#settings.heartbeatMs) return;
    this.#pen
      .write('heartbeat', heartbeatSections('idle', this.#settings, []))
      .then(() => this.sealer.seal(true))
      .catch(() => undefined);
  }
}
