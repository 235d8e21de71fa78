/** A body of the gateway's own API: read once, bounded and as strictly as a body that goes on to an upstream. */
import type { IncomingMessage } from 'node:http';
import type { ErrorCode } from '../errors.ts';
import { type BodyLimits, readBody } from '../proxy/body.ts';
import { type JsonLimits, readBodyJson } from '../proxy/json.ts';
import type { Step } from '../proxy/steps.ts';
import type { z } from 'zod';
import { toInvalid } from './invalid.ts';
import type { Call } from './route.ts';

export type Received = { readonly bytes: Buffer; readonly value: unknown };

/** What a call can end with because of its body, whatever the route then does. */
export const bodyErrors = [
  'invalid_request',
  'ambiguous_request',
  'too_large',
  'unsupported_media_type',
  'request_timeout',
] as const satisfies readonly ErrorCode[];

export type BodyReader = (request: IncomingMessage) => Promise<Received>;

export function createBodyReader(limits: BodyLimits & JsonLimits, step: Step): BodyReader {
  return async function readReceived(request) {
    const bytes = await readBody(request, limits);
    const { value } = await readBodyJson(bytes, limits, step);
    return { bytes, value };
  };
}

/** The body as a route's schema describes it, or a fault for each place where it is not. */
export async function readBodyAs<T extends z.ZodType>(
  schema: T,
  readBody: BodyReader,
  call: Call,
): Promise<z.output<T>> {
  const parsed = schema.safeParse((await readBody(call.request)).value);
  if (parsed.success) return parsed.data;
  throw toInvalid(parsed.error, schema);
}
