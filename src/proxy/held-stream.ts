/** A streamed answer that is held until its end: read to whole texts, and written again with only the redacted spans changed. */
import { GatewayError } from '../errors.ts';
import type { Edit } from '../governance/decision.ts';
import { isUnder, pointerOf, type Part, type Unjudged } from '../governance/interaction.ts';
import type { AnswerFacts, Asked, Dialect, Fragment, StreamFormat } from './dialects/dialect.ts';
import { besideData, framesHeldMax, type Frame } from './frame.ts';
import { lies } from './dialects/places.ts';
import type { Framing } from './framing.ts';
import { readObject, type Json, type JsonLimits } from './json.ts';
import { toRoundedParts } from './rounded.ts';
import { spliceJson, type TextSplice } from './splice.ts';
import { addText, joinRepeats, type HeldTexts } from './held-texts.ts';
import { hiddenIn, toParts, type StreamText } from './stream-text.ts';
import { readFrameJson } from './upstream-json.ts';

export type HeldStream = {
  readonly framing: Framing;
  readonly frames: readonly Frame[];
  readonly values: readonly unknown[];
  readonly texts: readonly StreamText[];
  readonly parts: readonly Part[];
  readonly unjudged: readonly Unjudged[];
  readonly facts: AnswerFacts;
};

export function readHeldStream(
  bytes: Buffer,
  framing: Framing,
  format: StreamFormat,
  asked: Asked,
  limits: JsonLimits,
): HeldStream {
  const frames = cutFrames(bytes, framing);
  const reader = format.createReader(asked);
  const texts: HeldTexts = { all: new Map(), begun: new Map() };
  const unjudged = new Map<string, Unjudged>();
  const values: unknown[] = [];
  for (const [index, frame] of frames.entries()) {
    const { data } = frame;
    checkFrame(frame);
    const isMute = data === undefined || data === '' || reader.mark(data);
    const aside = isMute ? besideData(frame) : frame.aside;
    for (const fragment of toAsides(aside)) addText(texts, fragment, index);
    if (isMute) {
      values.push(undefined);
      continue;
    }
    const json = readFrame(data, limits);
    values.push(json.value);
    const reading = reader.read(json, frame.event);
    for (const fragment of [...reading.fragments, ...toRoundedFragments(json)])
      addText(texts, fragment, index);
    for (const item of reading.unjudged) addUnjudged(unjudged, item);
  }
  if (!reader.ended())
    throw new GatewayError('upstream_failed', 'the upstream’s stream stopped before its end');
  joinRepeats(texts.all);
  const all = [...texts.all.values()].flatMap((text) => [text, ...hiddenIn(text)]);
  return {
    framing,
    frames,
    values,
    texts: all,
    parts: toParts(all),
    unjudged: [...unjudged.values()],
    facts: reader.facts(),
  };
}

/** Looked at from time to time on the way: frames of one byte would take a hundred times as much as what came. */
const stretchBytes = 262_144;

function cutFrames(bytes: Buffer, framing: Framing): readonly Frame[] {
  const parser = framing.createParser();
  const frames: Frame[] = [];
  for (let from = 0; from < bytes.length; from += stretchBytes) {
    for (const frame of parser.push(bytes.subarray(from, from + stretchBytes))) frames.push(frame);
    if (frames.length > framesHeldMax) throw lies('has more frames than can be held');
  }
  frames.push(...parser.end());
  const fault = parser.fault();
  if (fault !== undefined) throw fault;
  return frames;
}

