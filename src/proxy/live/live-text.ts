/** One text of a live stream: what of it may go, what still waits, and what has to be cut out of either. */
import type { Part } from '../../governance/interaction.ts';
import { sortOf } from '../../governance/runs.ts';
import { replaceRanges } from '../splice.ts';
import { digestOf } from './digest.ts';

/** A stretch of a text and what stands in its place; offsets are into the whole text. */
export type Cut = { readonly start: number; readonly end: number; readonly replacement: string };

/** What was released is kept this far back, so that what follows is judged in its surroundings. */
export const contextCharacters = 400;
/** More than the digits of a card. */
const labelMin = 24;

type Nature = {
  readonly loose?: boolean | undefined;
  readonly repeats?: boolean;
  readonly whole?: boolean;
};

/** [start, start + length) of a text is what another says from `from` on; both count from where the texts began. */
export type Quote = {
  readonly of: LiveText;
  readonly from: number;
  readonly start: number;
  readonly length: number;
};

export class LiveText {
  /** Without what it says, which comes piece by piece. */
  readonly part: Part;
  /** The part's number on record. */
  readonly number: number;
  /** Everything before it may go. */
  settled = 0;
  /** True: filler that stands beside an answer, of which nothing is held back. */
  readonly loose: boolean;
  /** True: it says as a whole what its place said in pieces. */
  readonly repeats: boolean;
  /** True: it came whole, and may stand in several frames. */
  readonly whole: boolean;
  /** Of which stretches of other texts it is put together that waits; undefined where it says something of its own. */
  readonly quotes: Quote[] | undefined;
  /** True: nothing more of it will come, so all of it can be judged. */
  complete: boolean;
  /** Characters that came since it was last judged. */
  fresh = 0;
  /** True: something was found in what it says, as a whole, of which a part may have gone. */
  stained = false;
  /** How much its channel had said when this text last went on. */
  saidAt = 0;
  /** What was said by the same voice right before it began, and what of that under its name. */
  before: LiveText | undefined;
  like: LiveText | undefined;
  /** What has to be cut out, and masked, of frames that wait. */
  #cuts: readonly Cut[] = [];
  #masks: readonly Cut[] = [];
  /** Those of frames that have gone, and how far these went: the same may be said once more as a whole. */
  readonly #goneCuts: Cut[] = [];
  readonly #goneMasks: Cut[] = [];
  #gone = 0;
  digest = 0;
  /** Where the pieces that wait begin, of which each may be read by itself. */
  #starts: number[] | undefined;
  #context = '';
  #pending = '';
  #first = '';
  #sort: string | undefined;
  #constant = true;

  constructor(
    part: Part,
    number: number,
    complete: boolean,
    { loose = false, repeats = false, whole = false }: Nature = {},
  ) {
    this.part = { ...part, text: '' };
    this.number = number;
    this.repeats = repeats;
    this.whole = whole;
    this.quotes = part.order && [];
    this.loose = loose;
    this.complete = complete || this.loose;
  }

  get length(): number {
    return this.settled + this.#pending.length;
  }

  get waiting(): number {
    return this.#pending.length;
  }

  /** The end of what was released, as it was released, and all that waits. */
  get window(): string {
    return this.#context + this.#pending;
  }

  /** Where in the window that begins which waits. */
  get from(): number {
    return this.#context.length;
  }

  /** A stretch of what waits. */
  slice(start: number, end: number): string {
    return this.#pending.slice(start - this.settled, end - this.settled);
  }

  /** Where in the window the pieces begin that wait; undefined where none is read by itself. */
  get pieces(): readonly number[] | undefined {
    const shift = this.from - this.settled;
    return this.#starts?.map((start) => start + shift);
  }

  /** What stood at its place before it began. */
  begin(context: string): void {
    this.#context = context;
  }

