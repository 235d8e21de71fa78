/** The texts of a held stream: pieces of one place are joined, and what is said again shares the place of the first. */
import { pointerOf, type Part } from '../governance/interaction.ts';
import type { Fragment } from './dialects/dialect.ts';
import { rowOf } from './dialects/places.ts';
import type { Place, StreamText } from './stream-text.ts';

export type HeldTexts = {
  readonly all: Map<string, StreamText>;
  /** The last text that came whole at each place. */
  readonly begun: Map<string, StreamText>;
};

/** Pieces of one text are joined; a text that is said again as a whole shares the place of the first. */
export function addText(texts: HeldTexts, fragment: Fragment, frame: number): void {
  const { all, begun } = texts;
  const { part, within, piece, loose } = fragment;
  const head = `${part.kind} ${part.channel} ${pointerOf(part.at)}`;
  const key = piece ? head : `${head}\0${part.text}`;
  const found = all.get(key) ?? (piece ? begin(texts, head, fragment, frame) : undefined);
  const length = part.text.length;
  if (found === undefined) {
    const places = [{ frame, within, start: 0, end: length }];
    const starts = loose === true ? { starts: [0] } : undefined;
    const text = { part, pieces: [part.text], length, places, ...starts };
    all.set(key, text);
    if (!piece && part.mapped) begun.set(head, text);
    return;
  }
  const start = piece ? found.length : 0;
  found.places.push({ frame, within, start, end: start + length });
  if (!piece) return;
  if (loose === true) (found.starts ??= [0]).push(start);
  found.pieces.push(part.text);
  found.length += length;
}

/** What a place says in pieces and then again as a whole is one text: what is found in it is found once. */
export function joinRepeats(all: Map<string, StreamText>): void {
  for (const [head, { part, pieces, places }] of all) {
    const key = `${head}\0${pieces.join('')}`;
    const again = all.get(key);
    if (again?.part.fixed !== part.fixed || again.part.tool?.name !== part.tool?.name) continue;
    for (const place of again.places) places.push(place);
    all.delete(key);
  }
}

/** What a text has said already when its first piece comes; undefined where that is nothing. */
function begin(
  texts: HeldTexts,
  head: string,
  { part, arrival }: Fragment,
  frame: number,
): StreamText | undefined {
  if (arrival === true) return arriveWith(texts, head, part, frame);
  // Clients go on with what stands at a place already, however it was said.
  const whole = texts.begun.get(head);
  if (whole === undefined) return undefined;
  const text = { ...whole, pieces: [...whole.pieces], places: [...whole.places] };
  texts.all.set(head, text);
  return text;
}

/** All that its kind said in the frames before, in the order in which it came. */
function arriveWith({ all }: HeldTexts, head: string, part: Part, before: number): StreamText {
  const text: StreamText = { part, pieces: [], length: 0, places: [] };
  const said: { readonly place: Place; readonly piece: string }[] = [];
  for (const [key, other] of all) {
    if (key.includes('\0') || !areOneRow(other.part, part)) continue;
    const whole = other.pieces.join('');
    for (const place of other.places)
      if (place.frame < before) said.push({ place, piece: whole.slice(place.start, place.end) });
  }
  said.sort((one, other) => one.place.frame - other.place.frame);
  for (const { place, piece } of said) {
    const start = text.length;
    text.places.push({ ...place, start, end: start + piece.length });
    text.pieces.push(piece);
    text.length += piece.length;
  }
  all.set(head, text);
  return text;
}

/** Whether what a place says is among what `arrival` puts together. */
export function areOneRow(said: Part, arrival: Part): boolean {
  return (
    said.kind === arrival.kind &&
    said.role === arrival.role &&
    said.channel === arrival.channel &&
    said.mapped &&
    said.tool === undefined &&
    rowOf(said.at) === arrival.at.at(-1)
  );
}
