/** What reviewers said of entries: the last state of each, the acts that led there, and which of them this page knows. */
import { get } from '../api.ts';
import { type Entry } from '../entry/entry.ts';
import { readLegs } from '../entry/exchange.ts';

export type Said = {
  /** `none` where nobody reviewed it. */
  readonly status: string;
  readonly assignee: string;
  readonly tags: readonly string[];
  /** Rises with each review. */
  readonly revision: number;
};

const nothing: Said = { status: 'none', assignee: '', tags: [], revision: 0 };

/** What was shown last of each entry: a review that says so is refused where somebody else was faster. */
const known = new Map<string, number>();

export function learn(id: string, { revision }: Pick<Said, 'revision'>): void {
  known.set(id, Math.max(revision, known.get(id) ?? 0));
}

/** Entries that a list does not say anything of were not reviewed. */
export function learnAll(
  entries: readonly Entry[],
  reviews: Readonly<Record<string, Said>> = {},
): void {
  for (const { id } of entries) learn(id, reviews[id] ?? nothing);
}

export function revisionOf(id: string): number | undefined {
  return known.get(id);
}

export async function readSaid(id: string, signal?: AbortSignal): Promise<Said> {
  const said = await get<Said>(`/v1/audit/entries/${id}/review`, {}, signal);
  learn(id, said);
  return said;
}

export type Act = {
  readonly entry: Entry & {
    readonly detail?: Readonly<Partial<Record<'status' | 'assignee' | 'tags', string>>> & {
      readonly revision?: number;
    };
  };
  /** Kept as what was said is, since people write names into it; '' where there is none any more. */
  readonly note: string;
};

/** The newest first. */
export async function readActs(about: string, signal?: AbortSignal): Promise<readonly Act[]> {
  const { entries } = await get<{ readonly entries: readonly Entry[] }>(
    '/v1/audit/entries',
    { q: `act:review about:${about}` },
    signal,
  );
  return Promise.all(
    entries.map(async (entry) => {
      const legs = entry.content === undefined ? [] : await readLegs(entry.id, signal);
      return { entry, note: legs[0]?.text ?? '' };
    }),
  );
}
