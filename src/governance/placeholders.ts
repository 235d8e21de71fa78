/** The words that stand in the place of values that were taken out: the same one for the same value, numbered as they come. */
import type { Edit } from './decision.ts';

/** Which placeholder stands for which value; one for an exchange keeps its request and its answer alike. */
export type Placeholders = {
  readonly placeholderOf: (label: string, value: string) => string;
  /** All that were given out, so that another thread can go on from there. */
  readonly known: () => readonly Placed[];
  /** Takes over what another thread gave out. */
  readonly learn: (placed: readonly Placed[]) => void;
  /**
   * What was given out since the last time stays where one of the replacements says it, and without any, all of it. The
   * rest was of something that turned out to go on, as `a@example.co` does: its number is the next one's, and the
   * replacements are answered with those that they have now.
   */
  readonly settle: (used?: readonly string[]) => readonly string[];
};

export type Placed = readonly [key: string, placeholder: string];

export function createPlaceholders(before: readonly Placed[] = []): Placeholders {
  const known = new Map<string, string>();
  const counts = new Map<string, number>();
  /** Given out since the last time that it was settled. */
  let open: string[] = [];
  const next = (label: string): string => `[${label}_${(counts.get(label) ?? 0) + 1}]`;
  const learnOne = (key: string, placeholder: string): void => {
    const label = labelOfKey(key);
    known.set(key, placeholder);
    counts.set(label, (counts.get(label) ?? 0) + 1);
    open.push(key);
  };
  const learn = (placed: readonly Placed[]): void => {
    for (const [key, placeholder] of placed) if (!known.has(key)) learnOne(key, placeholder);
  };
  learn(before);
  return {
    known: () => [...known],
    learn,
    placeholderOf: (label, value) => {
      const key = `${label} ${value}`;
      const before = known.get(key);
      if (before !== undefined) return before;
      const placeholder = next(label);
      learnOne(key, placeholder);
      return placeholder;
    },
    settle: (used) => {
      const given = open;
      open = [];
      if (used === undefined || given.length === 0) return used ?? [];
      const stays = new Set(used.map(bare));
      const now = new Map<string, string>();
      for (const label of given.map(labelOfKey)) counts.set(label, (counts.get(label) ?? 0) - 1);
      for (const key of given) {
        const placeholder = known.get(key) ?? '';
        known.delete(key);
        if (!stays.has(placeholder)) continue;
        learnOne(key, next(labelOfKey(key)));
        now.set(placeholder, known.get(key) ?? '');
      }
      open = [];
      return used.map((said) => said.replace(bare(said), (one) => now.get(one) ?? one));
    },
  };
}

/** The edits of a stream that are certain, numbered as those of the whole text would be. */
export function settleEdits(
  placeholders: Placeholders,
  edits: readonly Edit[] | undefined,
): readonly Edit[] {
  const said = placeholders.settle(edits?.map(({ replacement }) => replacement));
  return (edits ?? []).map((edit, at) => ({ ...edit, replacement: said[at] ?? edit.replacement }));
}

const labelOfKey = (key: string): string => key.slice(0, key.indexOf(' '));
/** As it stands where it is no value of JSON. */
const bare = (replacement: string): string => replacement.replace(/^"(.*)"$/s, '$1');
