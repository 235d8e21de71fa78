/** Keeps the content of events: under whose key, at which level, and what the entry says of it. */
import type { DecisionEvent, RequestEvent, TerminalEvent } from '../../governance/event.ts';
import type { Privacy } from '../privacy.ts';
import type { Address } from './address.ts';
import type { Ahead } from './ahead.ts';
import { captureAhead, captureContent, hasContent } from './capture.ts';
import type { Capture, CaptureLevel } from './capture.ts';
import type { ContentKey } from './content-key.ts';
import type { ContentLog } from './content-log.ts';
import type { Vault } from './vault.ts';

export type CallEvent = RequestEvent | TerminalEvent | DecisionEvent;

export class Capturer {
  readonly #level: CaptureLevel;
  readonly #log: ContentLog;
  readonly #vault: Vault;
  readonly #privacy: Privacy;

  constructor(level: CaptureLevel, log: ContentLog, vault: Vault, privacy: Privacy) {
    this.#level = level;
    this.#log = log;
    this.#vault = vault;
    this.#privacy = privacy;
  }

  /** The key of the event's subject; a promise only where it is not at hand, undefined where there is no content. */
  keyFor(event: CallEvent): ContentKey | Promise<ContentKey> | undefined {
    if (!hasContent(event.contents)) return undefined;
    const id = this.subjectId(event.actor.subject, event.actor.owner);
    return this.#vault.known(id) ?? this.#vault.find(id);
  }

  /** The id of the key that a call's content is under: the person it names, else the owner of the key. */
  subjectId(subject: string, owner: string): string {
    return subject === ''
      ? this.#privacy.toOwnerPseudonym(owner)
      : this.#privacy.toPseudonym(subject);
  }

  /** What of long contents can be made before their entry is written; undefined where none is long. */
  prepare(event: CallEvent, key: ContentKey): Promise<Ahead> | undefined {
    return captureAhead(event.contents, { level: this.#level, key, place: placeOf(event) });
  }

  /** The `content` member. What it names is on its way to the disk with the next batch. */
  write(event: CallEvent, key: ContentKey, ahead?: Ahead): string {
    const capture = this.#capture(placeOf(event), this.#level, key);
    const add = (blob: Buffer): Address => this.#log.addWhole(blob, Date.now());
    return captureContent(event.contents, { ...capture, ahead: ahead && { ...ahead, add } });
  }

  /** The `content` member of an act that carries a note. */
  writeNote(type: string, note: string, key: ContentKey): string {
    const raw = Buffer.from(note.toWellFormed());
    const content = { note: { raw, redacted: () => raw } };
    return captureContent(content, this.#capture(`/0/${type}`, 'redacted', key));
  }

  #capture(place: string, level: CaptureLevel, key: ContentKey): Capture {
    return { level, key, place, add: (bytes, fill) => this.#log.add(bytes, Date.now(), fill) };
  }
}

function placeOf({ exchange, attempt, type }: CallEvent): string {
  return `${exchange}/${attempt}/${type}`;
}
