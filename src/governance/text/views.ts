/** All readings of a text that detectors judge: as it stands, canonical, and with every encoding undone that it may hide. */
import { canonicalOf } from './canonical.ts';
import type { Decoder } from './decoders/decoder.ts';
import { decoders, smuggled } from './decoders/index.ts';
import { type Reading, Rewrite } from './rewrite.ts';
import { Scan } from './scan.ts';
import { TextView } from './text-view.ts';
import type { View } from './view.ts';

/** Every bound of the reading of one text. */
export type Budget = {
  /** How many encodings may be undone inside each other. */
  readonly depthMax: number;
  /** Characters of all decoded views together. */
  readonly charactersMax: number;
  readonly viewsMax: number;
};

/** `complete` is false where the budget ended before the text did: something in it has not been read. */
export type Views = { readonly views: readonly View[]; readonly complete: boolean };

const sameOrigin: View['origin'] = (start, end) => ({ start, end });

export function budgetFor(text: string): Budget {
  return { depthMax: 3, charactersMax: text.length * 2 + 16_384, viewsMax: 64 };
}

/** The first view is the text as it stands. */
export function viewsOf(text: string, budget?: Budget): readonly View[] {
  return readViews(text, budget).views;
}

export function readViews(text: string, budget: Budget = budgetFor(text)): Views {
  return new Reader(budget).read(text);
}

class Reader {
  readonly #budget: Budget;
  readonly #views: View[] = [];
  readonly #seen = new Set<string>();
  #characters = 0;
  #complete = true;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  read(text: string): Views {
    this.#add({ text, origin: sameOrigin }, [], 0);
    return { views: this.#views, complete: this.#complete };
  }

  /** Adds a reading, its canonical form where that differs, and whatever is encoded in either. */
  #add(reading: Reading, decoded: readonly string[], depth: number): void {
    const scan = new Scan(reading.text);
    this.#views.push(new TextView({ ...reading, decoded, canonical: !scan.foreign }, scan));
    if (scan.foreign) this.#decode(scan, reading, decoded, depth, smuggled);
    this.#decode(scan, reading, decoded, depth, decoders);
    if (!scan.foreign) return;
    const folded = canonicalOf(reading.text);
    const canonical = { text: folded.text, origin: through(reading, folded) };
    if (depth > 0) this.#characters += folded.text.length;
    const foldedScan = new Scan(folded.text);
    this.#views.push(new TextView({ ...canonical, decoded, canonical: true }, foldedScan));
    this.#decode(foldedScan, canonical, decoded, depth, decoders);
  }

  #decode(
    scan: Scan,
    source: Reading,
    decoded: readonly string[],
    depth: number,
    by: readonly Decoder[],
  ): void {
    for (const decoder of by) {
      const room = Math.max(0, this.#budget.charactersMax - this.#characters);
      const rewrite = new Rewrite(scan.text, room);
      decoder.read(scan, rewrite);
      if (rewrite.overflowed) this.#complete = false;
      if (rewrite.length === 0) continue;
      const found = rewrite.finish();
      if (this.#seen.has(found.text) || found.text === scan.text) continue;
      if (depth === this.#budget.depthMax || this.#views.length >= this.#budget.viewsMax) {
        this.#complete = false;
        continue;
      }
      this.#seen.add(found.text);
      this.#characters += found.text.length;
      const reading = { text: found.text, origin: through(source, found) };
      this.#add(reading, [...decoded, decoder.name], depth + 1);
    }
  }
}

/** From a place in the inner reading through the outer one to the original. */
function through(outer: Reading, inner: Reading): View['origin'] {
  if (outer.origin === sameOrigin) return inner.origin;
  return (start, end) => {
    const place = inner.origin(start, end);
    return outer.origin(place.start, place.end);
  };
}
