/** All readings of a text that detectors judge: as it stands, canonical, and with every encoding undone that it may hide. */
import { beside, canonicalView } from './beside.ts';
import { type Budget, budgetFor, Work } from './budget.ts';
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
import { reversed, reversedWords } from './decoders/reversed.ts';
import { collect } from './collect.ts';
import { coveredBy } from './covered.ts';
import type { Edits } from './edits.ts';
import { foreignParts } from './foreign-parts.ts';
import { type Layer, layersOf } from './layers.ts';
import { type Reading, Rewrite } from './rewrite.ts';
import { Scan } from './scan.ts';
import { behind, sameOrigin, type Source, through } from './source.ts';
import { markTold, type Told } from './told.ts';
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

const turns: ReadonlySet<string | undefined> = new Set([reversed.name, reversedWords.name]);

/** Turning round once more, by letters or by words, what was turned both ways, or this way, gives what was there before. */
function isTurnedBack(decoded: readonly string[], name: string): boolean {
  const last = decoded.at(-1);
  return turns.has(name) && (last === name || (turns.has(last) && turns.has(decoded.at(-2))));
}

/** A text on its way through the decoders: where it comes from, and inside how many encodings it stood. */
type Level = { readonly scan: Scan; readonly source: Source; readonly depth: number };

class Reader {
  readonly #budget: Budget;
  readonly #work: Work;
  readonly #views: View[] = [];
  readonly #seen = new Set<string>();

  constructor(budget: Budget) {
    this.#budget = budget;
    this.#work = new Work(budget.workMax);
  }

  read(text: string): Views {
    this.#add({ text, origin: sameOrigin, decoded: none, undone: () => none }, 0);
    const { complete } = this.#work;
    const told = complete ? this.#views : this.#views.filter(({ decoded }) => decoded.length === 0);
    return { views: told, complete };
  }