/** The same frames in the same order; a span that crosses several of them is replaced in the first. */
export function writeHeldStream(
  held: HeldStream,
  edits: readonly Edit[],
  drop: Dialect['drop'],
): string {
  const splices = new Map<number, TextSplice[]>();
  for (const edit of edits) {
    const text = held.texts[edit.part];
    if (text === undefined) throw new Error('an edit names a part that is not there');
    if (text.part.fixed || text.order !== undefined)
      throw new Error('an edit names a part that cannot be rewritten');
    for (const { frame, splice } of toSplices(text, edit)) {
      const group = splices.get(frame);
      if (group === undefined) splices.set(frame, [splice]);
      else group.push(splice);
    }
  }
  const channels = new Set(edits.map((edit) => held.texts[edit.part]?.part.channel ?? 0));
  return held.frames
    .map((frame, index) => {
      if (frame.data === undefined || held.values[index] === undefined) return frame.source;
      const gone = drop(held.values[index], channels).map((at) => ({ at, json: 'null' }));
      const texts = (splices.get(index) ?? []).filter(
        (splice) => !gone.some(({ at }) => isUnder(splice.at, at)),
      );
      if (texts.length + gone.length === 0) return frame.source;
      return held.framing.write(frame, spliceJson(frame.data, texts, gone));
    })
    .join('');
}

/** No frame of any format is anything else: some clients pass over a list or a string, and others read as frames what stands in it. */
export function readFrame(data: string, limits: JsonLimits): Json {
  const json = readFrameJson(data, limits);
  if (Array.isArray(json.value)) throw lies('has a list in the place of a frame');
  if (readObject(json.value) === undefined) throw lies('has a frame that is no object');
  return json;
}

/** None of them can be rewritten either. */
export function toRoundedFragments({ rounded }: Json): readonly Fragment[] {
  return toRoundedParts(rounded, 'assistant').map((part) => ({ part, within: [], piece: false }));
}

/**
 * Comments and the like reach clients byte for byte, so they are judged; none of them can be rewritten. What one comment
 * says may go on in the next, be it of the same frame or not; ids and names are what they are.
 */
export function toAsides(aside: string): readonly Fragment[] {
  if (aside === '') return none;
  const lines = aside.split('\n');
  const comments = lines.filter((line) => line.startsWith(':'));
  const fields = lines.filter((line) => !line.startsWith(':')).join('\n');
  return [
    ...comments.map((line): Fragment => {
      const said = line.slice(line.startsWith(': ') ? 2 : 1);
      return { part: toAside('comment', said), within: none, piece: true, loose: true };
    }),
    ...(fields === '' ? none : [{ part: toAside('field', fields), within: none, piece: false }]),
  ];
}

const none: readonly never[] = [];

function toAside(name: string, text: string): Part {
  return {
    kind: 'assistant',
    role: '',
    at: [name],
    text,
    mapped: false,
    past: false,
    fixed: true,
    channel: 0,
  };
}

function addUnjudged(items: Map<string, Unjudged>, item: Unjudged): void {
  const key = `${item.kind} ${pointerOf(item.at)}`;
  const found = items.get(key);
  items.set(key, found === undefined ? item : { ...found, bytes: found.bytes + item.bytes });
}

function toSplices(text: StreamText, edit: Edit): { frame: number; splice: TextSplice }[] {
  return text.places
    .filter((place) => place.start < edit.end && edit.start < place.end)
    .map((place) => ({
      frame: place.frame,
      splice: {
        at: place.within,
        start: Math.max(edit.start, place.start) - place.start,
        end: Math.min(edit.end, place.end) - place.start,
        replacement: edit.start >= place.start ? edit.replacement : '',
      },
    }));
}

/**
 * Between the letters of another charset there are zeros, and no format of ours has one. Beside the data no server of ours
 * says an object; there are clients that read one as data, whether or not its line says `data:`. Others end lines where
 * Python's `str.splitlines` does, and would read one event as two: inside the data that leaves none that is JSON.
 */
export function checkFrame({ source, aside, event }: Frame): void {
  if (source.includes('\0')) throw lies('holds what is no text');
  if (aside !== '' && likeData.test(aside))
    throw lies('says beside its data what some readers take for data');
  if ((aside !== '' && otherEnds.test(aside)) || (event !== '' && otherEnds.test(event)))
    throw lies('says beside its data what some readers take for the end of a line');
}

/** All of them, and other controls, which no line has either. */
const otherEnds = /[\u2028\u2029]|[^\P{Cc}\t\r\n]/u;

const likeData = /^[^\S\r\n\u2028\u2029]*(?:data\s*:\s*)?\{/im;
