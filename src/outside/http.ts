/** A detector behind HTTP that speaks the gateway's own small contract, as docs/DETECTION.md states it. */
import { z } from 'zod';
import { CannotJudge } from './cannot-judge.ts';
import { type Model, scoredMax } from './model.ts';
import { type Address, postJson } from './post.ts';

const answerSchema = z.strictObject({
  findings: z
    .array(
      z.strictObject({
        label: z.string(),
        score: z.number(),
        start: z.number().optional(),
        end: z.number().optional(),
      }),
    )
    .max(scoredMax),
});

export function createHttpModel(address: Address): Model {
  return {
    async judge(text, { kind, stage }, signal) {
      const question = { version: 1, text, part: kind, stage };
      const parsed = answerSchema.safeParse(await postJson(address, question, signal));
      if (!parsed.success) throw new CannotJudge('answered something else than its contract says');
      return parsed.data.findings.map(({ label, score, start, end }) => {
        // One end of a span is no span.
        if ((start === undefined) !== (end === undefined))
          throw new CannotJudge('gave a span that is not in the text');
        return { label, score, start: start ?? 0, end: end ?? text.length };
      });
    },
    close: () => Promise.resolve(),
  };
}
