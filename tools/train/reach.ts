/** In how many families each feature stands: what only one family says is its source's manner, not a sign of what it is. */
import type { Taught } from './learned.ts';

export type Reach = {
  readonly words: Uint8Array;
  readonly concepts: Uint8Array;
};

/** Counting ends here; nobody asks for more. */
const familiesMax = 2;

/** Own texts of one kind that are held out together count as one family. */
function circleOf({ example }: Taught): string {
  const own = /^own-[a-z]+/.exec(example.family)?.[0];
  return own === undefined ? example.family : `${own}|${example.fold}`;
}

export function reachOf(
  texts: readonly Taught[],
  sizes: { readonly words: number; readonly concepts: number },
): Reach {
  const circles = new Map<string, number>();
  const numbers = Int32Array.from(texts, (text) => {
    const circle = circleOf(text);
    const number = circles.get(circle) ?? circles.size;
    circles.set(circle, number);
    return number;
  });
  const count = (featuresOf: (text: Taught) => Int32Array, size: number): Uint8Array => {
    const first = new Int32Array(size).fill(-1);
    const counts = new Uint8Array(size);
    texts.forEach((text, at) => {
      const circle = numbers[at] ?? 0;
      for (const feature of featuresOf(text)) {
        if (feature < 0 || first[feature] === circle) continue;
        if (first[feature] === -1) first[feature] = circle;
        counts[feature] = Math.min(familiesMax, (counts[feature] ?? 0) + 1);
      }
    });
    return counts;
  };
  return {
    words: count((text) => text.words, sizes.words),
    concepts: count((text) => text.concepts, sizes.concepts),
  };
}
