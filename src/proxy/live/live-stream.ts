/** A streamed answer judged while it flows: takes bytes in any chunking, gives back the frames that may go. */
import { GatewayError } from '../../errors.ts';
import type { Ruling } from '../../governance/decision.ts';
import type { Part } from '../../governance/interaction.ts';
import type { AnswerFacts, Asked, Dialect, FrameReader } from '../dialects/dialect.ts';
import type { Frame, FrameParser } from '../frame.ts';
import type { Framing } from '../framing.ts';
import type { JsonLimits } from '../json.ts';
import { FrameIntake } from './frame-intake.ts';
import { LiveJudgement, type Judging } from './live-judgement.ts';
import { LiveFrames, type LivePlace, type Leaving } from './live-frames.ts';
import { LiveRecord } from './live-record.ts';
import { LiveTexts } from './live-texts.ts';

export type LiveLimits = JsonLimits & { readonly streamHeldBytesMax: number };

export type LiveOptions = Judging & {
  readonly dialect: Pick<Dialect, 'drop' | 'stream'>;
  readonly framing: Framing;
  readonly asked: Asked;
  readonly limits: LiveLimits;
  /** What stands beside the stream, judged with the first of it. */
  readonly beside?: readonly Part[];
};

// Invariant: the same frames give the same rulings and the same frames back, however their bytes were cut.
export class LiveStream {
  readonly record = new LiveRecord();
  readonly #options: LiveOptions;
  readonly #parser: FrameParser;
  readonly #reader: FrameReader;
  readonly #intake: FrameIntake;
  readonly #frames: LiveFrames;
  readonly #texts: LiveTexts;
  readonly #beside: readonly LivePlace[];
  readonly #judgement: LiveJudgement;
  /** Frames from the format's own end on, or without an end of their own, which wait for the end of the record. */
  #ending = 0;
  /** The upstream has ended: what comes now is what it left open. */
  #closing = false;
  /** Characters of texts that the last chunk brought. */
  #brought = 0;
  #news = false;
  #leaving: Leaving[] = [];
  /** What came last, and how much of it has been put in its place. */
  #coming: readonly Frame[] = none;
  #taken = 0;
  #failed: Error | undefined;

