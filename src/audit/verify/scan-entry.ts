/** Checks in one pass over the bytes that a line is canonical JSON as entries are, and finds its members on the way. */
import {
  backslash,
  beyondAscii,
  braceClose,
  braceOpen,
  bracketClose,
  bracketOpen,
  colon,
  comma,
  inName,
  inString,
  isDigit,
  isId,
  minus,
  quote,
  shortEscapes,
  zero,
} from './canonical-bytes.ts';
import { findMember, memberIndex, scannedMembers, type ScannedMember } from './scanned-members.ts';

const depthMax = 12;

export class EntryScan {
  #bytes: Buffer = Buffer.alloc(0);
  #end = 0;
  #beyondAscii = false;
  #at = 0;
  readonly #from = new Int32Array(scannedMembers.length);
  readonly #to = new Int32Array(scannedMembers.length);

  /** True where `bytes[start, end)` is one object in canonical form; members can be read until the next call. */
  read(bytes: Buffer, start: number, end: number): boolean {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
    this.#beyondAscii = false;
    this.#from.fill(-1);
    return bytes[start] === braceOpen && this.#object(1) && this.#at === end;
  }

  /** Whether a string of the line has bytes that only UTF-8 explains; they are not looked at here. */
  get beyondAscii(): boolean {
    return this.#beyondAscii;
  }

