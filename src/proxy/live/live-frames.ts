/** The frames of a live stream in their order: each waits until every text in it is settled, and leaves without what is cut. */
import { isUnder, type Step } from '../../governance/interaction.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { framesHeldMax, type Frame } from '../frame.ts';
import type { Framing } from '../framing.ts';
import { readObject } from '../json.ts';
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
  /** Undefined where its data is no JSON. */
  readonly said: Said | undefined;
  places: readonly LivePlace[];
  /** Choices or candidates that end with it. */
  readonly ends: readonly number[];
};

/** What the data of a frame says, as JSON. */
export class Said {
  readonly #data: string;
  readonly #isPiece: boolean;
  #value: unknown;

  /** `value` is left out where nobody has read it, since it only says the next piece of a text. */
  constructor(data: string, value?: unknown) {
    this.#data = data;
    this.#isPiece = value === undefined;
    this.#value = value;
  }

  /** A ping may stand anywhere and says nothing of what is open. */
  isPing(): boolean {
    return !this.#isPiece && readObject(this.#value)?.type === 'ping';
  }

  get value(): unknown {
    this.#value ??= JSON.parse(this.#data) as unknown;
    return this.#value;
  }
}

/** A frame as it leaves, as it came, and with every value masked; the same string where nothing differs. */
export type Leaving = {
  readonly released: string;
  readonly returned: string;
  /** Undefined where a finding stands where it cannot be masked. */
  readonly masked: string | undefined;
  readonly said: Said | undefined;
};

export class LiveFrames {
  readonly #framing: Framing;
  readonly #drop: Dialect['drop'];
  /** Channels in which something was cut, from there on. */
  #cut: Set<number> | undefined;
  #waiting: LiveFrame[] = [];
  #characters = 0;

  constructor(framing: Framing, drop: Dialect['drop']) {
    this.#framing = framing;
    this.#drop = drop;
  }

  get waiting(): readonly LiveFrame[] {
    return this.#waiting;
  }

  /** Whether more waits than may, with so many characters of a frame that is not among them yet. */
  exceed(charactersMax: number, more: number): boolean {
    return this.#characters + more > charactersMax || this.#waiting.length > framesHeldMax;
  }

  /** All that waits, as it came. */
  get sources(): string {
    return this.#waiting.map(({ frame }) => frame.source).join('');
  }

  /** Choices or candidates whose end waits. */
  get ends(): readonly number[] {
    return this.#waiting.flatMap(({ ends }) => ends);
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
      for (const { text } of one.places)
        if (text.isCut) (this.#cut ??= new Set()).add(text.part.channel);
      const leaving = this.#write(one);
      for (const { text, end } of one.places) text.pass(end);
      return leaving;
    });
  }

  #write(one: LiveFrame): Leaving {
    const { said, frame } = one;
    const returned = frame.source;
    const gone =
      this.#cut === undefined || said === undefined
        ? []
        : this.#drop(said.value, this.#cut).map((at) => ({ at, json: 'null' }));
    if (gone.length === 0 && one.places.every(isUncut))
      return { released: returned, returned, masked: returned, said };
    const cuts = splicesOf(one, (text, start) => text.cutsFrom(start)).filter(
      ({ at }) => !gone.some((whole) => isUnder(at, whole.at)),
    );
    const masks = splicesOf(one, (text, start) => text.masksFrom(start));
    if (gone.length + cuts.length + masks.length === 0)
      return { released: returned, returned, masked: returned, said };
    const data = frame.data ?? '';
    return {
      returned,
      said,
      released:
        gone.length + cuts.length === 0
          ? returned
          : this.#framing.write(frame, spliceJson(data, cuts, gone)),
      masked: this.#mask(one, masks),
    };
  }

  #mask({ frame, places }: LiveFrame, masks: readonly TextSplice[]): string | undefined {
    if (masks.length === 0) return frame.source;
    if (places.some(({ text, start }) => text.part.fixed && text.masksFrom(start).length > 0))
      return undefined;
    try {
      return this.#framing.write(frame, spliceJson(frame.data ?? '', masks));
    } catch {
      // Joined from several strings, as the tokens of an answer are: there is no one place to mask.
      return undefined;
    }
  }
}

function isSettled(frame: LiveFrame | undefined): boolean {
  if (frame === undefined) return false;
  for (const { text, end } of frame.places) if (text.settled < end) return false;
  return true;
}

function isUncut({ text, start }: LivePlace): boolean {
  return text.cutsFrom(start).length === 0 && text.masksFrom(start).length === 0;
}

/** A cut that crosses several frames is replaced in the first. */
function splicesOf(
  { places }: LiveFrame,
  of: (text: LiveText, start: number) => readonly Cut[],
): TextSplice[] {
  return places.flatMap(({ text, within, start, end }) =>
    of(text, start)
      .filter((cut) => cut.start < end && start < cut.end)
      .map((cut) => ({
        at: within,
        start: Math.max(cut.start, start) - start,
        end: Math.min(cut.end, end) - start,
        replacement: cut.start >= start ? cut.replacement : '',
      })),
  );
}
