/** A streamed answer judged while it flows: takes bytes in any chunking, gives back the frames that may go. */
import { GatewayError } from '../../errors.ts';
import type { Ruling } from '../../governance/decision.ts';
import type { Part, Unjudged } from '../../governance/interaction.ts';
import type {
  AnswerFacts,
  Asked,
  Closed,
  Dialect,
  Fragment,
  FrameReader,
} from '../dialects/dialect.ts';
import type { Frame, FrameParser } from '../frame.ts';
import type { Framing } from '../framing.ts';
import { readFrameJson, toAside } from '../held-stream.ts';
import type { JsonLimits } from '../json.ts';
import { LiveFrames, type Leaving, type LivePlace } from './live-frames.ts';
import { LiveRecord } from './live-record.ts';
import { LiveTexts } from './live-texts.ts';
import { weigh, type Look } from './weigh.ts';

export type LiveLimits = JsonLimits & { readonly streamHeldBytesMax: number };

export type LiveOptions = {
  readonly dialect: Pick<Dialect, 'drop' | 'stream'>;
  readonly framing: Framing;
  readonly asked: Asked;
  readonly limits: LiveLimits;
  /** Characters of each text that are held back. */
  readonly reach: number;
  /** True: what was said is judged once more as a whole at the end, for rules that only note. */
  readonly again: boolean;
  readonly judge: (
    parts: readonly Part[],
    unjudged: readonly Unjudged[],
  ) => Ruling | Promise<Ruling>;
};

// Invariant: the same frames give the same rulings and the same frames back, however their bytes were cut.
export class LiveStream {
  readonly record = new LiveRecord();
  readonly #options: LiveOptions;
  readonly #parser: FrameParser;
  readonly #reader: FrameReader;
  readonly #frames: LiveFrames;
  readonly #texts: LiveTexts;
  /** Bytes of a frame that has not ended. */
  #open = 0;
  /** Frames from the format's own end on, which wait for the end of the record. */
  #ending = 0;
  #news = false;
  #leaving: Leaving[] = [];
  #blocked: Ruling | undefined;
  #failed: Error | undefined;

  constructor(options: LiveOptions) {
    const { dialect, framing, asked, reach } = options;
    if (dialect.stream === undefined) throw new Error('the format has no streams');
    this.#options = options;
    this.#parser = framing.createParser();
    this.#reader = dialect.stream.createReader(asked);
    this.#frames = new LiveFrames(framing, dialect.drop);
    this.#texts = new LiveTexts(this.record, reach, options.again);
  }

  /** The ruling that ended the stream; nothing more of it goes. */
  get blocked(): Ruling | undefined {
    return this.#blocked;
  }

  /** Why nothing more of it can be read. */
  get failed(): Error | undefined {
    return this.#failed;
  }

  isOver(): boolean {
    return this.#blocked !== undefined || this.#failed !== undefined;
  }

  /** Came and will not go. */
  get withheld(): string {
    return this.#frames.sources;
  }

  get facts(): AnswerFacts {
    return this.#reader.facts();
  }

  /** Choices or candidates that have begun and not ended. */
  get channels(): readonly number[] {
    return this.#texts.channels;
  }

  /** True while something waits to be judged. */
  get holds(): boolean {
    return this.#frames.count > 0;
  }

  /** A stream that cannot be read, or of which too much has to wait, has `failed`; what was certain before still goes. */
  async push(chunk: Uint8Array): Promise<readonly Leaving[]> {
    await this.#try(async () => {
      const frames = this.#parser.push(chunk);
      this.#open = frames.length === 0 ? this.#open + chunk.length : chunk.length;
      await this.#takeAll(frames);
    });
    if (this.#frames.characters + this.#open > this.#options.limits.streamHeldBytesMax)
      this.#failed ??= toFailure('more of the stream has to be held than is allowed');
    return this.#leaving.splice(0);
  }

  /** What is left when the upstream has ended, all of it judged. */
  async end(): Promise<readonly Leaving[]> {
    await this.#try(async () => {
      await this.#takeAll(this.#parser.end());
      if (this.isOver()) return;
      if (!this.#reader.ended()) throw toFailure('the upstream’s stream stopped before its end');
      this.#texts.completeAll();
      await this.#judge();
      if (!this.isOver()) await this.#judgeAgain();
    });
    const leaving = this.#leaving.splice(0);
    if (this.isOver()) return leaving;
    leaving.push(...this.#frames.take(0));
    // Invariant: a stream that ends has gone as a whole.
    if (this.#frames.count > 0) this.#failed = new Error('a frame was judged and did not settle');
    return leaving;
  }

  async #try(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#failed = error instanceof Error ? error : new Error('unknown', { cause: error });
    }
  }

  async #takeAll(frames: readonly Frame[]): Promise<void> {
    for (const frame of frames) {
      await this.#take(frame);
      // At once, so that what goes does not hang on how many frames came together.
      this.#leaving.push(...this.#frames.take(this.#ending));
      if (this.isOver()) return;
    }
  }

  async #take(frame: Frame): Promise<void> {
    const places: LivePlace[] = [];
    if (frame.aside !== '') this.#place(toAside(frame.aside), places);
    const { data } = frame;
    let value: unknown;
    if (data !== undefined && data !== '' && !this.#reader.mark(data)) {
      const json = readFrameJson(data, this.#options.limits);
      value = json.value;
      const reading = this.#reader.read(json, frame.event);
      for (const fragment of reading.fragments) this.#place(fragment, places);
      for (const item of reading.unjudged) this.#news = this.record.addUnjudged(item) || this.#news;
      for (const closed of reading.closed ?? none) this.#texts.close(closed);
    }
    this.#frames.add({ frame, value, places });
    this.#ending = this.#reader.ended() ? this.#ending + 1 : 0;
    if (this.#ending > 0) return;
    if (this.#news || this.#texts.areDue(places)) await this.#judge();
  }

  #place(fragment: Fragment, places: LivePlace[]): void {
    const place = this.#texts.add(fragment);
    if (place !== undefined) places.push({ ...place, within: fragment.within });
  }

  async #judge(): Promise<void> {
    this.#news = false;
    for (let alone = false; ; alone = true) {
      const looks = this.#texts.look(alone);
      const { reach, judge } = this.#options;
      const judging = judge(
        looks.map(({ part }) => part),
        this.record.unjudged,
      );
      const ruling = judging instanceof Promise ? await judging : judging;
      const weighed = weigh(looks, ruling, reach);
      if (weighed.kind === 'stale' && !alone) continue;
      if (weighed.kind === 'released') this.#let(looks, ruling, weighed);
      else {
        this.record.add(ruling, ruling.findings, looks, false);
        this.#blocked = weighed.kind === 'blocked' ? weighed.ruling : ruling;
      }
      return;
    }
  }

  #let(
    looks: readonly Look[],
    ruling: Ruling,
    { to, edits, findings }: Extract<ReturnType<typeof weigh>, { kind: 'released' }>,
  ): void {
    this.record.add(ruling, findings, looks, edits.length > 0);
    this.#texts.settle(looks, to, edits, findings);
  }

  /** Only what notes is taken from it: whatever would have changed the answer was judged before it went. */
  async #judgeAgain(): Promise<void> {
    const parts = this.#texts.said(this.record.parts);
    if (parts !== undefined)
      this.record.note(await this.#options.judge(parts, this.record.unjudged));
  }
}

const none: readonly Closed[] = [];

function toFailure(detail: string): GatewayError {
  return new GatewayError('upstream_failed', detail);
}