  append(piece: string): void {
    this.#constant &&= this.#first === '' || this.#first === piece;
    if (this.#first === '') this.#first = piece;
    if (this.loose) (this.#starts ??= []).push(this.length);
    this.#pending += piece;
    this.digest = digestOf(piece, this.digest);
    this.fresh += piece.length;
  }

  get isCut(): boolean {
    return this.#cuts.length > 0;
  }

  /** What is cut out from a place on; more may be among it. */
  cutsFrom(start: number): readonly Cut[] {
    return start < this.#gone ? [...this.#goneCuts, ...this.#cuts] : this.#cuts;
  }

  masksFrom(start: number): readonly Cut[] {
    return start < this.#gone ? [...this.#goneMasks, ...this.#masks] : this.#masks;
  }

  /** Whether more was taken out of what has gone than is remembered, so that it cannot be taken out once more. */
  get forgets(): boolean {
    return this.#goneCuts.length > goneCutsMax || this.#goneMasks.length > goneCutsMax;
  }

  /** Whether a part says as a whole what was said here in pieces. */
  isSaidBy({ text, fixed, tool }: Part): boolean {
    const own = this.part;
    if (text.length !== this.length || fixed !== own.fixed || tool?.name !== own.tool?.name)
      return false;
    return digestOf(text, 0) === this.digest;
  }

  /** The same for texts that stand under one name, wherever. */
  get sort(): string {
    this.#sort ??= sortOf(this.part);
    return this.#sort;
  }

  /** Whether it says at the same place what another one says. */
  isSaidAgain({ part, length, digest }: LiveText): boolean {
    return length === this.length && digest === this.digest && nameOf(part) === nameOf(this.part);
  }

  /** Goes on with what another text says from `from` on. */
  quote(of: LiveText, from: number, piece: string): void {
    const { quotes = [] } = this;
    if (piece === '') return;
    const last = quotes.at(-1);
    if (last?.of === of && last.from + last.length === from)
      quotes[quotes.length - 1] = { ...last, length: last.length + piece.length };
    else quotes.push({ of, from, start: this.length, length: piece.length });
    this.append(piece);
  }

  /**
   * Off the map, the same word in every frame is a label, once a row of it tells what it spells. Further ones stand where the
   * first one does, so that they wait for what is found in that, and go without it as well.
   */
  isLabel(piece: string): boolean {
    if (this.part.mapped || !this.#constant || piece !== this.#first) return false;
    return this.length >= Math.max(labelMin, 2 * piece.length);
  }

  /** Without its surroundings, where those were cut off so that they look like something else. */
  forget(): void {
    this.#context = '';
  }

  /** Lets everything before `to` in the window go. */
  settle(to: number, cuts: readonly Cut[], masks: readonly Cut[]): void {
    const count = to - this.#context.length;
    const released = this.#pending.slice(0, count);
    const own = cuts.map((cut) => ({
      ...cut,
      start: cut.start - this.settled,
      end: cut.end - this.settled,
    }));
    this.#context = tailOf(this.#context + replaceRanges(released, own));
    this.#pending = this.#pending.slice(count);
    this.settled += count;
    if (this.#starts !== undefined) this.#starts = this.#waitingOf(this.#starts);
    this.#passQuotes();
    if (cuts.length > 0) this.#cuts = [...this.#cuts, ...cuts];
    if (masks.length > 0) this.#masks = [...this.#masks, ...masks];
  }

  /** Of what has gone nothing is told any more, and of a stretch that was begun the rest is. */
  #passQuotes(): void {
    const { quotes, settled } = this;
    if (quotes === undefined) return;
    const first = quotes.findIndex(({ start, length }) => start + length > settled);
    quotes.splice(0, first === -1 ? quotes.length : first);
    const [begun] = quotes;
    if (begun === undefined || begun.start >= settled) return;
    const gone = settled - begun.start;
    const { of, from, length } = begun;
    quotes[0] = { of, from: from + gone, start: settled, length: length - gone };
  }

  /** Those that have gone are no more, and of one that was begun the rest is. */
  #waitingOf(starts: readonly number[]): number[] {
    const { settled } = this;
    const begun = starts.findLastIndex((start) => start <= settled);
    const left = starts.slice(Math.max(begun, 0));
    return this.waiting === 0 ? [] : left.map((start) => Math.max(start, settled));
  }

  /** Sets aside what lies behind the frames that have gone; frames behind them may say the same whole text. */
  pass(to: number): void {
    if (this.whole) return;
    this.#gone = Math.max(this.#gone, to);
    // Frames that say the label may still wait when another word has come.
    const label = this.part.mapped ? 0 : this.#first.length;
    const stays = ({ start, end }: Cut): boolean => end > to || start < label;
    const keep = (all: readonly Cut[], gone: Cut[]): readonly Cut[] => {
      if (all.length === 0) return all;
      for (const cut of all) if (!stays(cut) && gone.length <= goneCutsMax) gone.push(cut);
      return all.filter(stays);
    };
    this.#cuts = keep(this.#cuts, this.#goneCuts);
    this.#masks = keep(this.#masks, this.#goneMasks);
  }
}

/** Of a text, remembered of what has gone. */
const goneCutsMax = 20_000;

/** Begins with a word, so that no number or name is cut into another. */
export function tailOf(text: string): string {
  if (text.length <= contextCharacters) return text;
  const from = text.length - contextCharacters;
  const space = text.slice(from, from + contextCharacters / 2).search(/\s/);
  return text.slice(space === -1 ? from : from + space);
}

/** The format’s own names hold no such character: what parsers could read differently is refused. */
export function nameOf(part: Part): string {
  return `${part.kind}\0${part.channel}\0${part.at.join('\0')}`;
}
