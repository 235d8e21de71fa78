/** What was said on the legs of a live answer: what came from the upstream, what went to the client, and what may be kept of it. */
import type { Contents } from '../../governance/event.ts';
import { withheld } from '../redaction.ts';
import { toContent } from '../terminal.ts';
import { KeptText } from './kept-text.ts';
import type { Leaving } from './live-frames.ts';

/** What is kept beside what was released, from where the two differ. */
type Apart = { readonly returned: KeptText; readonly masked: KeptText };

export class LiveContents {
  readonly #released: KeptText;
  /** Left, and was not sent yet. */
  #going = '';
  #apart: Apart | undefined;
  #maskable = true;
  /** True: more than the masks differs. */
  #differs = false;

  constructor(charactersMax: number) {
    this.#released = new KeptText(charactersMax);
  }

  /** Bytes that went to the client. */
  get bytesOut(): number {
    return this.#released.bytes;
  }

  addLeaving({ returned, released, masked }: Leaving): void {
    if (this.#apart === undefined && released === returned && masked === returned) {
      this.#going += returned;
      return;
    }
    const apart = this.#tellApart();
    apart.returned.add(returned);
    if (masked === undefined) this.#maskable = false;
    else apart.masked.add(masked);
    if (released !== returned) this.#differs = true;
  }

  /** What the gateway itself says in the stream; told before it is sent. */
  addOwn(text: string): void {
    this.#differs = true;
    this.#tellApart().masked.add(text);
  }

  /** What came from the upstream and goes nowhere. */
  addWithheld(text: string): void {
    if (text === '') return;
    this.#differs = true;
    const apart = this.#tellApart();
    apart.returned.add(text);
    apart.masked.add(withheld);
  }

  addSent(text: string): void {
    this.#released.add(text);
    this.#going = '';
  }

  finish(): Contents {
    const released = this.#released.finish();
    const masked = this.#apart?.masked;
    if (masked === undefined) return { released: toContent(released) };
    const mask = (): Buffer => (this.#maskable ? masked.finish() : Buffer.from(withheld));
    if (!this.#differs) return { released: toContent(released, mask) };
    return {
      returned: toContent(this.#apart?.returned.finish() ?? released, mask),
      released: toContent(released, mask),
    };
  }

  #tellApart(): Apart {
    if (this.#apart === undefined) {
      this.#apart = { returned: this.#released.fork(), masked: this.#released.fork() };
      if (this.#going !== '') {
        this.#apart.returned.add(this.#going);
        this.#apart.masked.add(this.#going);
      }
    }
    return this.#apart;
  }
}
