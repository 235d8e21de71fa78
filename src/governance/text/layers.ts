/** The readings that come of proposed edits: those that overlap go to different layers, and each layer is full. */

/** Edits in the order of the text, none of which overlap. */
export type Layer = Int32Array;

/** What is asked of edits here: where each of them stands. */
type Places = {
  readonly count: number;
  /** Whether each of them begins where the one before it ends, or later. */
  readonly inOrder: boolean;
  readonly from: (edit: number) => number;
  readonly to: (edit: number) => number;
};

/** Marks of edits: those in a layer, and those that stand in another reading. */
const placed = 1;
const elsewhere = 2;

/** As far from what only a further layer has, it takes over what others have: words there belong together. */
const besideMax = 512;

/** By edit, 1 for those that stand in another reading: where `told`, beside what only a layer has they are needed in it, too. */
export type Marks = {
  readonly covered?: Uint8Array | undefined;
  readonly told?: Uint8Array | undefined;
};

/**
 * Each edit that is not marked is in at least one layer, and in each layer are as many of those as find room; in the
 * first all over the text, in a further one near what no other has.
 */
export function layersOf(edits: Places, { covered, told }: Marks = {}): readonly Layer[] {
  const used = new Uint8Array(edits.count);
  let left = 0;
  for (let edit = 0; edit < used.length; edit++) {
    if (covered?.[edit] === 1) used[edit] = elsewhere;
    else if (told?.[edit] === 1) used[edit] = placed;
    else left++;
  }
  if (left === 0) return [];
  if (edits.inOrder && left === used.length) return [upTo(left)];
  const order = edits.inOrder ? upTo(used.length) : sortByPlace(edits);
  const layers: Layer[] = [];
  while (left > 0) {
    const taken = takeLayer(edits, order, used);
    for (const edit of taken) {
      if (used[edit] === 0) left--;
      used[edit] = placed;
    }
    layers.push(taken);
  }
  return layers;
}

/** By place, and where that is the same, in the order in which they were proposed. */
function sortByPlace(edits: Places): Int32Array {
  const { count } = edits;
  const keys = new Float64Array(count);
  for (let edit = 0; edit < count; edit++) keys[edit] = edits.from(edit) * count + edit;
  keys.sort();
  const order = new Int32Array(count);
  for (let at = 0; at < count; at++) order[at] = (keys[at] ?? 0) % count;
  return order;
}

/** First what no layer has yet, then what still has room between. */
function takeLayer(edits: Places, order: Int32Array, used: Uint8Array): Layer {
  const fresh = takeFresh(edits, order, used);
  const taken: number[] = [];
  let next = 0;
  let last = -Infinity;
  let end = 0;
  for (let at = 0; at < order.length; at++) {
    const edit = order[at] ?? 0;
    if (edit === fresh[next]) {
      taken.push(edit);
      end = last = edits.to(edit);
      next++;
      continue;
    }
    if (used[edit] !== placed || edits.from(edit) < end) continue;
    const following = fresh[next];
    const gap = following === undefined ? Infinity : edits.from(following) - edits.to(edit);
    if (gap < 0 || Math.min(gap, edits.from(edit) - last) > besideMax) continue;
    taken.push(edit);
    end = edits.to(edit);
  }
  return Int32Array.from(taken);
}

function takeFresh(edits: Places, order: Int32Array, used: Uint8Array): readonly number[] {
  const fresh: number[] = [];
  let end = 0;
  for (let at = 0; at < order.length; at++) {
    const edit = order[at] ?? 0;
    if (used[edit] !== 0 || edits.from(edit) < end) continue;
    fresh.push(edit);
    end = edits.to(edit);
  }
  return fresh;
}

function upTo(count: number): Layer {
  const all = new Int32Array(count);
  for (let edit = 0; edit < count; edit++) all[edit] = edit;
  return all;
}
