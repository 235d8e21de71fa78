/** The frames of a live stream in their order: each waits until every text in it is settled, and leaves without what is cut. */
import type { Step } from '../../governance/interaction.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { Frame } from '../frame.ts';
import type { Framing } from '../framing.ts';
import { spliceJson, type TextSplice } from '../splice.ts';
import type { Cut, LiveText } from './live-text.ts';

/** [start, end) of the text is the string at `within` of the frame. */
export type LivePlace = {
  readonly text: LiveText;
  readonly within: readonly Step[];
  readonly start: number;
  readonly end: number;
};

export type LiveFrame = {
  readonly frame: Frame;
  /** What its data says; undefined where it is no JSON. */
  readonly value: unknown;
  readonly places: readonly LivePlace[];
};

/** A frame as it leaves, as it came, and with every finding masked; the same string where nothing differs. */
export type Leaving = {
  readonly released: string;
  readonly returned: string;
  /** Undefined where a finding stands where it cannot be masked. */
  readonly masked: string | undefined;
  readonly value: unknown;
};

export class LiveFrames {
  readonly #framing: Framing;
  readonly #drop: Dialect['drop'];
  /** Channels in which something was cut, from there on. */
  readonly #cut = new Set<number>();
  #waiting: LiveFrame[] = [];
  #characters = 0;

  constructor(framing: Framing, drop: Dialect['drop']) {
    this.#framing = framing;
    this.#drop = drop;
  }

  /** Of the frames that wait. */
  get characters(): number {
    return this.#characters;
  }

  /** All that waits, as it came. */
  get sources(): string {
    return this.#waiting.map(({ frame }) => frame.source).join('');
  }

  get count(): number {
    return this.#waiting.length;
  }

  add(frame: LiveFrame): void {
    this.#waiting.push(frame);
    this.#characters += frame.frame.source.length;
  }

  /** Takes those that may go, but none of the last `kept`. */
  take(kept: number): readonly Leaving[] {
    const most = this.#waiting.length - kept;
    let count = 0;
    while (count < most && isSettled(this.#waiting[count])) count += 1;
    if (count === 0) return [];
    const going = this.#waiting.slice(0, count);
    this.#waiting = this.#waiting.slice(count);
    return going.map((one) => {
      this.#characters -= one.frame.source.length;
      for (const { text } of one.places) if (text.cuts.length > 0) this.#cut.add(text.part.channel);
      const leaving = this.#write(one);
      for (const { text, end } of one.places) text.pass(end);
      return leaving;
    });
  }

  #write(one: LiveFrame): Leaving {
    const { value, frame } = one;
    const returned = frame.source;
    const gone =
      this.#cut.size === 0 || value === undefined
        ? []
        : this.#drop(value, this.#cut).map((at) => ({ at, json: 'null' }));
    const cuts = splicesOf(one, (text) => text.cuts).filter(
      ({ at }) => !gone.some((whole) => isUnder(at, whole.at)),
    );
    const masks = splicesOf(one, (text) => text.masks);
    if (gone.length + cuts.length + masks.length === 0)
      return { released: returned, returned, masked: returned, value };
    const data = frame.data ?? '';
    return {
      returned,
      value,
      released:
        gone.length + cuts.length === 0
          ? returned
          : this.#framing.write(frame, spliceJson(data, cuts, gone)),
      masked: this.#mask(one, masks),
    };
  }

  #mask({ frame, places }: LiveFrame, masks: readonly TextSplice[]): string | undefined {
    if (masks.length === 0) return frame.source;
    if (places.some(({ text }) => text.part.fixed && text.masks.length > 0)) return undefined;
    try {
      return this.#framing.write(frame, spliceJson(frame.data ?? '', masks));
    } catch {
      // Joined from several strings, as the tokens of an answer are: there is no one place to mask.
      return undefined;
    }
  }
}

function isSettled(frame: LiveFrame | undefined): boolean {
  return frame?.places.every(({ text, end }) => text.settled >= end) ?? false;
}

/** A cut that crosses several frames is replaced in the first. */
function splicesOf({ places }: LiveFrame, of: (text: LiveText) => readonly Cut[]): TextSplice[] {
  return places.flatMap(({ text, within, start, end }) =>
    of(text)
      .filter((cut) => cut.start < end && start < cut.end)
      .map((cut) => ({
        at: within,
        start: Math.max(cut.start, start) - start,
        end: Math.min(cut.end, end) - start,
        replacement: cut.start >= start ? cut.replacement : '',
      })),
  );
}

function isUnder(at: readonly Step[], above: readonly Step[]): boolean {
  return above.every((step, index) => at[index] === step);
}
