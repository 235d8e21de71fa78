/** Bodies and queries that name exactly one of two members, which the OpenAPI document says as they are checked. */
import type { z } from 'zod';

export function eitherOf<Body extends z.ZodObject>(body: Body, left: string, right: string): Body {
  return body
    .refine((given) => (given[left] === undefined) !== (given[right] === undefined), {
      message: `expected either \`${left}\` or \`${right}\``,
      // Beside what else is wrong: whoever mends one fault must not learn of the next one only then.
      when: ({ value }) => typeof value === 'object' && value !== null,
    })
    .meta({ oneOf: [{ required: [left] }, { required: [right] }] });
}
