/** All readings of a text that detectors judge: as it stands, canonical, and with every encoding undone that it may hide. */
import { beside, canonicalView } from './beside.ts';
import { type Budget, budgetFor, readingWork } from './budget.ts';
import { canonicalOf } from './canonical.ts';
import type { Claims } from './claims.ts';
import type { Decoder, Respelling } from './decoders/decoder.ts';
import {
  apart,
  exact,
  guessed,
  numbered,
  smuggled,
  smuggledWhole,
  whole,
} from './decoders/index.ts';
import { comments } from './decoders/markup.ts';
import { collect } from './collect.ts';
import { coveredBy } from './covered.ts';
import type { Edits } from './edits.ts';
import { foreignParts } from './foreign-parts.ts';
import { type Layer, layersOf } from './layers.ts';
import { type Reading, Rewrite } from './rewrite.ts';
import { Scan } from './scan.ts';
import { behind, sameOrigin, type Source, through } from './source.ts';
import { TextView } from './text-view.ts';
import type { View } from './view.ts';

/**
 * `complete` is false where the budget ended before the text did: something in it has not been read. Then only the text
 * as it stands and its canonical form are told.
 */
export type Views = { readonly views: readonly View[]; readonly complete: boolean };

const none: readonly string[] = [];
/** What somebody hides there is judged more strictly than what stands in the open. */
const concealing = comments.name;

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
  /** What is left of the work. */
  #left: number;
  #complete = true;

  constructor(budget: Budget) {
    this.#budget = budget;
    this.#left = budget.workMax;
  }

  read(text: string): Views {
    this.#add({ text, origin: sameOrigin, decoded: none, undone: () => none }, 0);
    if (this.#complete) return { views: this.#views, complete: true };
    return { views: this.#views.filter(({ decoded }) => decoded.length === 0), complete: false };
  }

  /** Adds a reading, its canonical form where that differs, and whatever is encoded in either. */
  #add(source: Source, depth: number): void {
    const scan = new Scan(source.text);
    if (!scan.foreign) {
      this.#views.push(new TextView(canonicalView(scan, source), scan));
      this.#decode(scan, source, depth);
      return;
    }
    const folded = canonicalOf(source.text);
    // Signs that are folded within words only may stand for themselves in all of it.
    const isCanonical = depth > 0 && folded.text === source.text;
    if (isCanonical) this.#views.push(new TextView(canonicalView(scan, source), scan));
    else this.#addForeign(scan, source, depth);
    this.#undo(scan, source, depth, smuggled);
    for (const respelling of smuggledWhole) this.#respell(scan, source, depth, respelling);
    // All else that is guessed is guessed of what a reader sees, and that is the canonical form.
    this.#undo(scan, source, depth, exact, numbered);
    if (depth > 0 && !this.#complete) return;
    if (isCanonical) {
      this.#decode(scan, { ...source, folded: true }, depth);
      return;
    }
    const canonical = { ...source, ...behind(source, folded), folded: true };
    // Whatever is decoded from the canonical form and is this again has been read.
    if (depth > 0) {
      if (this.#seen.has(folded.text) || !this.#spend(folded.text.length)) return;
      this.#seen.add(folded.text);
    }
    const foldedScan = new Scan(folded.text);
    const own = beside(foldedScan, canonical);
    this.#views.push(new TextView({ ...canonical, canonical: true, beside: own }, foldedScan));
    if (this.#complete) this.#decode(foldedScan, canonical, depth);
  }

  /** Of what was decoded, the canonical form shows detectors most just as well; of the text as it stands, all is shown. */
  #addForeign(scan: Scan, source: Source, depth: number): void {
    const parts = depth > 0 ? foreignParts(source.text) : undefined;
    const near = parts && new TextView({ ...source, ...behind(source, parts), canonical: false });
    const own = beside(scan, source);
    this.#views.push(new TextView({ ...source, canonical: false, near, beside: own }, scan));
    if (near !== undefined) this.#left += (source.text.length - near.text.length) >> 1;
  }

  /** Takes the work on so many characters from what is left; answers whether it was there. */
  #spend(characters: number): boolean {
    this.#left -= characters + readingWork;
    if (this.#left < 0) this.#complete = false;
    return this.#complete;
  }

  #decode(scan: Scan, source: Source, depth: number): void {
    this.#undo(scan, source, depth, exact, guessed);
    for (const respelling of whole) this.#respell(scan, source, depth, respelling);
    for (const { name, read } of apart) {
      if (!this.#complete) return;
      const rewrite = this.#rewriteOf(scan);
      read(scan, rewrite);
      if (rewrite.overflowed) this.#complete = false;
      else if (rewrite.length > 0) this.#addPart(rewrite.finish(), source, depth, name);
    }
  }

  /** Guesses that stand unchanged in what the others make of the text are left to that reading. */
  #undo(
    scan: Scan,
    source: Source,
    depth: number,
    by: readonly Decoder[],
    guessing: readonly Decoder[] = [],
  ): void {
    if (!this.#complete) return;
    const edits = collect(scan, by);
    const layers = layersOf(edits);
    const [first] = layers.filter((layer) =>
      this.#offerLayer(scan, source, depth, by, edits, layer),
    );
    const guesses = this.#guess(scan, guessing, edits.claims);
    const covered =
      first &&
      coveredBy(first, edits, guesses, scan.text.length, (number) => by[number]?.sure === true);
    edits.close();
    for (const layer of layersOf(guesses, covered))
      this.#offerLayer(scan, source, depth, guessing, guesses, layer);
    guesses.close();
  }

  /** Once the budget has ended nothing more is guessed: what came of it would be told to nobody. */
  #guess(scan: Scan, guessing: readonly Decoder[], claims: Claims): Edits {
    return collect(scan, this.#complete ? guessing : [], claims);
  }

  /** Answers whether what the layer makes of the text is among the readings. */
  #offerLayer(
    scan: Scan,
    source: Source,
    depth: number,
    by: readonly Decoder[],
    edits: Edits,
    layer: Layer,
  ): boolean {
    if (!this.#complete) return false;
    const rewrite = this.#rewriteOf(scan);
    edits.write(layer, rewrite, scan.text.length);
    const names = edits.decodersOf(layer).map((number) => by[number]?.name ?? '');
    return this.#offer(scan, source, depth, rewrite, names, (numbers) =>
      by.filter((_, number) => numbers.has(number)).map(({ name }) => name),
    );
  }

  #respell(scan: Scan, source: Source, depth: number, respelling: Respelling): void {
    if (!this.#complete) return;
    const rewrite = this.#rewriteOf(scan);
    respelling.read(scan, rewrite);
    this.#offer(scan, source, depth, rewrite, [respelling.name], () => [respelling.name]);
  }

  /** What is no longer than the text is written in any case: it may turn out to have been read. */
  #rewriteOf({ text }: Scan): Rewrite {
    return new Rewrite(text, Math.max(text.length, this.#left - readingWork));
  }

  #offer(
    scan: Scan,
    source: Source,
    depth: number,
    rewrite: Rewrite,
    names: readonly string[],
    namesOf: (numbers: ReadonlySet<number>) => readonly string[],
  ): boolean {
    if (rewrite.overflowed) this.#complete = false;
    if (rewrite.length === 0 || !this.#complete) return false;
    const found = rewrite.finish();
    if (found.text === scan.text) return false;
    if (this.#seen.has(found.text)) return true;
    // What hides in it stands in the reading that has been told, of the text before it was folded.
    if (source.folded === true && this.#seen.has(canonicalOf(found.text).text)) return true;
    if (!this.#mayAdd(depth) || !this.#spend(found.text.length)) return false;
    this.#seen.add(found.text);
    const decoded = [...source.decoded, ...names];
    const undone = (start: number, end: number): readonly string[] => {
      const place = found.origin(start, end);
      const own = namesOf(rewrite.decodersOf(start, end));
      const all = [...source.undone(place.start, place.end), ...own];
      return all.length > 0 ? all : decoded;
    };
    this.#add({ text: found.text, origin: through(source, found), decoded, undone }, depth + 1);
    if (this.#views.length >= this.#budget.viewsMax / 2) return true;
    const alone = rewrite.alone(found.text);
    if (alone !== undefined && alone.text.length + readingWork <= this.#left)
      this.#addUndecoded(alone, source, names, true);
    return true;
  }

  #mayAdd(depth: number): boolean {
    const { depthMax, viewsMax } = this.#budget;
    if (depth === depthMax || this.#views.length >= viewsMax) this.#complete = false;
    return this.#complete;
  }

  /** A part of the text, which stands beside others that it may hide from. */
  #addPart(found: Reading, source: Source, depth: number, name: string): void {
    if (this.#mayAdd(depth)) this.#addUndecoded(found, source, [name], name !== concealing);
  }

  /** All that is encoded in it is undone where it stands. */
  #addUndecoded(found: Reading, source: Source, names: readonly string[], alone: boolean): void {
    if (this.#seen.has(found.text) || found.text === source.text) return;
    if (!this.#spend(found.text.length)) return;
    this.#seen.add(found.text);
    const decoded = [...source.decoded, ...names];
    const whole = { ...source, ...behind(source, found), decoded, undone: () => decoded };
    const scan = new Scan(whole.text);
    if (!scan.foreign || !alone)
      this.#views.push(new TextView({ ...whole, alone, canonical: !scan.foreign }, scan));
    if (!scan.foreign) return;
    const { text, origin } = behind(whole, canonicalOf(whole.text));
    // Beside the text as it stands, its canonical form is a reading more.
    if (!alone && !this.#spend(text.length)) return;
    this.#views.push(new TextView({ ...whole, text, origin, alone, canonical: true }));
  }
}
