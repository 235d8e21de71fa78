/** Writes a seeded trail's journal, content and keys in large pieces: the same bytes as a gateway, without its waits. */
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { firstLink, nextLink } from '../../src/audit/chain.ts';
import { toTimestamp } from '../../src/audit/clock.ts';
import { contentDirectory, contentPath } from '../../src/audit/content/address.ts';
import type { Address } from '../../src/audit/content/address.ts';
import { captureContent, hasContent } from '../../src/audit/content/capture.ts';
import {
  createContentKey,
  createWrapping,
  newDataKey,
} from '../../src/audit/content/content-key.ts';
import type { ContentKey } from '../../src/audit/content/content-key.ts';
import { KeyStore } from '../../src/audit/content/key-store.ts';
import { toSections } from '../../src/audit/entry.ts';
import { createIdSource } from '../../src/audit/identifier.ts';
import { journalDirectory, segmentPath } from '../../src/audit/journal-files.ts';
import { writeLine } from '../../src/audit/line.ts';
import type { EntryType, Sections } from '../../src/audit/line.ts';
import { createPrivacy } from '../../src/audit/privacy.ts';
import { heartbeatMsDefault, journalBytesMaxDefault } from '../../src/audit/writer-options.ts';
import { heartbeatSections } from '../../src/audit/upkeep.ts';
import type { HeartbeatCause } from '../../src/audit/upkeep.ts';
import type { Actor, GovernanceEvent } from '../../src/governance/event.ts';

const bufferBytes = 4_194_304;
const settings = { durability: 'fsync', heartbeatMs: heartbeatMsDefault };

