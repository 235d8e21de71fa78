/** The shapes of the frames that came last, of which a stream with several choices has one for each. */
import type { Frame } from '../frame.ts';
import type { LivePlace } from './live-frames.ts';
import { Mould, type Drifting } from './mould.ts';

type Cast = {
  readonly mould: Mould;
  /** Where the pieces stood in the frame that the mould was made of, and what stood there whole. */
  readonly places: readonly LivePlace[];
  readonly still: readonly LivePlace[];
  /** What fitted behind this one when it last did, which is tried first. */
  next: Cast | undefined;
  /** Which frame fitted last. */
  at: number;
};

export type Fit = Pick<Cast, 'places' | 'still'> & { readonly pieces: readonly string[] };

const castsMax = 8;
/** One that nothing has fitted for so many frames may give way to another. */
const idleMax = 64;
/** So often in a row a shape is made of a frame without the next one fitting; a stream that is never alike stays unlike. */
const vainMax = 16;

export class Moulds {
  readonly #casts: Cast[] = [];
  #last: Cast | undefined;
  #at = 0;
  #vain = 0;

  /** What the pieces of a frame say, valid until the next call, and where pieces of its shape stand. */
  find(frame: Frame): Fit | undefined {
    if (this.#casts.length === 0) return undefined;
    const first = this.#last?.next;
    const fit = first === undefined ? undefined : this.#fit(first, frame);
    if (fit !== undefined) return fit;
    for (const cast of this.#casts) {
      const other = cast === first ? undefined : this.#fit(cast, frame);
      if (other !== undefined) return other;
    }
    return undefined;
  }

  /** Of a frame that changed nothing but what was said, so that those of other shapes stay what they are. */
  cast(
    frame: Frame,
    places: readonly LivePlace[],
    drifting: Drifting,
    still: readonly LivePlace[] = [],
  ): void {
    this.#at += 1;
    this.#vain += 1;
    if (this.#vain > vainMax) {
      this.clear();
      return;
    }
    const idle = this.#casts.findIndex(({ at }) => this.#at - at > idleMax);
    if (idle !== -1) this.#casts.splice(idle, 1);
    if (this.#casts.length >= castsMax) return;
    const pieces = places.map(({ within }) => within);
    const mould = Mould.of(frame, pieces, drifting);
    if (mould === undefined) return;
    const cast: Cast = { mould, places, still, next: undefined, at: this.#at };
    this.#casts.push(cast);
    this.#follow(cast);
  }

  /** Whatever is read now may change what frames of any shape say. */
  clear(): void {
    this.#casts.length = 0;
    this.#last = undefined;
  }

  #fit(cast: Cast, frame: Frame): Fit | undefined {
    const pieces = cast.mould.read(frame);
    if (pieces === undefined) return undefined;
    this.#vain = 0;
    this.#at += 1;
    cast.at = this.#at;
    this.#follow(cast);
    return { pieces, places: cast.places, still: cast.still };
  }

  /** One shape alone follows itself. */
  #follow(cast: Cast): void {
    cast.next ??= cast;
    if (this.#last !== undefined) this.#last.next = cast;
    this.#last = cast;
  }
}
