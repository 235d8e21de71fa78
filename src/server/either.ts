/** Bodies and queries that name exactly one of two members, which the OpenAPI document says as they are checked. */
import type { z } from 'zod';

export function eitherOf<Body extends z.ZodObject>(body: Body, left: string, right: string): Body {
  return body
    .refine((given) => (given[left] === undefined) !== (given[right] === undefined), {
      message: `expected either \`${left}\` or \`${right}\``,
    })
    .meta({ oneOf: [{ required: [left] }, { required: [right] }] });
}
