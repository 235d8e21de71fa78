/** Bytes of a stream as text, in any chunking: a character that is cut waits for its rest, and what is no UTF-8 ends it. */
import { Buffer, isUtf8 } from 'node:buffer';
import { GatewayError } from '../errors.ts';

export class TextReader {
  /** At most three bytes. */
  #begun: Buffer | undefined;
  #fault: GatewayError | undefined;

  /** Why nothing more is read. What stands before it was read, however the bytes were cut. */
  get fault(): GatewayError | undefined {
    return this.#fault;
  }

  read(chunk: Uint8Array): string {
    if (this.#fault !== undefined) return '';
    const came = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const bytes = this.#begun === undefined ? came : Buffer.concat([this.#begun, came]);
    const end = endOfWhole(bytes);
    // A copy, so that three bytes do not keep a whole chunk.
    this.#begun = end === bytes.length ? undefined : Buffer.from(bytes.subarray(end));
    const whole = end === bytes.length ? bytes : bytes.subarray(0, end);
    if (isUtf8(whole)) return whole.toString('utf8');
    this.#refuse();
    return textBefore(whole);
  }

  /** Nothing more comes. */
  end(): void {
    if (this.#begun !== undefined) this.#refuse();
  }

  #refuse(): void {
    this.#begun = undefined;
    this.#fault = new GatewayError('upstream_failed', 'the upstream’s stream is not valid UTF-8');
  }
}

/** What stands before the first bytes that are no UTF-8: the longest beginning that is. */
function textBefore(bytes: Buffer): string {
  let sound = 0;
  let broken = bytes.length;
  while (broken - sound > 1) {
    const middle = (sound + broken) >>> 1;
    if (isUtf8(beginningOf(bytes, middle))) sound = middle;
    else broken = middle;
  }
  return beginningOf(bytes, sound).toString('utf8');
}

/** Without a character that is cut there. */
function beginningOf(bytes: Buffer, length: number): Buffer {
  const beginning = bytes.subarray(0, length);
  return beginning.subarray(0, endOfWhole(beginning));
}

const longest = 4;

/** Behind the last character that is not cut; what is none at all is left in, to be refused. */
function endOfWhole(bytes: Uint8Array): number {
  const { length } = bytes;
  for (let back = 1; back < longest && back <= length; back += 1) {
    const byte = bytes[length - back] ?? 0;
    if (byte < 0x80) return length;
    if (byte < 0xc0) continue;
    const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return size > back ? length - back : length;
  }
  return length;
}
