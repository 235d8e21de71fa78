/** What reviewers say of an entry: status, assignee, tags and a note, refused where somebody else was faster. */
import { z } from 'zod';
import { stringCharactersMax } from '../../audit/canonical.ts';
import { readIdentifier } from '../../audit/identifier.ts';
import { type Review, reviewWord } from '../../audit/review.ts';
import { reviewStatuses } from '../../audit/search/fields.ts';
import type { Trail } from '../../audit/trail.ts';
import { type BodyReader, readBodyAs } from '../body.ts';
import { actorOf } from '../context.ts';
import type { Route } from '../route.ts';
import { actErrors, readErrors, recorded } from './audit-content.ts';

export type ReviewKeeper = Pick<Trail, 'readReview' | 'review'>;

/** The trail keeps the tags of a review as one text, with commas between them. */
const tag = z
  .string()
  .min(1)
  .max(512)
  .regex(/^[^,]*$/, 'expected a tag without a comma')
  .regex(reviewWord, 'expected a tag without control characters');
const tagsMax = 32;
const tags = z
  .array(tag)
  .max(tagsMax)
  .refine((all) => all.join(',').length <= stringCharactersMax, {
    error: `expected tags of at most ${stringCharactersMax} characters together`,
  });
const isGiven = (each: unknown): boolean => each !== undefined;

const reviewBody = z
  .strictObject({
    status: z.enum(reviewStatuses).optional(),
    assignee: z
      .string()
      .max(512)
      .regex(reviewWord, 'expected a name without control characters')
      .optional()
      .describe('Empty for nobody.'),
    tags: tags.optional().describe('All of them; what was there and is not named is taken off.'),
    note: z.string().max(4000).optional().describe('Empty for none.'),
    revision: z
      .int()
      .min(0)
      .optional()
      .describe('The one that you know, 0 of none: 409 `conflict` where there is a newer one.'),
  })
  .refine(({ revision: _, note, ...said }) => Boolean(note) || Object.values(said).some(isGiven), {
    message: 'expected one of `status`, `assignee`, `tags` and `note`',
  });

const reviewState = z.object({
  status: z.string().describe('`none` where nobody reviewed it.'),
  assignee: z.string(),
  tags: z.array(z.string()),
  revision: z.int().describe('Rises with each review; 0 where there is none.'),
});

/** What a body leaves out is left out, not said to be nothing. */
function toGiven({ status, assignee, tags, note, revision }: z.output<typeof reviewBody>): Review {
  return {
    ...(status === undefined ? {} : { status }),
    ...(assignee === undefined ? {} : { assignee }),
    ...(tags === undefined ? {} : { tags }),
    ...(note === undefined ? {} : { note }),
    ...(revision === undefined ? {} : { revision }),
  };
}

export function createReviewRoutes(trail: ReviewKeeper, readBody: BodyReader): readonly Route[] {
  return [
    {
      method: 'get',
      path: '/v1/audit/entries/:id/review',
      operation: 'readReview',
      scope: 'audit:read',
      summary: 'What reviewers said last of an entry',
      answer: reviewState,
      errors: readErrors,
      handle: async ({ parameters }) => ({
        status: 200,
        body: await trail.readReview(readIdentifier(parameters.id ?? '')),
      }),
    },
    {
      method: 'post',
      path: '/v1/audit/entries/:id/review',
      operation: 'reviewEntry',
      scope: 'audit:read',
      summary:
        'Say whether a decision was right; what is left out stays as it is, and the act is an entry',
      body: reviewBody,
      answer: recorded.extend(reviewState.shape),
      errors: ['conflict', ...actErrors],
      async handle(call) {
        const review = toGiven(await readBodyAs(reviewBody, readBody, call));
        const { id, seq, state } = await trail.review(
          readIdentifier(call.parameters.id ?? ''),
          review,
          actorOf(call.context),
        );
        return { status: 200, body: { entry: id, seq, ...state } };
      },
    },
  ];
}
