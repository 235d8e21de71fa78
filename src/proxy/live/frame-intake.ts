/** Reads the frames of a live stream into their texts; one that only says the next pieces is told by its shape. */
import type { Part } from '../../governance/interaction.ts';
import type { FrameReader, FrameReading } from '../dialects/dialect.ts';
import { besideData, type Frame } from '../frame.ts';
import { readFrame, checkFrame, toAsides, toRoundedFragments } from '../held-stream.ts';
import type { JsonLimits } from '../json.ts';
import { Said, type LiveFrame, type LivePlace } from './live-frames.ts';
import type { LiveRecord } from './live-record.ts';
import type { LiveTexts } from './live-texts.ts';
import { Moulds, type Fit } from './moulds.ts';

/** A frame with what stands in it. */
export type TakenFrame = LiveFrame & {
  /** True: it holds something unjudged that was not known of before. */
  readonly news: boolean;
};

export class FrameIntake {
  readonly #reader: FrameReader;
  readonly #limits: JsonLimits;
  readonly #texts: LiveTexts;
  readonly #record: LiveRecord;
  readonly #moulds = new Moulds();

  constructor(reader: FrameReader, limits: JsonLimits, texts: LiveTexts, record: LiveRecord) {
    this.#reader = reader;
    this.#limits = limits;
    this.#texts = texts;
    this.#record = record;
  }

  /** Throws GatewayError where the frame cannot be read. */
  take(frame: Frame): TakenFrame {
    const fit = this.#moulds.find(frame);
    return fit === undefined ? this.#read(frame) : this.#goOn(frame, fit);
  }

  #goOn(frame: Frame, fit: Fit): TakenFrame {
    const pieces: LivePlace[] = [];
    for (const [at, { text, within }] of fit.places.entries())
      pieces.push(this.#texts.goOn(text, fit.pieces[at] ?? '', within, pieces));
    const places = fit.still.length === 0 ? pieces : [...pieces, ...fit.still];
    return { frame, said: new Said(frame.data ?? ''), places, news: false, ends: none };
  }

  #read(frame: Frame): TakenFrame {
    const { data } = frame;
    const places: LivePlace[] = [];
    const still: LivePlace[] = [];
    checkFrame(frame);
    const isMute = data === undefined || data === '' || this.#reader.mark(data);
    const aside = isMute ? besideData(frame) : frame.aside;
    for (const fragment of toAsides(aside)) addPlace(places, this.#texts.add(fragment));
    if (isMute) {
      if (data !== undefined && data !== '') this.#moulds.clear();
      return { frame, said: undefined, places, news: false, ends: none };
    }
    const json = readFrame(data, this.#limits);
    const reading = this.#reader.read(json, frame.event);
    let alike = frame.aside === '' && isOnlySaid(reading);
    for (const fragment of [...reading.fragments, ...toRoundedFragments(json)]) {
      const repeated = this.#texts.findRepeated(fragment);
      if (repeated !== undefined) places.push(repeated);
      const place = this.#texts.add(fragment, places);
      alike &&= repeated === undefined;
      if (place === undefined) continue;
      const { part, piece } = fragment;
      // What comes whole is whole in the next frame too, and goes on with nothing.
      if (!piece && isStill(part)) still.push(place);
      else {
        alike &&= piece && part.mapped;
        places.push(place);
      }
    }
    let news = false;
    for (const item of reading.unjudged) news = this.#record.addUnjudged(item) || news;
    const closed = reading.closed ?? none;
    for (const one of closed) this.#texts.close(one);
    const { drifting } = reading;
    if (alike && drifting !== undefined && places.length > 0)
      this.#moulds.cast(frame, places, drifting, still);
    else this.#moulds.clear();
    // The shape keeps the places of its pieces, and those alone.
    const all = still.length === 0 ? places : [...places, ...still];
    const ends = closed.length === 0 ? none : closed.flatMap(({ channel }) => channel ?? []);
    return { frame, said: new Said(data, json.value), places: all, news, ends };
  }
}

const none: readonly never[] = [];

/** The id of an item, and the like: in a frame of the same shape it is the same text, whether or not it was judged yet. */
function isStill({ kind, mapped, tool }: Part): boolean {
  return kind === 'metadata' && mapped && tool === undefined;
}

function isOnlySaid({ unjudged, closed }: FrameReading): boolean {
  return unjudged.length === 0 && (closed ?? none).length === 0;
}

function addPlace(places: LivePlace[], place: LivePlace | undefined): void {
  if (place !== undefined) places.push(place);
}