  has(member: ScannedMember): boolean {
    return (this.#from[memberIndex[member]] ?? -1) >= 0;
  }

  /** The raw JSON of a member; '' where it is absent. */
  raw(member: ScannedMember): string {
    const index = memberIndex[member];
    const from = this.#from[index] ?? -1;
    return from < 0 ? '' : this.#bytes.toString('latin1', from, this.#to[index] ?? from);
  }

  /** The same where it may hold more than ASCII. */
  json(member: ScannedMember): string {
    const index = memberIndex[member];
    const from = this.#from[index] ?? -1;
    return from < 0 ? '' : this.#bytes.toString('utf8', from, this.#to[index] ?? from);
  }

  /** The characters between a string's quotes, for members that never need an escape. */
  text(member: ScannedMember): string {
    const index = memberIndex[member];
    const from = this.#from[index] ?? -1;
    const to = this.#to[index] ?? from;
    return from < 0 || this.#bytes[from] !== quote
      ? ''
      : this.#bytes.toString('latin1', from + 1, to - 1);
  }

  /** Whether it is an id as entries have one. */
  hasId(): boolean {
    const from = this.#from[memberIndex.id] ?? -1;
    const to = this.#to[memberIndex.id] ?? from;
    return from >= 0 && this.#bytes[from] === quote && isId(this.#bytes, from + 1, to - 1);
  }

  /** A whole number; -1 where it is absent or none. */
  whole(member: ScannedMember): number {
    const index = memberIndex[member];
    const from = this.#from[index] ?? -1;
    const to = this.#to[index] ?? from;
    if (from < 0) return -1;
    let value = 0;
    for (let at = from; at < to; at += 1) {
      const byte = this.#bytes[at] ?? 0;
      if (!isDigit(byte)) return -1;
      value = value * 10 + byte - zero;
    }
    return value;
  }

  /** How a string member compares with bytes that were kept: negative, 0 or positive, without making a string. */
  compare(member: ScannedMember, kept: Uint8Array, most: number = kept.length): number {
    const index = memberIndex[member];
    const from = (this.#from[index] ?? -1) + 1;
    const length = Math.min(most, Math.max(0, (this.#to[index] ?? 0) - 1 - from));
    if (from === 0) return -1;
    for (let at = 0; at < length; at += 1) {
      const difference = (this.#bytes[from + at] ?? 0) - (kept[at] ?? 0);
      if (difference !== 0) return difference;
    }
    return length - most;
  }

  /** Keeps a string member's bytes for a later comparison; what is longer is cut, what is shorter ends in zeros. */
  keep(member: ScannedMember, into: Uint8Array): void {
    const index = memberIndex[member];
    const from = (this.#from[index] ?? -1) + 1;
    const to = from === 0 ? 0 : (this.#to[index] ?? 0) - 1;
    for (let at = 0; at < into.length; at += 1) {
      into[at] = from + at < to ? (this.#bytes[from + at] ?? 0) : 0;
    }
  }

  #value(depth: number): boolean {
    const first = this.#bytes[this.#at] ?? 0;
    if (first === quote) return this.#string();
    if (first === braceOpen) return depth < depthMax && this.#object(depth + 1);
    if (first === bracketOpen) return depth < depthMax && this.#list(depth + 1);
    if (first === minus || (first >= zero && first <= zero + 9)) return this.#whole();
    return this.#word('true') || this.#word('false') || this.#word('null');
  }

  /** Members sorted by their bytes, none twice; names are plain ASCII. */
  #object(depth: number): boolean {
    const bytes = this.#bytes;
    this.#at += 1;
    if (bytes[this.#at] === braceClose) return this.#step();
    let lastFrom = 0;
    let lastTo = 0;
    for (;;) {
      const from = this.#at + 1;
      if (bytes[this.#at] !== quote || !this.#name()) return false;
      const to = this.#at - 1;
      if (lastTo > 0 && !this.#rises(lastFrom, lastTo, from, to)) return false;
      lastFrom = from;
      lastTo = to;
      if (bytes[this.#at] !== colon) return false;
      this.#at += 1;
      const valueFrom = this.#at;
      if (!this.#value(depth)) return false;
      if (depth === 1) this.#note(from, to, valueFrom);
      const after = bytes[this.#at];
      if (after === braceClose) return this.#step();
      if (after !== comma) return false;
      this.#at += 1;
    }
  }

  /** Whether the name at `from` comes after the one before it. */
  #rises(lastFrom: number, lastTo: number, from: number, to: number): boolean {
    const bytes = this.#bytes;
    const shared = Math.min(lastTo - lastFrom, to - from);
    for (let index = 0; index < shared; index += 1) {
      const difference = (bytes[from + index] ?? 0) - (bytes[lastFrom + index] ?? 0);
      if (difference !== 0) return difference > 0;
    }
    return to - from > lastTo - lastFrom;
  }

  #note(from: number, to: number, valueFrom: number): void {
    const index = findMember(this.#bytes, from, to);
    if (index === undefined) return;
    this.#from[index] = valueFrom;
    this.#to[index] = this.#at;
  }

  #list(depth: number): boolean {
    this.#at += 1;
    if (this.#bytes[this.#at] === bracketClose) return this.#step();
    for (;;) {
      if (!this.#value(depth)) return false;
      const after = this.#bytes[this.#at];
      if (after === bracketClose) return this.#step();
      if (after !== comma) return false;
      this.#at += 1;
    }
  }

  #name(): boolean {
    const bytes = this.#bytes;
    let at = this.#at + 1;
    while (inName[bytes[at] ?? 0] === 1) at += 1;
    this.#at = at + 1;
    return bytes[at] === quote;
  }

  #string(): boolean {
    const bytes = this.#bytes;
    let at = this.#at + 1;
    for (;;) {
      while (inString[bytes[at] ?? 0] === 1) at += 1;
      const byte = bytes[at];
      if (byte === quote) break;
      if (byte !== undefined && byte > 0x7f) {
        this.#beyondAscii = true;
        while (beyondAscii[bytes[at] ?? 0] === 1) at += 1;
      } else if (byte === backslash) at += this.#escape(at + 1);
      else return false;
    }
    this.#at = at + 1;
    return true;
  }

  /** The length of an escape that could not be written shorter, backslash included; past the end for any other. */
  #escape(at: number): number {
    const kind = this.#bytes[at] ?? 0;
    if (shortEscapes.has(kind)) return 2;
    const escape = this.#bytes.toString('latin1', at, at + 5);
    // Controls that have a short form (8, 9, 10, 12, 13) must use it.
    return /^u00(?:0[0-7be-f]|1[0-9a-f])$/.test(escape) ? 6 : this.#end;
  }

  #whole(): boolean {
    const bytes = this.#bytes;
    const negative = bytes[this.#at] === minus;
    const from = negative ? this.#at + 1 : this.#at;
    let at = from;
    while (isDigit(bytes[at] ?? 0)) at += 1;
    const digits = at - from;
    if (digits === 0 || digits > 16 || (bytes[from] === zero && (digits > 1 || negative)))
      return false;
    this.#at = at;
    return true;
  }

  #word(word: string): boolean {
    if (this.#bytes.toString('latin1', this.#at, this.#at + word.length) !== word) return false;
    this.#at += word.length;
    return true;
  }

  #step(): boolean {
    this.#at += 1;
    return true;
  }
}
