/** Which texts of a live answer stand right behind each other, so that what is split over them is seen though the first has gone. */
import { areOneVoice, besideKinds, wordKinds } from '../../governance/runs.ts';
import { contextCharacters, type LiveText } from './live-text.ts';
import type { Look } from './weigh.ts';

/** Texts of a channel that are known as neighbours at a time, so that one of very many texts lets go of those that went long ago. */
const linkedMax = 64;

export class Neighbours {
  /** The texts that began last in each channel. */
  readonly #recent = new Map<number, LiveText[]>();

  add(text: LiveText): void {
    const { kind, mapped } = text.part;
    // What stands beside an answer says it again; what nobody knows may be put together with anything.
    if ((text.loose && mapped) || besideKinds.has(kind)) return;
    // What says nothing stands between no others.
    if (text.complete && !text.loose && text.waiting === 0) return;
    // What is said in the place of something else stands beside others of its like: clients read the one or the other.
    const channel = text.repeats ? ~text.part.channel : text.part.channel;
    const recent = this.#recent.get(channel) ?? [];
    this.#recent.set(channel, recent);
    // Clients put the words of an answer together, whatever stands between them.
    const isWord = wordKinds.has(kind);
    const last = isWord
      ? recent.findLast(({ part }) => areOneVoice(part, text.part))
      : recent.at(-1);
    if (last !== undefined && areOneVoice(last.part, text.part))
      text.before = text.isSaidAgain(last) ? last.before : last;
    const like = isWord ? recent.findLast((other) => areAlike(other, text)) : undefined;
    if (like !== undefined) text.like = text.isSaidAgain(like) ? like.like : like;
    recent.push(text);
    if (recent.length <= linkedMax) return;
    recent.shift();
    const [oldest] = recent;
    if (oldest !== undefined) oldest.before = oldest.like = undefined;
  }
}

/** Clients that look for one member put together what stands there, also where more of the same voice stands between. */
function areAlike(left: LiveText, right: LiveText): boolean {
  return areOneVoice(left.part, right.part) && left.sort === right.sort;
}

/**
 * The ends of those that have gone right before a text of which nothing has, in their order. They can be rewritten no more.
 * `by`: right before it among all, or among those that are like it.
 */
export function looksBefore(
  text: LiveText,
  due: ReadonlyMap<LiveText, unknown>,
  by: 'before' | 'like',
): readonly Look[] {
  const looks: Look[] = [];
  let characters = 0;
  for (let at = text, before = at[by]; before !== undefined; at = before, before = at[by]) {
    if (due.has(before) || before.waiting > 0) break;
    const { window, part } = before;
    const { tool: _, ...rest } = part;
    const gone = { ...rest, text: window, fixed: true };
    looks.unshift({ text: before, from: window.length, whole: true, hidden: true, part: gone });
    characters += window.length;
    // What stands further away is let go of.
    if (characters >= contextCharacters) before[by] = undefined;
  }
  return looks;
}
