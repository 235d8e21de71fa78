/** Reads just as much of HTTP answers as a sender needs that must cost little: status, length, and the entry that is named. */

export type Answer = {
  readonly status: string;
  /** '' where none is named. */
  readonly entry: string;
};

const headEnd = '\r\n\r\n';
const [statusFrom, statusTo] = ['HTTP/1.1 '.length, 'HTTP/1.1 200'.length];

/** The answers of one connection, one at a time. */
export class Answers {
  #held: Buffer = Buffer.alloc(0);

  /** The answer that these bytes complete, if they do. */
  read(bytes: Buffer): Answer | undefined {
    this.#held = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes]);
    const end = this.#held.indexOf(headEnd);
    if (end === -1) return undefined;
    const head = this.#held.toString('latin1', 0, end + 2);
    const length = /\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1];
    if (length === undefined) throw new Error('an answer does not say how long it is');
    if (this.#held.length < end + headEnd.length + Number(length)) return undefined;
    this.#held = Buffer.alloc(0);
    return {
      status: head.slice(statusFrom, statusTo),
      entry: /\r\nx-governance-entry: (\S+)\r\n/i.exec(head)?.[1] ?? '',
    };
  }
}