  constructor(options: LiveOptions) {
    const { dialect, framing, asked, reach } = options;
    if (dialect.stream === undefined) throw new Error('the format has no streams');
    this.#options = options;
    this.#parser = framing.createParser();
    this.#reader = dialect.stream.createReader(asked);
    this.#frames = new LiveFrames(framing, dialect.drop);
    this.#texts = new LiveTexts(this.record, this.#frames, reach, options.again);
    this.#beside = (options.beside ?? []).flatMap(
      (part) => this.#texts.add({ part, within: [], piece: false }) ?? [],
    );
    this.#judgement = new LiveJudgement(options, this.#texts, this.record);
    this.#intake = new FrameIntake(this.#reader, options.limits, this.#texts, this.record);
  }

  /** The ruling that ended the stream; nothing more of it goes. */
  get blocked(): Ruling | undefined {
    return this.#judgement.blocked;
  }

  /** Why nothing more of it can be read. */
  get failed(): Error | undefined {
    return this.#failed;
  }

  isOver(): boolean {
    return this.blocked !== undefined || this.#failed !== undefined;
  }

  /** Nothing of the answer is missing, nor of what was asked for; only the upstream's own end is. */
  get whole(): boolean {
    return this.#ending > 0 && this.#reader.lacks?.() !== true;
  }

  /** Came and will not go, down to a frame that was never ended; nothing more is taken from then on. */
  giveUp(): string {
    const left = [...this.#coming.slice(this.#taken), ...this.#parser.end()];
    this.#coming = none;
    return this.#frames.sources + left.map(({ source }) => source).join('');
  }

  /** What stands beside the stream was judged. */
  get knowsBeside(): boolean {
    return this.#beside.every(({ text }) => text.waiting === 0);
  }

  get facts(): AnswerFacts {
    return this.#reader.facts();
  }

  /** Characters of all texts that came in pieces. */
  get came(): number {
    return this.#texts.came;
  }

  /** Choices or candidates that have begun, and whose end has not gone. */
  get channels(): readonly number[] {
    return [...new Set([...(this.#reader.open?.() ?? []), ...this.#frames.ends])];
  }

  /** True while something waits to be judged. */
  get holds(): boolean {
    return this.#frames.count > 0;
  }

  /** How many times as much as the last chunk brought has to come before anything can be judged; 0 where that is not known. */
  get lack(): number {
    return this.#brought === 0 ? 0 : this.#texts.wanted / this.#brought;
  }

  /**
   * A stream that cannot be read, or of which too much has to wait, has `failed`; what was certain before still goes.
   * A promise only where the judge gives one.
   */
  push(chunk: Uint8Array): readonly Leaving[] | Promise<readonly Leaving[]> {
    const frames = this.#parser.push(chunk);
    const { came } = this.#texts;
    const judging = this.#takeAll(frames);
    this.#brought = this.#texts.came - came;
    return judging === undefined ? this.#leave() : judging.then(() => this.#leave());
  }

  /** What is left when the upstream has ended, all of it judged. */
  async end(): Promise<readonly Leaving[]> {
    this.#closing = true;
    await this.#takeAll(this.#parser.end());
    this.#checkParser();
    if (!this.isOver()) {
      if (this.#reader.ended()) {
        this.#texts.completeAll();
        await this.#tryLater(this.#try(() => this.#judgement.judge()));
        if (!this.isOver()) await this.#tryLater(this.#judgement.judgeAgain());
      } else this.#failed = toFailure('the upstream’s stream stopped before its end');
    }
    if (!this.isOver()) this.#send(this.#frames.take(0));
    const leaving = this.#leaving.splice(0);
    if (this.isOver()) return leaving;
    // Invariant: a stream that ends has gone as a whole.
    if (this.#frames.count > 0) this.#failed = new Error('a frame was judged and did not settle');
    return leaving;
  }

  #leave(): readonly Leaving[] {
    this.#checkParser();
    if (this.#leaving.length === 0) return none;
    const leaving = this.#leaving;
    this.#leaving = [];
    return leaving;
  }

  /** Behind all frames that were read, so that it tells the same however the bytes were cut. */
  #checkParser(): void {
    if (this.isOver()) return;
    this.#failed = this.#parser.fault();
    if (this.#failed === undefined) this.#checkHeld(this.#parser.open());
  }

  /** `more`: characters of a frame that has not been put in its place. */
  #checkHeld(more: number): void {
    if (this.#frames.exceed(this.#options.limits.streamHeldBytesMax, more))
      this.#failed = toFailure('more of the stream has to be held than is allowed');
  }

  #try<Result>(work: () => Result): Result | undefined {
    try {
      return work();
    } catch (error) {
      this.#fail(error);
      return undefined;
    }
  }

  async #tryLater(work: Promise<void> | undefined): Promise<void> {
    try {
      await work;
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.#failed = error instanceof Error ? error : new Error('unknown', { cause: error });
  }

  #takeAll(frames: readonly Frame[]): Promise<void> | undefined {
    this.#coming = frames;
    this.#taken = 0;
    return this.#takeRest();
  }

  /** At once where no judge is waited for: most frames are only put in their place, and a promise costs more than that. */
  #takeRest(): Promise<void> | undefined {
    for (;;) {
      const frame = this.#coming[this.#taken];
      if (frame === undefined) break;
      this.#checkHeld(frame.source.length);
      if (this.isOver()) return undefined;
      const judging = this.#try(() => this.#take(frame));
      if (judging !== undefined) return this.#goOnBehind(judging);
      this.#let();
      if (this.isOver()) return undefined;
    }
    // What has gone must not be held on to.
    this.#coming = none;
    return undefined;
  }

  async #goOnBehind(judging: Promise<void>): Promise<void> {
    await this.#tryLater(judging);
    this.#let();
    if (!this.isOver()) await this.#takeRest();
  }

  /** After each frame, so that what goes does not hang on how many frames came together. */
  #let(): void {
    this.#send(this.#frames.take(this.#ending));
  }

  /** One by one: an upstream decides how many have waited, and so many arguments no call takes. */
  #send(leaving: readonly Leaving[]): void {
    for (const one of leaving) this.#leaving.push(one);
  }

  #take(frame: Frame): Promise<void> | undefined {
    const taken = this.#intake.take(frame);
    this.#news ||= taken.news;
    this.#frames.add(taken);
    this.#taken += 1;
    this.#ending = this.#closing || this.#reader.ended() ? this.#ending + 1 : 0;
    const isDue = this.#ending === 0 && (this.#news || this.#texts.areDue(taken.places));
    if (!isDue) return undefined;
    this.#news = false;
    return this.#judgement.judge();
  }
}

const none: readonly never[] = [];

function toFailure(detail: string): GatewayError {
  return new GatewayError('upstream_failed', detail);
}
