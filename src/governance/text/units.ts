/** A row of UTF-16 code units that grows: a text put together from many pieces without a string for each of them. */

/** A shorter text is put together by hand before a decoder has begun. */
const shortMax = 12;
/** As many as a call takes as arguments. */
const block = 4096;
const startSize = 1024;

/** Rows that nobody needs any more, to be used again: most texts are read with two or three of them. */
const spares: Units[] = [];
const sparesMax = 4;
const spareSizeMax = 1 << 18;

/** ASCII on its way into a string; one for all, since nothing comes between. */
const asciiMax = 1 << 16;
const ascii = Buffer.alloc(asciiMax);
/** The bytes of a row stand in the order in which nearly every machine counts them. */
const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

export class Units {
  #units = new Uint16Array(startSize);
  length = 0;

  /** An empty row, to be given back when its text has been taken. */
  static take(): Units {
    return spares.pop() ?? new Units();
  }

  giveBack(): void {
    this.length = 0;
    if (spares.length < sparesMax && this.#units.length <= spareSizeMax) spares.push(this);
  }

  push(unit: number): void {
    const at = this.#grow(1);
    this.#units[at] = unit;
  }

  addText(text: string, from = 0, to = text.length): void {
    const start = this.#grow(to - from);
    for (let at = from; at < to; at++) this.#units[start + at - from] = text.charCodeAt(at);
  }

  addNumbers(numbers: Uint8Array | Uint16Array, length: number): void {
    const start = this.#grow(length);
    for (let at = 0; at < length; at++) this.#units[start + at] = numbers[at] ?? 0;
  }

  addUnits(other: Units, from: number, to: number): void {
    const units = other.#units;
    const start = this.#grow(to - from);
    if (to - from > block) this.#units.set(units.subarray(from, to), start);
    else for (let at = from; at < to; at++) this.#units[start + at - from] = units[at] ?? 0;
  }

  /** Whether [from, to) is the same as so many units of the other row from a place on. */
  isSame(from: number, to: number, other: Units, place: number): boolean {
    const own = this.#units;
    const theirs = other.#units;
    for (let at = from; at < to; at++) if (own[at] !== theirs[place + at - from]) return false;
    return true;
  }

  toText(from = 0, to = this.length): string {
    const units = this.#units;
    if (to - from <= shortMax) return shortText(units, from, to);
    let all = 0;
    for (let at = from; at < to; at++) all |= units[at] ?? 0;
    if (all < 0x80) return asciiText(units, from, to);
    if (isLittleEndian)
      return Buffer.from(units.buffer, from * 2, (to - from) * 2).toString('utf16le');
    let text = '';
    for (let at = from; at < to; at += block)
      text += String.fromCharCode(...units.subarray(at, Math.min(to, at + block)));
    return text;
  }

  /** Answers where there is room for so many more, which count from now on. */
  #grow(more: number): number {
    const start = this.length;
    const needed = start + more;
    if (needed > this.#units.length) {
      const wider = new Uint16Array(Math.max(needed, this.#units.length * 2));
      wider.set(this.#units.subarray(0, start));
      this.#units = wider;
    }
    this.length = needed;
    return start;
  }
}

function shortText(units: Uint16Array, from: number, to: number): string {
  let text = '';
  for (let at = from; at < to; at++) text += String.fromCharCode(units[at] ?? 0);
  return text;
}

function asciiText(units: Uint16Array, from: number, to: number): string {
  const length = to - from;
  const bytes = length <= asciiMax ? ascii : Buffer.alloc(length);
  for (let at = 0; at < length; at++) bytes[at] = units[from + at] ?? 0;
  return bytes.toString('latin1', 0, length);
}