  /** Adds a reading, its canonical form where that differs, and whatever is encoded in either. */
  #add(source: Source, depth: number): void {
    const scan = new Scan(source.text);
    const level = { scan, source, depth };
    if (!scan.foreign) {
      this.#views.push(new TextView(canonicalView(scan, source), scan));
      this.#decode(level);
      return;
    }
    const folded = canonicalOf(source.text);
    // Signs that are folded within words only may stand for themselves in all of it.
    const isCanonical = depth > 0 && folded.text === source.text;
    if (isCanonical) this.#views.push(new TextView(canonicalView(scan, source), scan));
    else this.#addForeign(level);
    this.#undo(level, smuggled);
    for (const respelling of smuggledWhole) this.#respell(level, respelling);
    // All else that is guessed is guessed of what a reader sees, and that is the canonical form.
    if (!this.#work.complete) {
      if (depth === 0) this.#addFolded(level, folded);
      return;
    }
    const told = { edits: collect(scan, exact), folded };
    this.#offerAll(level, exact, told.edits, numbered);
    if (isCanonical) this.#decode({ ...level, source: { ...source, folded: true } }, told);
    else this.#addFolded(level, folded, told);
    told.edits.close();
  }

  /** Of what was decoded, the canonical form shows detectors most just as well; of the text as it stands, all is shown. */
  #addForeign({ scan, source, depth }: Level): void {
    const parts = depth > 0 ? foreignParts(source.text) : undefined;
    const near = parts && new TextView({ ...source, ...behind(source, parts), canonical: false });
    const own = beside(scan, source);
    this.#views.push(new TextView({ ...source, canonical: false, near, beside: own }, scan));
    if (near !== undefined) this.#work.giveBack((source.text.length - near.text.length) >> 1);
  }

  #addFolded({ source, depth }: Level, folded: Reading, told?: Told): void {
    if (depth > 0 && !this.#work.complete) return;
    const canonical = { ...source, ...behind(source, folded), folded: true };
    // Whatever is decoded from the canonical form and is this again has been read.
    if (depth > 0) {
      if (this.#seen.has(folded.text) || !this.#work.take(folded.text.length)) return;
      this.#seen.add(folded.text);
    }
    const scan = new Scan(folded.text);
    const own = beside(scan, canonical);
    this.#views.push(new TextView({ ...canonical, canonical: true, beside: own }, scan));
    this.#decode({ scan, source: canonical, depth }, told);
  }

  #decode(level: Level, told?: Told): void {
    if (!this.#work.complete) return;
    const { scan, source, depth } = level;
    const edits = collect(scan, exact);
    this.#offerAll(level, exact, edits, guessed, told && markTold(edits, told));
    edits.close();
    for (const respelling of whole)
      if (!isTurnedBack(source.decoded, respelling.name)) this.#respell(level, respelling);
    for (const { name, read } of apart) {
      if (!this.#work.complete) return;
      const rewrite = this.#rewriteOf(scan);
      read(scan, rewrite);
      if (rewrite.overflowed) this.#work.complete = false;
      // A part of the text, which stands beside others that it may hide from.
      else if (rewrite.length > 0 && this.#mayAdd(depth))
        this.#addUndecoded(source, rewrite.finish(), [name], name !== concealing);
    }
  }

  #undo(level: Level, by: readonly Decoder[]): void {
    if (!this.#work.complete) return;
    const edits = collect(level.scan, by);
    this.#offerAll(level, by, edits);
    edits.close();
  }

  /**
   * Guesses that stand unchanged in what the others make of the text are left to that reading; `told` marks edits that
   * stand in a reading before.
   */
  #offerAll(
    level: Level,
    by: readonly Decoder[],
    edits: Edits,
    guessing: readonly Decoder[] = [],
    told?: Uint8Array,
  ): void {
    if (!this.#work.complete) return;
    const { scan } = level;
    const layers = layersOf(edits, { told });
    const [offered] = layers.filter((layer) => this.#offerLayer(level, by, edits, layer));
    const first = told?.includes(1) === true ? layersOf(edits)[0] : offered;
    const guesses = this.#guess(scan, guessing, edits.claims);
    const covered =
      first &&
      coveredBy(first, edits, guesses, scan.text.length, (number) => by[number]?.sure === true);
    for (const layer of layersOf(guesses, { covered }))
      this.#offerLayer(level, guessing, guesses, layer);
    guesses.close();
  }

  /** Once the budget has ended nothing more is guessed: what came of it would be told to nobody. */
  #guess(scan: Scan, guessing: readonly Decoder[], claims: Claims): Edits {
    return collect(scan, this.#work.complete ? guessing : [], claims);
  }

  /** Answers whether what the layer makes of the text is among the readings. */
  #offerLayer(level: Level, by: readonly Decoder[], edits: Edits, layer: Layer): boolean {
    if (!this.#work.complete) return false;
    const rewrite = this.#rewriteOf(level.scan);
    edits.write(layer, rewrite, level.scan.text.length);
    const names = edits.decodersOf(layer).map((number) => by[number]?.name ?? '');
    return this.#offer(level, rewrite, names, (numbers) =>
      by.filter((_, number) => numbers.has(number)).map(({ name }) => name),
    );
  }

  #respell(level: Level, respelling: Respelling): void {
    if (!this.#work.complete) return;
    const rewrite = this.#rewriteOf(level.scan);
    respelling.read(level.scan, rewrite);
    this.#offer(level, rewrite, [respelling.name], () => [respelling.name]);
  }

  #rewriteOf({ text }: Scan): Rewrite {
    return new Rewrite(text, this.#work.roomFor(text));
  }

  /** `names` tells all decoders of the reading, `namesOf` those by their numbers that a stretch of it comes from. */
  #offer(
    { scan, source, depth }: Level,
    rewrite: Rewrite,
    names: readonly string[],
    namesOf: (numbers: ReadonlySet<number>) => readonly string[],
  ): boolean {
    if (rewrite.overflowed) this.#work.complete = false;
    if (rewrite.length === 0 || !this.#work.complete) return false;
    const found = rewrite.finish();
    if (found.text === scan.text) return false;
    if (this.#seen.has(found.text)) return true;
    // What hides in it stands in the reading that has been told, of the text before it was folded.
    if (source.folded === true && this.#seen.has(canonicalOf(found.text).text)) return true;
    if (!this.#mayAdd(depth) || !this.#work.take(found.text.length)) return false;
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
    if (alone !== undefined && this.#work.isLeftFor(alone.text.length))
      this.#addUndecoded(source, alone, names, true);
    return true;
  }

  #mayAdd(depth: number): boolean {
    const { depthMax, viewsMax } = this.#budget;
    if (depth === depthMax || this.#views.length >= viewsMax) this.#work.complete = false;
    return this.#work.complete;
  }

  /** All that is encoded in it is undone where it stands. */
  #addUndecoded(source: Source, found: Reading, names: readonly string[], alone: boolean): void {
    if (this.#seen.has(found.text) || found.text === source.text) return;
    if (!this.#work.take(found.text.length)) return;
    this.#seen.add(found.text);
    const decoded = [...source.decoded, ...names];
    const whole = { ...source, ...behind(source, found), decoded, undone: () => decoded };
    const scan = new Scan(whole.text);
    if (!scan.foreign || !alone)
      this.#views.push(new TextView({ ...whole, alone, canonical: !scan.foreign }, scan));
    if (!scan.foreign) return;
    const { text, origin } = behind(whole, canonicalOf(whole.text));
    // Beside the text as it stands, its canonical form is a reading more.
    if (!alone && !this.#work.take(text.length)) return;
    this.#views.push(new TextView({ ...whole, text, origin, alone, canonical: true }));
  }
}
