/** From the texts of a live stream that are due to the parts that are judged at once, and from a ruling on these back to the texts. */
import type { Edit } from '../../governance/decision.ts';
import type { Finding } from '../../governance/finding.ts';
import type { Part } from '../../governance/interaction.ts';
import { toMasks } from '../redaction.ts';
import { finishPart, hiddenIn, settleCalls } from '../stream-text.ts';
import { cutsIn, withOrders } from './arrival.ts';
import type { Cut, LiveText } from './live-text.ts';
import { looksBefore } from './neighbours.ts';
import type { Look } from './weigh.ts';

/** What waits and can be judged, in the order in which it began, and whether all of it is there. */
export type DueTexts = ReadonlyMap<LiveText, boolean>;

/** `alone`: without what went before. */
export function lookAt(due: DueTexts, alone: boolean): readonly Look[] {
  const before = alone ? new Map<LiveText, readonly Look[]>() : looksBeforeEach(due);
  const looks: Look[] = alone ? [] : [...looksFarBefore(due, before)];
  for (const [text, isWhole] of due) {
    if (alone) text.forget();
    looks.push(...(before.get(text) ?? []));
    text.fresh = 0;
    looks.push(...looksOf(text, isWhole));
  }
  const parts = settleCalls(looks.map(({ part }) => part));
  return withOrders(
    looks.map((look, index) => ({ ...look, part: apart(parts[index] ?? look.part, look) })),
  );
}

function looksBeforeEach(due: DueTexts): ReadonlyMap<LiveText, readonly Look[]> {
  const looks = new Map<LiveText, readonly Look[]>();
  for (const text of due.keys())
    if (text.settled === 0 && text.before !== undefined)
      looks.set(text, looksBefore(text, due, 'before'));
  return looks;
}

/** Those that are like a text, where more of the same voice stands between: they come before all of that. */
function looksFarBefore(
  due: DueTexts,
  near: ReadonlyMap<LiveText, readonly Look[]>,
): readonly Look[] {
  const far = new Map<LiveText, Look>();
  for (const text of due.keys())
    if (text.settled === 0 && text.like !== undefined)
      for (const look of looksBefore(text, due, 'like')) far.set(look.text, look);
  for (const looks of near.values()) for (const { text } of looks) far.delete(text);
  return [...far.values()];
}

/** A call is judged with its tool, and with what escapes hide in what it says. */
function looksOf(text: LiveText, whole: boolean): readonly Look[] {
  const { window, from, pieces } = text;
  const part = pieces === undefined ? text.part : { ...text.part, pieces };
  if (part.tool === undefined)
    return [{ text, from, whole, hidden: false, part: { ...part, text: window } }];
  const said = { part, pieces: [window], length: window.length, places: [] };
  const look = { text, from, whole, hidden: false, part: finishPart(said) };
  const hidden = hiddenIn(said).map(({ part }) => ({ text, from: 0, whole, hidden: true, part }));
  return [look, ...hidden];
}

/** What is said again is no neighbour of what it repeats: nobody reads the end of a text and then its beginning. */
function apart(part: Part, { text }: Look): Part {
  return text.repeats ? { ...part, channel: ~part.channel } : part;
}

/**
 * Lets each text go as far as `to` says of its look, with what is to be cut out and masked on the way; tells of each
 * whether nothing was found in it.
 */
export function settleLooks(
  looks: readonly Look[],
  to: readonly number[],
  edits: readonly Edit[],
  findings: readonly Finding[],
): ReadonlyMap<LiveText, boolean> {
  const cuts = groupByPart(edits);
  const masks = groupByPart(findings.flatMap(toMasks));
  const clean = new Map<LiveText, boolean>();
  looks.forEach(({ text, from, hidden, part }, index) => {
    const own = masks.get(index) ?? [];
    clean.set(text, (clean.get(text) ?? true) && own.length === 0);
    if (hidden) return;
    const shift = text.settled - from;
    const move = (cut: Cut): Cut => ({
      replacement: cut.replacement,
      start: Math.max(text.settled, cut.start + shift),
      end: cut.end + shift,
    });
    text.settle(
      Math.max(to[index] ?? from, from),
      cutsIn(part, index, cuts).map(move),
      own.map(move),
    );
  });
  return clean;
}

function groupByPart(edits: readonly Edit[]): ReadonlyMap<number, readonly Cut[]> {
  return Map.groupBy(edits, (edit) => edit.part);
}
