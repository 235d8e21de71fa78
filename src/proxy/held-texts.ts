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
  const { part, within, piece, loose, arrival } = fragment;
  if (arrival !== undefined) {
    arrive(texts, fragment, arrival, frame);
    return;
  }
  const head = headOf(part);
  const key = piece ? head : `${head}\0${part.text}`;
  const found = all.get(key) ?? (piece ? begin(texts, head) : undefined);
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

function headOf(part: Part): string {
  return `${part.kind} ${part.channel} ${pointerOf(part.at)}`;
}

/**
 * What a place says in pieces and then again as a whole is one text: what is found in it is found once. Something else that it
 * says as a whole is no neighbour of its pieces.
 */
export function joinRepeats(all: Map<string, StreamText>): void {
  for (const [head, { part, pieces, places }] of all) {
    const key = `${head}\0${pieces.join('')}`;
    const again = all.get(key);
    if (again?.part.fixed !== part.fixed || again.part.tool?.name !== part.tool?.name) continue;
    for (const place of again.places) places.push(place);
    all.delete(key);
  }
  for (const [key, text] of all) {
    const end = key.indexOf('\0');
    if (end !== -1 && all.has(key.slice(0, end))) text.differs = true;
  }
}

/** What a text has said already when its first piece comes; undefined where that is nothing. */
function begin(texts: HeldTexts, head: string): StreamText | undefined {
  // Clients go on with what stands at a place already, however it was said.
  const whole = texts.begun.get(head);
  if (whole === undefined) return undefined;
  const text = { ...whole, pieces: [...whole.pieces], places: [...whole.places] };
  texts.all.set(head, text);
  return text;
}

/** What was just said at a place of its own goes on with what came before it, wherever that was said. */
function arrive({ all }: HeldTexts, { part, within }: Fragment, own: Part, frame: number): void {
  const head = headOf(part);
  const text = all.get(head) ?? beginWith(all, head, part, frame);
  const of = all.get(headOf(own));
  const place = of?.places.findLast((each) => each.frame === frame && each.within === within);
  if (of === undefined || place === undefined)
    throw new Error('a text is put together of what nobody has said');
  goOn(text, of, place, part.text);
}

function goOn(text: StreamText, of: StreamText, { start, end }: Place, piece: string): void {
  text.pieces.push(piece);
  text.length += piece.length;
  const order = (text.order ??= []);
  const last = order.at(-1);
  if (last?.of === of && last.from + last.length === start)
    order[order.length - 1] = { ...last, length: end - last.from };
  else order.push({ of, from: start, length: end - start });
}

/** All that its kind said in the frames before, in the order in which it came. */
function beginWith(all: HeldTexts['all'], head: string, part: Part, before: number): StreamText {
  const text: StreamText = { part, pieces: [], length: 0, places: [], order: [] };
  const said: { readonly of: StreamText; readonly place: Place; readonly piece: string }[] = [];
  for (const [key, other] of all) {
    if (key.includes('\0') || !areOneRow(other.part, part)) continue;
    const whole = other.pieces.join('');
    for (const place of other.places)
      if (place.frame < before)
        said.push({ of: other, place, piece: whole.slice(place.start, place.end) });
  }
  said.sort((one, other) => one.place.frame - other.place.frame);
  for (const { of, place, piece } of said) goOn(text, of, place, piece);
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
