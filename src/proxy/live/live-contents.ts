/** What was said on the legs of a live answer: what came from the upstream, what went to the client, and what may be kept of it. */
import type { Contents } from '../../governance/event.ts';
import { withheld } from '../redaction.ts';
import { toContent } from '../terminal.ts';
import { KeptText } from './kept-text.ts';
import type { Leaving } from './live-frames.ts';

export class LiveContents {
  readonly #returned: KeptText;
  readonly #released: KeptText;
  readonly #masked: KeptText;
  #differs = false;
  #maskable = true;

  constructor(charactersMax: number) {
    this.#returned = new KeptText(charactersMax);
    this.#released = new KeptText(charactersMax);
    this.#masked = new KeptText(charactersMax);
  }

  /** Bytes that went to the client. */
  get bytesOut(): number {
    return this.#released.bytes;
  }

  addLeaving({ returned, released, masked }: Leaving): void {
    this.#returned.add(returned);
    if (masked === undefined) this.#maskable = false;
    else this.#masked.add(masked);
    if (released !== returned) this.#differs = true;
  }

  /** What the gateway itself says in the stream. */
  addOwn(text: string): void {
    this.#differs = true;
    this.#masked.add(text);
  }

  /** What came from the upstream and goes nowhere. */
  addWithheld(text: string): void {
    if (text === '') return;
    this.#differs = true;
    this.#returned.add(text);
    this.#masked.add(withheld);
  }

  addSent(text: string): void {
    this.#released.add(text);
  }

  finish(): Contents {
    const released = this.#released.finish();
    const mask = (): Buffer => (this.#maskable ? this.#masked.finish() : Buffer.from(withheld));
    if (!this.#differs) return { released: toContent(released, mask) };
    return {
      returned: toContent(this.#returned.finish(), mask),
      released: toContent(released, mask),
    };
  }
}
