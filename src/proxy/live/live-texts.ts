/** The texts of a live stream by their places: what each frame says goes on with one of them, and which are due to be judged. */
import type { Edit } from '../../governance/decision.ts';
import type { Finding } from '../../governance/finding.ts';
import { isUnder, type Part } from '../../governance/interaction.ts';
import { wordKinds } from '../../governance/runs.ts';
import type { Closed, Fragment } from '../dialects/dialect.ts';
import { lies } from '../dialects/places.ts';
import { arrive } from './arrival.ts';
import type { LiveFrames, LivePlace } from './live-frames.ts';
import type { LiveRecord } from './live-record.ts';
import { LiveText, nameOf } from './live-text.ts';
import { lookAt, settleLooks, type DueTexts } from './looks.ts';
import { Neighbours } from './neighbours.ts';
import { Progress } from './progress.ts';
import { SaidTexts } from './said-text.ts';
import type { Look } from './weigh.ts';
import { WholeTexts } from './whole-texts.ts';

/** Texts that come in pieces are looked through whenever one of them is due. */
const flowingMax = 10_000;

export class LiveTexts {
  readonly #record: LiveRecord;
  readonly #frames: LiveFrames;
  readonly #progress: Progress;
  /** Texts that come in pieces, in the order in which they began. */
  readonly #flowing = new Map<string, LiveText>();
  readonly #whole = new WholeTexts();
  readonly #neighbours = new Neighbours();
  /** For rules that judge it once more. */
  readonly #said: SaidTexts | undefined;
  #due = false;
  /** The text that went on last. */
  #latest: LiveText | undefined;
  #came = 0;

  constructor(record: LiveRecord, frames: LiveFrames, reach: number, again: boolean) {
    this.#record = record;
    this.#frames = frames;
    this.#progress = new Progress(reach);
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

  /** How many more characters the text that went on last has to have before it is judged. */
  get wanted(): number {
    return this.#latest === undefined ? 0 : this.#progress.wantedBy(this.#latest);
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
      const isNew = text.quotes === undefined ? piece.length : 0;
      text.complete = false;
      this.#latest = text;
      this.#came += isNew;
      this.#due = this.#progress.tell(text, isNew) || this.#due;
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
      const repeats = flowing !== undefined;
      const complete = repeats || !isWord(part);
      text = new LiveText(part, this.#record.numberOf(part), complete, { repeats, whole: true });
      text.append(part.text);
      if (!complete) this.#due = this.#progress.tell(text, part.text.length) || this.#due;
      this.#whole.add(part, text);
      if (!repeats || !flowing.isSaidBy(part)) this.#neighbours.add(text);
      if (!repeats) {
        this.#said?.add(text.number, part.text);
        if (part.mapped && part.kind !== 'metadata') this.#whole.beginWith(part);
      }
    }
    return { text, within, start: 0, end: text.length };
  }

  /** Nothing more comes under these places: calls are complete, and a whole choice is over. */
  close({ at, channel }: Closed): void {
    const complete = (text: LiveText): void => {
      const isOver = channel !== undefined && text.part.channel === channel;
      if (!isOver && (text.part.tool === undefined || !isUnder(text.part.at, at))) return;
      text.complete = true;
      this.#due ||= text.waiting > 0;
    };
    for (const text of this.#flowing.values()) complete(text);
    for (const text of this.#whole.waiting ?? none) complete(text);
    if (channel !== undefined) this.#progress.close(channel);
  }

  completeAll(): void {
    for (const text of this.#flowing.values()) text.complete = true;
    for (const text of this.#whole.waiting ?? none) text.complete = true;
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
    this.#progress.begin();
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
      const isWhole = text.complete || this.#progress.isLeft(text);
      if (isWhole || text.part.tool === undefined) due.set(text, isWhole);
    }
    return due;
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

/** Clients put it together with the words behind it, so its end waits for them as that of any words. */
function isWord({ kind, mapped, apart, tool }: Part): boolean {
  return mapped && apart !== true && tool === undefined && wordKinds.has(kind);
}

/** The name of a call whose arguments follow is a part of what is in pieces. */
function flows({ at, tool }: Part, piece: boolean): boolean {
  return piece || (tool !== undefined && tool.args === undefined && at.at(-1) === 'name');
}
