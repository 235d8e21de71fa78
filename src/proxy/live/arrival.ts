/** Words that went back to a place which they had left, as clients see them that print a stream as it comes. */
import type { Excerpt, Part } from '../../governance/interaction.ts';
import { editsIn } from '../../governance/orders.ts';
import { areOneRow } from '../held-texts.ts';
import { numberOf } from '../stream-text.ts';
import type { LiveFrame, LivePlace } from './live-frames.ts';
import type { Cut, LiveText } from './live-text.ts';
import type { Look } from './weigh.ts';

/**
 * Begins a text behind what its kind said until now: what has gone are its surroundings, and what waits is said here once
 * more, so that the frames in which it stands wait for this text as well.
 */
export function arrive(
  text: LiveText,
  flowing: Iterable<LiveText>,
  waiting: readonly LiveFrame[],
): void {
  const others = [...flowing].filter((other) => areOneRow(other.part, text.part));
  // Until now they came one behind the other, so the last of which anything has gone went last.
  const last = others.findLast(({ from }) => from > 0);
  if (last !== undefined) text.begin(last.window.slice(0, last.from));
  const among = new Set(others);
  for (const frame of waiting) {
    const said = frame.places.filter((place) => among.has(place.text));
    if (said.length > 0)
      frame.places = [...frame.places, ...said.map((place) => sayAgain(text, place))];
  }
}

function sayAgain(text: LiveText, { text: own, within, start, end }: LivePlace): LivePlace {
  // Of a piece that has gone in part, the rest is said again, and stands as far behind its beginning here as there.
  const from = Math.min(end, Math.max(start, own.settled));
  const begin = text.length - (from - start);
  text.quote(own, from, own.slice(from, end));
  return { text, within, start: begin, end: text.length };
}

/** Those that are put together of others with the places of their stretches in the windows of these. */
export function withOrders(looks: readonly Look[]): readonly Look[] {
  if (looks.every(({ text }) => text.quotes === undefined)) return looks;
  const numbers = new Map<LiveText, number>();
  for (const [number, { text, hidden }] of looks.entries()) if (!hidden) numbers.set(text, number);
  return looks.map((look) => {
    const { text, part } = look;
    if (text.quotes === undefined) return look;
    return { ...look, part: { ...part, order: orderOf(text, numbers) } };
  });
}

function orderOf(
  { quotes = [], from: own, settled }: LiveText,
  numbers: ReadonlyMap<LiveText, number>,
): readonly Excerpt[] {
  return quotes.map(({ of, from, start, length }) => {
    const begin = own + start - settled;
    const place = of.from + from - of.settled;
    return { part: numberOf(numbers, of), from: place, start: begin, end: begin + length };
  });
}

/** What is cut out of a part that was judged; one that is put together of others goes without what is cut out of these. */
export function cutsIn(
  { order }: Part,
  index: number,
  cuts: ReadonlyMap<number, readonly Cut[]>,
): readonly Cut[] {
  const cutsOf = (part: number): readonly Cut[] => cuts.get(part) ?? none;
  return order === undefined ? cutsOf(index) : editsIn(order, cutsOf);
}

const none: readonly never[] = [];
