/** Checks a journal entry by entry: canonical form, numbers, chain, ids, exchanges and silences, in bounded memory. */
import { isUtf8 } from 'node:buffer';
import { z } from 'zod';
import { hashLine } from '../chain.ts';
import type { Link } from '../chain.ts';
import { toMicroseconds } from '../clock.ts';
import { lineBytesMax } from '../journal-files.ts';
import { entryTypes, formatVersion } from '../line.ts';
import { ExchangeCheck } from './exchange-check.ts';
import type { Findings } from './report.ts';
import { EntryScan } from './scan-entry.ts';

const types: ReadonlySet<string> = new Set(entryTypes);
const announcement = z.object({ verifier_key: z.string() });
const silenceFactor = 3;
const idBytes = 36;
const timestampBytes = 27;
/** `2026-01-31T12:00` */
const minuteBytes = 16;

export class JournalCheck {
  readonly exchanges = new ExchangeCheck();
  readonly #findings: Findings;
  readonly #entry = new EntryScan();
  #next: Link;
  #lastPlace: (() => string) | undefined;
  readonly #lastId = new Uint8Array(idBytes);
  readonly #lastAt = new Uint8Array(timestampBytes);
  readonly #lastMinute = new Uint8Array(minuteBytes);
  #type = '';
  #epoch = '';
  #heartbeatMs = Number.POSITIVE_INFINITY;
  #entries = 0;
  #firstAt = '';

  /** `begin` is where reading begins: what its first entry says of itself, where that is not the very first. */
  constructor(findings: Findings, begin: Link) {
    this.#findings = findings;
    this.#next = begin;
    if (begin.seq > 0) this.exchanges.beginInside();
  }

  get entries(): number {
    return this.#entries;
  }

  /** Whether the entry taken last has content, or tells of an erasure. */
  get concernsContent(): boolean {
    return this.#type === 'erasure' || this.#entry.has('content');
  }

  /** The entry taken last, for whoever reads more of it. */
  get entry(): EntryScan {
    return this.#entry;
  }

  get type(): string {
    return this.#type;
  }

  /** The key that the entry taken last says is signed with from there on; '' where it should say one and does not. */
  get announcedKey(): string | undefined {
    const entry = this.#entry;
    if (this.#type !== 'key' || entry.text('act') !== 'signing') return undefined;
    const detail: unknown = JSON.parse(entry.json('detail') || 'null');
    return announcement.safeParse(detail).data?.verifier_key ?? '';
  }

  /** The number and the hash that the entry after the last one has to carry. */
  get next(): Link {
    return this.#next;
  }

  get span(): { readonly firstAt: string; readonly lastAt: string; readonly lastId: string } {
    return { firstAt: this.#firstAt, lastAt: textOf(this.#lastAt), lastId: textOf(this.#lastId) };
  }

  /** Takes the next line, `buffer[start, end)`; faults are noted under `place`. Answers whether it is an entry at all. */
  take(buffer: Buffer, start: number, end: number, place: () => string): boolean {
    const entry = this.#entry;
    const expected = this.#next;
    const line = new Uint8Array(buffer.buffer, buffer.byteOffset + start, end - start);
    this.#entries += 1;
    if (line.length > lineBytesMax)
      this.#fault(expected.seq, place, `it is longer than ${lineBytesMax} bytes`);
    if (!entry.read(buffer, start, end) || (entry.beyondAscii && !isUtf8(line))) {
      this.#type = '';
      this.#fault(expected.seq, place, 'it is not canonical JSON');
      this.#next = { seq: expected.seq + 1, prev: hashLine(line) };
      this.#lastPlace = place;
      return false;
    }
    const seq = entry.whole('seq');
    if (seq !== expected.seq)
      this.#fault(expected.seq, place, `it is numbered ${seq} where ${expected.seq} is due`);
    else if (entry.text('prev') !== expected.prev) this.#takeBroken(seq, place);
    this.#next = { seq: seq < 0 ? expected.seq + 1 : seq + 1, prev: hashLine(line) };
    this.#lastPlace = place;
    this.#takeMembers(entry, seq, place);
    return true;
  }

  /** Whoever looks at the place is to find the line that was altered there, not the one that tells of it. */
  #takeBroken(seq: number, place: () => string): void {
    const before = this.#lastPlace;
    if (seq === 0) this.#fault(0, place, 'there is none before it, and it says that it is chained');
    else this.#fault(seq - 1, before ?? place, `it is not the entry that ${seq} was chained to`);
  }

  #takeMembers(entry: EntryScan, seq: number, place: () => string): void {
    const type = entry.text('type');
    this.#type = type;
    if (entry.whole('v') !== formatVersion || !types.has(type)) {
      this.#fault(seq, place, 'its type or version is not known');
    }
    if (!entry.hasId()) this.#fault(seq, place, 'its id is none');
    else if (entry.compare('id', this.#lastId) <= 0)
      this.#fault(seq, place, 'its id does not come after the one before');
    if (type === 'heartbeat') this.#takeHeartbeat(entry);
    // Within one minute nobody can have been silent for long.
    if (entry.compare('at', this.#lastMinute) !== 0) this.#takeTime(entry, type, seq, place);
    const unpaired = this.exchanges.take(entry, type, seq);
    if (unpaired !== undefined) this.#fault(seq, place, unpaired);
    entry.keep('id', this.#lastId);
    entry.keep('at', this.#lastAt);
  }

  #takeHeartbeat(entry: EntryScan): void {
    const [, interval] = /"heartbeat_ms":(\d+)/.exec(entry.raw('detail')) ?? [];
    if (interval !== undefined) this.#heartbeatMs = Number(interval);
  }

  /** A writer that runs is never silent for long without saying why. */
  #takeTime(entry: EntryScan, type: string, seq: number, place: () => string): void {
    const at = entry.text('at');
    const epoch = entry.text('epoch');
    const silentMs = (toMicroseconds(at) - toMicroseconds(textOf(this.#lastAt))) / 1000;
    if (epoch === this.#epoch && type !== 'gap' && silentMs > silenceFactor * this.#heartbeatMs) {
      const detail = `nothing was written for ${Math.round(silentMs / 1000)} s before it, and no gap entry says why`;
      this.#findings.add({ verdict: 'incomplete', seq, place: place(), detail });
    }
    this.#epoch = epoch;
    entry.keep('at', this.#lastMinute);
    if (this.#firstAt === '') this.#firstAt = at;
  }

  #fault(seq: number, place: () => string, detail: string): void {
    this.#findings.add({ verdict: 'altered', seq, place: place(), detail });
  }
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/(?<!\0)\0+$/, '');
}
