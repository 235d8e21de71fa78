/** A chat model as a judge: a fixed prompt in which the text is data, and an answer that is exactly what was asked for. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { CannotJudge } from './cannot-judge.ts';
import { readVerdict, writeFormat, writeMessages } from './judge-prompt.ts';
import type { Labels, Model } from './model.ts';
import { type Address, postJson } from './post.ts';

const answerSchema = z.looseObject({
  choices: z
    .array(
      z.looseObject({
        finish_reason: z.literal('stop'),
        message: z.looseObject({
          role: z.literal('assistant'),
          content: z.string(),
          refusal: z.null().optional(),
          tool_calls: z.union([z.null(), z.array(z.unknown()).length(0)]).optional(),
        }),
      }),
    )
    .length(1),
});

export type JudgeOptions = {
  readonly model: string;
  /** Most tokens that its answer may have. */
  readonly tokensMax: number;
  readonly labels: Labels;
};

export function createChatJudge(
  address: Address,
  { model, tokensMax, labels }: JudgeOptions,
): Model {
  const format = writeFormat(labels);
  return {
    async judge(text, about, signal) {
      const marks = {
        boundary: randomBytes(16).toString('hex'),
        ticket: randomBytes(8).toString('hex'),
      };
      const question = {
        model,
        messages: writeMessages(text, about, labels, marks),
        temperature: 0,
        max_tokens: tokensMax,
        stream: false,
        response_format: format,
      };
      const parsed = answerSchema.safeParse(await postJson(address, question, signal));
      const content = parsed.data?.choices[0]?.message.content;
      const scores = content === undefined ? undefined : readVerdict(content, labels, marks);
      if (scores === undefined)
        throw new CannotJudge('answered something else than the verdict it was asked for');
      return Object.entries(scores).map(([label, score]) => ({
        ...{ label, score, start: 0, end: text.length },
      }));
    },
    close: () => Promise.resolve(),
  };
}
