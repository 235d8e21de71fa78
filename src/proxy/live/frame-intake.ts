/** Reads the frames of a live stream into their texts; one that only says the next pieces is told by its shape. */
import type { FrameReader, FrameReading } from '../dialects/dialect.ts';
import { besideData, type Frame } from '../frame.ts';
import { readFrameJson, refuseZeros, toAside, toRoundedFragments } from '../held-stream.ts';
import type { JsonLimits } from '../json.ts';
import { Said, type LiveFrame, type LivePlace } from './live-frames.ts';
import type { LiveRecord } from './live-record.ts';
import { flows, type LiveTexts } from './live-texts.ts';
import { Mould } from './mould.ts';

/** A frame with what stands in it. */
export type TakenFrame = LiveFrame & {
  /** True: it holds something unjudged that was not known of before. */
  readonly news: boolean;
};

/** So often in a row a shape is made of a frame without the next one fitting; a stream that is never alike stays unlike. */
const mouldsMax = 16;

export class FrameIntake {
  readonly #reader: FrameReader;
  readonly #limits: JsonLimits;
  readonly #texts: LiveTexts;
  readonly #record: LiveRecord;
  #mould: Mould | undefined;
  /** Where the pieces stood in the frame that the mould was made of. */
  #places: readonly LivePlace[] = [];
  #mouldsLeft = mouldsMax;

  constructor(reader: FrameReader, limits: JsonLimits, texts: LiveTexts, record: LiveRecord) {
    this.#reader = reader;
    this.#limits = limits;
    this.#texts = texts;
    this.#record = record;
  }

  /** Throws GatewayError where the frame cannot be read. */
  take(frame: Frame): TakenFrame {
    const pieces = this.#mould?.read(frame);
    return pieces === undefined ? this.#read(frame) : this.#goOn(frame, pieces);
  }

  #goOn(frame: Frame, pieces: readonly string[]): TakenFrame {
    this.#mouldsLeft = mouldsMax;
    const places = this.#places.map(({ text, within }, at) =>
      this.#texts.goOn(text, pieces[at] ?? '', within),
    );
    return { frame, said: new Said(frame.data ?? ''), places, news: false, ends: none };
  }

  #read(frame: Frame): TakenFrame {
    const { data } = frame;
    const places: LivePlace[] = [];
    this.#mould = undefined;
    refuseZeros(frame);
    const isMute = data === undefined || data === '' || this.#reader.mark(data);
    const aside = isMute ? besideData(frame) : frame.aside;
    if (aside !== '') addPlace(places, this.#texts.add(toAside(aside)));
    if (isMute) return { frame, said: undefined, places, news: false, ends: none };
    const json = readFrameJson(data, this.#limits);
    const reading = this.#reader.read(json, frame.event);
    let alike = frame.aside === '' && isOnlySaid(reading);
    for (const fragment of [...reading.fragments, ...toRoundedFragments(json)]) {
      const place = this.#texts.add(fragment);
      if (place === undefined) continue;
      alike &&= flows(fragment.part, fragment.piece) && fragment.part.mapped;
      places.push(place);
    }
    let news = false;
    for (const item of reading.unjudged) news = this.#record.addUnjudged(item) || news;
    const closed = reading.closed ?? none;
    for (const one of closed) this.#texts.close(one);
    if (alike) this.#cast(frame, reading, places);
    const ends = closed.length === 0 ? none : closed.flatMap(({ channel }) => channel ?? []);
    return { frame, said: new Said(data, json.value), places, news, ends };
  }

  #cast(frame: Frame, { drifting }: FrameReading, places: readonly LivePlace[]): void {
    if (drifting === undefined || places.length === 0 || this.#mouldsLeft === 0) return;
    this.#mouldsLeft -= 1;
    const pieces = places.map(({ within }) => within);
    this.#mould = Mould.of(frame, pieces, drifting);
    this.#places = places;
  }
}

const none: readonly never[] = [];

function isOnlySaid({ unjudged, closed }: FrameReading): boolean {
  return unjudged.length === 0 && (closed ?? none).length === 0;
}

function addPlace(places: LivePlace[], place: LivePlace | undefined): void {
  if (place !== undefined) places.push(place);
}
