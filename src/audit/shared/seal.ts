/** What shows that a line in the shared index is one that a replica wrote there: a code under the master key. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

const sealBytes = 16;

export class Seal {
  readonly #key: Buffer;

  constructor(masterKey: Uint8Array) {
    this.#key = Buffer.from(
      hkdfSync('sha256', masterKey, '', 'governance-gateway shared index v1', 32),
    );
  }

  /** Tells whether two replicas have the same key, and nothing of the key. */
  get fingerprint(): string {
    return this.#digest('fingerprint').toString('hex');
  }

  /** Over the log that the line stands in too, which is named by its first entry. */
  of(log: string, line: string | Buffer): Buffer {
    return this.#digest(`${log}\n`, line);
  }

  fits(log: string, line: string, mac: Uint8Array): boolean {
    const expected = this.of(log, line);
    return mac.byteLength === expected.length && timingSafeEqual(mac, expected);
  }

  #digest(...pieces: readonly (string | Buffer)[]): Buffer {
    const hmac = createHmac('sha256', this.#key);
    for (const piece of pieces) hmac.update(piece);
    return hmac.digest().subarray(0, sealBytes);
  }
}
