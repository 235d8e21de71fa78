/** Bytes of a stream as text, in any chunking: a character that is cut waits for its rest, and what is no UTF-8 is refused. */
import { Buffer, isUtf8 } from 'node:buffer';
import { GatewayError } from '../errors.ts';

export class TextReader {
  /** At most three bytes. */
  #begun: Buffer | undefined;

  read(chunk: Uint8Array): string {
    const came = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const bytes = this.#begun === undefined ? came : Buffer.concat([this.#begun, came]);
    const end = endOfWhole(bytes);
    // A copy, so that three bytes do not keep a whole chunk.
    this.#begun = end === bytes.length ? undefined : Buffer.from(bytes.subarray(end));
    const whole = end === bytes.length ? bytes : bytes.subarray(0, end);
    if (!isUtf8(whole)) throw refused();
    return whole.toString('utf8');
  }

  /** Nothing more comes. */
  end(): void {
    if (this.#begun !== undefined) throw refused();
  }
}

function refused(): GatewayError {
  return new GatewayError('upstream_failed', 'the upstream’s stream is not valid UTF-8');
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
