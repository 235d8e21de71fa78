/** The things seen in a call, found by what a rule asks for, and narrowed to what one rule may look at. */
import type { PartKind } from '../interaction.ts';
import type { Seen } from '../seen.ts';
import { selectorsOf, type Query } from './query.ts';

export type Sight = {
  readonly all: readonly Seen[];
  /** In the order of the text. */
  readonly seenBy: (query: Query) => readonly Seen[];
};

export type SeenIndex = {
  readonly all: readonly Seen[];
  readonly byPattern: ReadonlyMap<number, readonly Seen[]>;
  readonly bySelector: ReadonlyMap<string, readonly Seen[]>;
  /** The kinds of part in which anything was seen. */
  readonly kinds: ReadonlySet<PartKind>;
};

const none: readonly Seen[] = [];
export const emptySight: Sight = { all: none, seenBy: () => none };

export function indexSeen(all: readonly Seen[]): SeenIndex {
  const byPattern = new Map<number, Seen[]>();
  const bySelector = new Map<string, Seen[]>();
  const selectors = new Map<string, readonly string[]>();
  const kinds = new Set<PartKind>();
  for (const one of all) {
    kinds.add(one.kind);
    if (one.pattern >= 0) put(byPattern, one.pattern, one);
    let own = selectors.get(one.category);
    if (own === undefined) {
      own = selectorsOf(one.category);
      selectors.set(one.category, own);
    }
    for (const selector of own) put(bySelector, selector, one);
  }
  return { all, byPattern, bySelector, kinds };
}

/** `isVisible` is left out where everything is. */
export function toSight(index: SeenIndex, isVisible?: (one: Seen) => boolean): Sight {
  if (index.all.length === 0) return emptySight;
  const all = isVisible === undefined ? index.all : index.all.filter(isVisible);
  let known: Map<string | number, readonly Seen[]> | undefined;
  const seenBy = (query: Query): readonly Seen[] => {
    if (query.kind === 'pattern') {
      const found = index.byPattern.get(query.pattern) ?? none;
      if (isVisible === undefined || found.length === 0) return found;
      return remember((known ??= new Map<string | number, readonly Seen[]>()), query.pattern, () =>
        found.filter(isVisible),
      );
    }
    const found = index.bySelector.get(query.selector) ?? none;
    if (found.length === 0) return found;
    return remember(
      (known ??= new Map<string | number, readonly Seen[]>()),
      `${query.selector} ${query.confidence}`,
      () => found.filter((one) => one.confidence >= query.confidence && (isVisible?.(one) ?? true)),
    );
  };
  return { all, seenBy };
}

/** Both lists are in the order of the text, so one walk over them is enough. */
export function areNear(left: readonly Seen[], right: readonly Seen[], distance: number): boolean {
  let from = 0;
  for (const one of left) {
    const span = one.spans[0];
    if (span === undefined) continue;
    for (let index = from; index < right.length; index += 1) {
      const other = right[index]?.spans[0];
      if (other === undefined || other.part < span.part) from = index + 1;
      else if (other.part > span.part || other.start - span.end > distance) break;
      else if (span.start - other.end <= distance) return true;
      else from = index + 1;
    }
  }
  return false;
}

function put<Key>(map: Map<Key, Seen[]>, key: Key, one: Seen): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [one]);
  else list.push(one);
}

function remember(
  known: Map<string | number, readonly Seen[]>,
  key: string | number,
  find: () => readonly Seen[],
): readonly Seen[] {
  const before = known.get(key);
  if (before !== undefined) return before;
  const found = find();
  known.set(key, found);
  return found;
}
