/** The texts of a live stream by their places: what each frame says goes on with one of them, and which are due to be judged. */
import type { Edit } from '../../governance/decision.ts';
import type { Finding } from '../../governance/finding.ts';
import { isUnder, type Part } from '../../governance/interaction.ts';
import type { Closed, Fragment } from '../dialects/dialect.ts';
import { lies } from '../dialects/places.ts';
import { arrive } from './arrival.ts';
import type { LiveFrames, LivePlace } from './live-frames.ts';
import type { LiveRecord } from './live-record.ts';
import { LiveText, nameOf } from './live-text.ts';
import { lookAt, settleLooks, type DueTexts } from './looks.ts';
import { Neighbours } from './neighbours.ts';
import { SaidTexts } from './said-text.ts';
import type { Look } from './weigh.ts';
import { WholeTexts } from './whole-texts.ts';

/** At least so many characters are judged at once. */
const stepMin = 32;
/** From the beginning on, of which a reader is waiting for each word, steps grow to as much as is held back. */
const stepShare = 1 / 3;

/** Texts that come in pieces are looked through whenever one of them is due. */
const flowingMax = 10_000;

export class LiveTexts {
  readonly #record: LiveRecord;
  readonly #frames: LiveFrames;
  readonly #reach: number;
  /** Characters that are judged at once: at the beginning of a text, and later. */
  readonly #firstStep: number;
  readonly #laterStep: number;
  /** Texts that come in pieces, in the order in which they began. */
  readonly #flowing = new Map<string, LiveText>();
  readonly #whole = new WholeTexts();
  readonly #neighbours = new Neighbours();
  /** How much each channel has said. */
  readonly #saidBy = new Map<number, number>();
  /** For rules that judge it once more. */
  readonly #said: SaidTexts | undefined;
  #due = false;
  /** The text that went on last. */
  #latest: LiveText | undefined;
  #came = 0;

  constructor(record: LiveRecord, frames: LiveFrames, reach: number, again: boolean) {
    this.#record = record;
    this.#frames = frames;
    this.#reach = reach;
    this.#firstStep = reach === 0 ? 1 : Math.max(stepMin, Math.ceil(reach / 2));
    this.#laterStep = Math.max(this.#firstStep, reach);
    this.#said = again ? new SaidTexts() : undefined;
  }

  /** Characters of all texts that come in pieces. */
  get came(): number {
    return this.#came;
  }

  /** Characters that are kept to be judged once more. */
  get kept(): number {
    return this.#said?.characters ?? 0;
  }

