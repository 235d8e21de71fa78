/** Reads blobs one after the other: most lie behind the one before, so a large piece of the file is kept at hand. */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, readSync } from 'node:fs';
import { isOverwritten, openContent } from './address.ts';
import type { Address } from './address.ts';
import { letGo } from './let-go.ts';

const windowBytes = 1_048_576;

export class BlobWindow {
  readonly #directory: string;
  #bytes = Buffer.allocUnsafe(windowBytes);
  #file = '';
  #handle: number | undefined;
  /** Which bytes of the file are in the window. */
  #from = 0;
  #held = 0;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Valid until the next one is read; undefined where the file is gone or ends before it. */
  read({ file, offset, bytes }: Address): Uint8Array | undefined {
    if (file !== this.#file) this.#open(file);
    if (this.#handle === undefined) return undefined;
    if (offset < this.#from || offset + bytes > this.#from + this.#held) {
      // What the file has no room for is not made room for here.
      if (bytes > this.#bytes.length) {
        if (fstatSync(this.#handle).size < offset + bytes) return undefined;
        this.#bytes = Buffer.allocUnsafe(bytes);
      }
      this.#from = offset;
      this.#held = readSync(this.#handle, this.#bytes, 0, this.#bytes.length, offset);
      if (this.#held < bytes) return undefined;
    }
    const start = offset - this.#from;
    return this.#bytes.subarray(start, start + bytes);
  }

  /** What a long blob is instead of the one with this digest, told piece by piece: one that was forged is not read in whole. */
  findChange(address: Address, digest: string): 'altered' | 'expired' | undefined {
    const { file, offset, bytes } = address;
    if (bytes <= windowBytes) return undefined;
    if (file !== this.#file) this.#open(file);
    if (this.#handle === undefined || fstatSync(this.#handle).size < offset + bytes)
      return undefined;
    const hash = createHash('sha256');
    let isEmpty = true;
    for (let at = offset; at < offset + bytes; at += windowBytes) {
      const due = Math.min(windowBytes, offset + bytes - at);
      const piece = this.read({ file, offset: at, bytes: due }) ?? Buffer.alloc(0);
      hash.update(piece);
      isEmpty &&= isOverwritten(piece);
    }
    if (hash.digest('hex') === digest) return undefined;
    return isEmpty ? 'expired' : 'altered';
  }

  close(): void {
    if (this.#handle !== undefined) closeSync(this.#handle);
    this.#handle = undefined;
    this.#file = '';
    this.rest();
  }

  /** Gives back what a long blob took, once it has been read. */
  rest(): void {
    if (this.#bytes.length === windowBytes) return;
    letGo(this.#bytes);
    this.#bytes = Buffer.allocUnsafe(windowBytes);
    this.#held = 0;
  }

  #open(file: string): void {
    this.close();
    this.#held = 0;
    this.#handle = openContent(this.#directory, file);
    this.#file = file;
  }
}
