/** What reviewers said, by the entry that they spoke of: the newest word counts, all words count for agreement. */
import type { Entry } from '../entry/entry.ts';
import { reviewStatuses, type ReviewStatus } from './status.ts';

export type Judged = {
  readonly status: ReviewStatus;
  readonly assignee: string;
  readonly tags: readonly string[];
  readonly by: string;
  /** Every status that was ever given, newest first. */
  readonly said: readonly ReviewStatus[];
};

export type RuleRate = {
  readonly rule: string;
  readonly reviewed: number;
  readonly confirmed: number;
  readonly false: number;
  readonly agreement: string;
};

function isStatus(word: unknown): word is ReviewStatus {
  return reviewStatuses.some((one) => one === word);
}

/** `reviews` are the acts, newest first. */
export function judge(reviews: readonly Entry[]): ReadonlyMap<string, Judged> {
  const judged = new Map<string, Judged>();
  for (const review of reviews) {
    const detail = (review['detail'] ?? {}) as Readonly<Record<string, unknown>>;
    const { entry, status, assignee, tags } = detail;
    if (typeof entry !== 'string' || !isStatus(status)) continue;
    const newer = judged.get(entry);
    if (newer !== undefined) {
      judged.set(entry, { ...newer, said: [...newer.said, status] });
      continue;
    }
    judged.set(entry, {
      status,
      assignee: typeof assignee === 'string' ? assignee : '',
      tags: typeof tags === 'string' ? tags.split(',').filter(Boolean) : [],
      by: review.actor?.owner ?? '',
      said: [status],
    });
  }
  return judged;
}

/** By the rule that decided; agreement is the share of entries whose verdicts were all the same. */
export function rate(
  entries: readonly Entry[],
  judged: ReadonlyMap<string, Judged>,
): readonly RuleRate[] {
  const byRule = Map.groupBy(
    entries.flatMap((entry) => {
      const found = judged.get(entry.id);
      const rule = entry.ruling?.decided_by;
      return found === undefined || rule === undefined ? [] : [{ rule, found }];
    }),
    ({ rule }) => rule,
  );
  return [...byRule].map(([rule, all]) => {
    const verdicts = all.map(({ found }) =>
      found.said.filter((one) => /confirmed|false/.test(one)),
    );
    const twice = verdicts.filter(({ length }) => length > 1);
    const agreed = twice.filter((said) => new Set(said).size === 1).length;
    return {
      rule,
      reviewed: all.length,
      confirmed: all.filter(({ found }) => found.status === 'confirmed').length,
      false: all.filter(({ found }) => found.status === 'false_positive').length,
      agreement: twice.length === 0 ? '' : `${Math.round((100 * agreed) / twice.length)} %`,
    };
  });
}