  /** How many more characters the text that went on last has to have before it is judged; a call is judged when it ends. */
  get wanted(): number {
    const text = this.#latest;
    if (text === undefined) return 0;
    if (text.part.tool !== undefined) return Infinity;
    return Math.max(this.#reach + 1 - text.waiting, this.#stepOf(text) - text.fresh);
  }

  /** Where a string of a frame stands in its text; undefined where it is known to be clean. */
  add(
    { part, piece, within, loose }: Fragment,
    beside: readonly LivePlace[] = none,
  ): LivePlace | undefined {
    if (!flows(part, piece)) return this.#addWhole(part, within);
    const name = nameOf(part);
    let text = this.#flowing.get(name);
    if (text === undefined) {
      if (this.#flowing.size >= flowingMax)
        throw lies('goes on with more texts than can be followed');
      text = new LiveText(part, this.#record.numberOf(part), false, { loose });
      if (text.quotes !== undefined) {
        arrive(text, this.#flowing.values(), this.#frames.waiting);
        for (const { of, from, length } of text.quotes) this.#sayOf(text, of, from, length);
      } else {
        text.begin(this.#whole.begunAt(name));
        this.#neighbours.add(text);
      }
      this.#flowing.set(name, text);
    } else if (text.isLabel(part.text)) return { text, within, start: 0, end: part.text.length };
    return this.goOn(text, part.text, within, beside);
  }

  /** The next piece of a text that has begun; `beside`: where the pieces before it in its frame stand. */
  goOn(
    text: LiveText,
    piece: string,
    within: LivePlace['within'],
    beside: readonly LivePlace[] = none,
  ): LivePlace {
    const start = text.length;
    if (text.quotes !== undefined) this.#quote(text, piece, within, beside);
    else {
      text.append(piece);
      this.#said?.add(text.number, piece);
    }
    if (!text.loose) {
      const { part } = text;
      const isNew = text.quotes === undefined ? piece.length : 0;
      text.saidAt = (this.#saidBy.get(part.channel) ?? 0) + isNew;
      this.#saidBy.set(part.channel, text.saidAt);
      text.complete = false;
      this.#latest = text;
      this.#came += isNew;
      this.#due ||=
        text.waiting > this.#reach && part.tool === undefined && text.fresh >= this.#stepOf(text);
    }
    return { text, within, start, end: text.length };
  }

  /** What it says was just said at a place of its own. */
  #quote(
    text: LiveText,
    piece: string,
    within: LivePlace['within'],
    beside: readonly LivePlace[],
  ): void {
    const own = beside.find((each) => each.within === within && each.text.quotes === undefined);
    if (own === undefined) throw new Error('a text is put together of what nobody has said');
    text.quote(own.text, own.start, piece);
    this.#sayOf(text, own.text, own.start, piece.length);
  }

  #sayOf(text: LiveText, of: LiveText, from: number, length: number): void {
    this.#said?.quote(text.number, of.number, of.length - from, length);
  }

  #stepOf({ settled }: LiveText): number {
    return Math.min(this.#laterStep, Math.max(this.#firstStep, settled * stepShare));
  }

  /** Where a whole text says what its place has said in pieces: what is cut out of those goes here as well. */
  findRepeated({ part, within, piece }: Fragment): LivePlace | undefined {
    const text = piece ? undefined : this.#flowing.get(nameOf(part));
    if (text?.isSaidBy(part) !== true) return undefined;
    if (text.forgets)
      throw lies('says as a whole again what more was taken out of than is remembered');
    return { text, within, start: 0, end: text.length };
  }

  #addWhole(part: Part, within: LivePlace['within']): LivePlace | undefined {
    if (this.#whole.isClean(part)) return undefined;
    let text = this.#whole.find(part);
    if (text === undefined) {
      const flowing = this.#flowing.get(nameOf(part));
      const isFlowing = flowing !== undefined;
      const repeats = isFlowing || this.#whole.isFound(part);
      text = new LiveText(part, this.#record.numberOf(part), true, { repeats, whole: true });
      text.append(part.text);
      this.#whole.add(part, text);
      if (!repeats || flowing?.isSaidBy(part) === false) this.#neighbours.add(text);
      if (!isFlowing) {
        this.#said?.add(text.number, part.text);
        if (part.mapped && part.kind !== 'metadata') this.#whole.beginWith(part);
      }
    }
    return { text, within, start: 0, end: text.length };
  }

  /** Nothing more comes under these places: calls are complete, and a whole choice is over. */
  close({ at, channel }: Closed): void {
    for (const text of this.#flowing.values()) {
      const isOver = channel !== undefined && text.part.channel === channel;
      if (!isOver && (text.part.tool === undefined || !isUnder(text.part.at, at))) continue;
      text.complete = true;
      this.#due ||= text.waiting > 0;
    }
    if (channel !== undefined) this.#saidBy.delete(channel);
  }

  completeAll(): void {
    for (const text of this.#flowing.values()) text.complete = true;
  }

  /** A frame that is nothing but whole texts need not wait for others; pieces wait until enough of them came. */
  areDue(places: readonly LivePlace[]): boolean {
    if (this.#due || places.length === 0) return this.#due;
    for (const { text } of places) if (!text.complete || text.waiting === 0) return false;
    return true;
  }

  /** Everything that can be judged now. `alone`: without what went before. */
  look(alone: boolean): readonly Look[] {
    this.#due = false;
    return lookAt(this.#findDue(), alone);
  }

  #findDue(): DueTexts {
    const texts = [...this.#flowing.values()];
    const { waiting } = this.#whole;
    if (waiting !== undefined) {
      texts.push(...waiting);
      texts.sort((one, other) => one.number - other.number);
    }
    const due = new Map<LiveText, boolean>();
    for (const text of texts) {
      if (text.waiting === 0) continue;
      const isWhole = text.complete || this.#isLeft(text);
      if (isWhole || text.part.tool === undefined) due.set(text, isWhole);
    }
    return due;
  }

  /** When so much else was said in its channel, nothing that began in a text goes on where that left off. */
  #isLeft(text: LiveText): boolean {
    if (text.part.tool !== undefined) return false;
    return (this.#saidBy.get(text.part.channel) ?? Infinity) - text.saidAt >= this.#reach;
  }

  /** `looks` were judged together: each text goes as far as `to` says of its look. */
  settle(
    looks: readonly Look[],
    to: readonly number[],
    edits: readonly Edit[],
    findings: readonly Finding[],
  ): void {
    this.#whole.settle(settleLooks(looks, to, edits, findings));
  }

  /** The parts with all that was said in them; calls of tools were judged as a whole before, and are texts here. */
  said(parts: readonly Part[]): readonly Part[] | undefined {
    const said = this.#said;
    return said && parts.map(({ tool: _, ...part }, at) => ({ ...part, ...said.read(at) }));
  }
}

const none: readonly never[] = [];

/** The name of a call whose arguments follow is a part of what is in pieces. */
function flows({ at, tool }: Part, piece: boolean): boolean {
  return piece || (tool !== undefined && tool.args === undefined && at.at(-1) === 'name');
}
