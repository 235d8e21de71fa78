/** What was said on the legs of a live answer: what came from the upstream, what went to the client, and what may be kept of it. */
import type { Contents } from '../../governance/event.ts';
import { heldBack, withheld } from '../redaction.ts';
import { toContent } from '../terminal.ts';
import { KeptText } from './kept-text.ts';
import type { Leaving } from './live-frames.ts';

/** What is kept beside what was released, from where the two differ. */
type Apart = { readonly returned: KeptText; readonly masked: KeptText };

export class LiveContents {
  readonly #released: KeptText;
  /** Left, and was not sent yet. */
  #going: Leaving[] = [];
  #apart: Apart | undefined;
  #maskable = true;
  /** True: more than the masks differs. */
  #differs = false;
  #hasReleased = false;

  constructor(charactersMax: number) {
    this.#released = new KeptText(charactersMax);
  }

  /** Bytes that went to the client. */
  get bytesOut(): number {
    return this.#released.bytes;
  }

  /** Something of what came from the upstream went to the client. */
  get hasReleased(): boolean {
    return this.#hasReleased;
  }

  /** Told before it is sent; until then it has gone nowhere. */
  addLeaving(one: Leaving): void {
    this.#going.push(one);
  }

  /** What the gateway itself says in the stream; told before it is sent. */
  addOwn(text: string): void {
    this.#differs = true;
    this.#tellApart().masked.add(text);
  }

  /** What came from the upstream and goes nowhere, what was on its way included. */
  addWithheld(text: string): void {
    const stopped = this.#going.findIndex(({ released }) => released !== '');
    const lost = stopped === -1 ? [] : this.#going.splice(stopped);
    this.addSent('');
    const came = lost.map(({ returned }) => returned).join('') + text;
    if (came === '') return;
    this.#differs = true;
    const apart = this.#tellApart();
    apart.returned.add(came);
    apart.masked.add(heldBack);
  }

  addSent(text: string): void {
    const gone = this.#going;
    if (gone.length > 0) this.#going = [];
    if (this.#apart !== undefined || gone.some(isChanged)) {
      const apart = this.#tellApart();
      for (const one of gone) this.#addGone(apart, one);
    }
    this.#hasReleased ||= gone.some(({ released }) => released !== '');
    this.#released.add(text);
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

  #addGone(apart: Apart, { returned, released, masked }: Leaving): void {
    apart.returned.add(returned);
    if (masked === undefined) this.#maskable = false;
    else apart.masked.add(masked);
    if (released !== returned) this.#differs = true;
  }

  #tellApart(): Apart {
    this.#apart ??= { returned: this.#released.fork(), masked: this.#released.fork() };
    return this.#apart;
  }
}

function isChanged({ returned, released, masked }: Leaving): boolean {
  return released !== returned || masked !== returned;
}
