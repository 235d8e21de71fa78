/** A moderation endpoint as OpenAI offers it, and whoever copies it: scores of fixed categories for a whole text. */
import { z } from 'zod';
import { CannotJudge } from './cannot-judge.ts';
import type { Model } from './model.ts';
import { type Address, postJson } from './post.ts';

const answerSchema = z.looseObject({
  results: z
    .array(
      z.looseObject({ flagged: z.boolean(), category_scores: z.record(z.string(), z.number()) }),
    )
    .length(1),
});

/** `labels` are the categories of the endpoint that mean something here; it may have others, but has to have these. */
export function createModerationModel(
  address: Address,
  model: string | undefined,
  labels: readonly string[],
): Model {
  return {
    async judge(text, _about, signal) {
      const question = { input: text, ...(model !== undefined && { model }) };
      const parsed = answerSchema.safeParse(await postJson(address, question, signal));
      const scores = parsed.data?.results[0]?.category_scores;
      if (scores === undefined)
        throw new CannotJudge('answered something else than a moderation endpoint does');
      return labels.map((label) => {
        const score = Object.hasOwn(scores, label) ? scores[label] : undefined;
        if (score === undefined) throw new CannotJudge('gave no score for a label that it has to');
        return { label, score, start: 0, end: text.length };
      });
    },
    close: () => Promise.resolve(),
  };
}