/** A file that is appended to in large pieces. */
class Sheet {
  readonly #file: number;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  bytes = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'wx', 0o600);
  }

  add(piece: Uint8Array): void {
    this.#waiting.push(piece);
    this.#waitingBytes += piece.length;
    this.bytes += piece.length;
    if (this.#waitingBytes >= bufferBytes) this.#flush();
  }

  close(): void {
    this.#flush();
    closeSync(this.#file);
  }

  #flush(): void {
    writeSync(this.#file, Buffer.concat(this.#waiting));
    this.#waiting = [];
    this.#waitingBytes = 0;
  }
}

export type PagesOptions = {
  /** The audit directory; it must not hold a trail. */
  readonly directory: string;
  readonly origin: string;
  /** Without it no text is kept, which is a third of the time. */
  readonly content: boolean;
  readonly journalBytesMax?: number;
};

export class Pages {
  readonly #directory: string;
  readonly #origin: string;
  readonly #withContent: boolean;
  readonly #journalBytesMax: number;
  readonly #privacy: ReturnType<typeof createPrivacy>;
  readonly #wrapping: ReturnType<typeof createWrapping>;
  readonly #nextId = createIdSource();
  readonly #keys = new Map<string, ContentKey>();
  readonly #newKeys: { id: string; version: number; wrapped: Uint8Array }[] = [];
  readonly #open = new Map<string, number>();
  #link = firstLink;
  #segment = 0;
  #journal: Sheet | undefined;
  #content: { readonly file: string; readonly sheet: Sheet } | undefined;
  #epoch = '';
  #lastUs = 0;

  constructor(options: PagesOptions, masterKey: Uint8Array) {
    const { directory, origin, content, journalBytesMax = journalBytesMaxDefault } = options;
    this.#directory = directory;
    this.#origin = origin;
    this.#withContent = content;
    this.#journalBytesMax = journalBytesMax;
    this.#privacy = createPrivacy(masterKey);
    this.#wrapping = createWrapping(masterKey);
    mkdirSync(journalDirectory(directory), { recursive: true, mode: 0o700 });
    mkdirSync(contentDirectory(directory), { recursive: true, mode: 0o700 });
  }

  get lastUs(): number {
    return this.#lastUs;
  }

  get entries(): number {
    return this.#link.seq;
  }

  newId(atUs: number): string {
    return this.#nextId(Math.floor(atUs / 1000));
  }

  /** A run of the gateway begins, with nothing open. */
  openRun(atUs: number): void {
    this.#epoch = this.newId(atUs);
    this.#beat('opened', atUs);
  }

  closeRun(atUs: number): void {
    this.#beat('closed', atUs);
  }

  add(event: GovernanceEvent, atUs: number): void {
    for (let idleUs = this.#lastUs + 60_000_000; idleUs < atUs; idleUs += 60_000_000)
      this.#beat('idle', idleUs);
    const sections = toSections(event, this.#privacy);
    if (!('attempt' in event)) {
      this.#write(event.type, sections, atUs);
      return;
    }
    const pair = `${event.exchange}/${event.attempt}`;
    const request = this.#open.get(pair);
    if (event.type === 'request') this.#open.set(pair, this.#link.seq + (this.#isFull ? 1 : 0));
    const content =
      this.#withContent && hasContent(event.contents)
        ? captureContent(event.contents, {
            level: 'redacted',
            key: this.#keyOf(event.actor),
            place: `${pair}/${event.type}`,
            add: (bytes, fill) => this.#keep(bytes, fill, atUs),
          })
        : undefined;
    this.#write(
      event.type,
      {
        ...sections,
        ...(request === undefined ? {} : { request: String(request) }),
        ...(content === undefined ? {} : { content }),
      },
      atUs,
    );
    if (event.type !== 'request') this.#open.delete(pair);
  }

  close(): void {
    this.#journal?.close();
    this.#content?.sheet.close();
    const store = new KeyStore(this.#directory);
    store.add(this.#newKeys);
    store.close();
  }

  get #isFull(): boolean {
    return (this.#journal?.bytes ?? 0) >= this.#journalBytesMax;
  }

  #beat(cause: HeartbeatCause, atUs: number): void {
    const open = cause === 'rotated' ? [...this.#open] : [];
    this.#write('heartbeat', heartbeatSections(cause, settings, open), atUs);
  }

  #write(type: EntryType, sections: Sections, atUs: number): void {
    if (this.#isFull) {
      this.#journal?.close();
      this.#journal = undefined;
      // What is being written is not open yet, or not ended yet, for the segment's first line.
      const open = [...this.#open].filter(([, seq]) => seq < this.#link.seq);
      this.#append('heartbeat', heartbeatSections('rotated', settings, open), atUs);
    }
    this.#append(type, sections, atUs);
  }

  #append(type: EntryType, sections: Sections, atUs: number): void {
    if (this.#journal === undefined) {
      this.#segment += 1;
      this.#journal = new Sheet(segmentPath(this.#directory, this.#segment));
    }
    const stamp = {
      at: toTimestamp(atUs),
      id: this.newId(atUs),
      epoch: this.#epoch,
      origin: this.#origin,
    };
    const line = Buffer.from(`${writeLine(type, sections, stamp, this.#link)}\n`);
    this.#link = nextLink(this.#link, line.subarray(0, -1));
    this.#journal.add(line);
    this.#lastUs = atUs;
  }

  #keyOf({ subject, owner }: Actor): ContentKey {
    const { toPseudonym, toOwnerPseudonym } = this.#privacy;
    const id = subject === '' ? toOwnerPseudonym(owner) : toPseudonym(subject);
    const known = this.#keys.get(id);
    if (known !== undefined) return known;
    const dataKey = newDataKey();
    const reference = `${id}.1`;
    const key = createContentKey(reference, dataKey);
    this.#newKeys.push({ id, version: 1, wrapped: this.#wrapping.wrap(dataKey, reference) });
    this.#keys.set(id, key);
    return key;
  }

  #keep(bytes: number, fill: (blob: Buffer) => void, atUs: number): Address {
    const blob = Buffer.alloc(bytes);
    fill(blob);
    const file = `${toTimestamp(atUs).slice(0, 10).replaceAll('-', '')}-0001`;
    if (this.#content?.file !== file) {
      this.#content?.sheet.close();
      this.#content = { file, sheet: new Sheet(contentPath(this.#directory, file)) };
    }
    const { sheet } = this.#content;
    const address = { file, offset: sheet.bytes, bytes };
    sheet.add(blob);
    return address;
  }
}
