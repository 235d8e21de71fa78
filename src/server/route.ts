/** One route of the gateway's own API as data: what mounts it, guards it and documents it is the same object. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import type { Scope } from '../governance/scope.ts';
import type { Context } from './context.ts';
import type { HeaderName } from './openapi-headers.ts';

export type Call = {
  /** The route's path as it is documented. */
  readonly route: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly context: Context;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
};

/** `undefined` where the handler wrote the answer itself. */
export type Answer = {
  readonly status: number;
  /** Text and bytes are sent as they are, all else as JSON. */
  readonly body: unknown;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Route = {
  readonly method: 'get' | 'post';
  /** Express form: `/v1/audit/entries/:id`. */
  readonly path: string;
  /** Its name in the OpenAPI document. Clients that are generated call it by this, so it stays as it is. */
  readonly operation: string;
  /** `any` needs a key, whatever it may do; `public` needs none. */
  readonly scope: Scope | 'any' | 'public';
  readonly summary: string;
  readonly body?: z.ZodType;
  readonly query?: z.ZodType;
  readonly answer: z.ZodType;
  /** JSON where it says nothing. */
  readonly answerTypes?: readonly string[];
  /** Those besides 200 that come with the same answer. */
  readonly statuses?: readonly number[];
  /** Of its answer, beside those that all answers have. */
  readonly headers?: readonly HeaderName[];
  readonly errors: readonly ErrorCode[];
  /** Whoever watches over the gateway asks it: it waits for no turn, counts by no rate, and takes nobody's share. */
  readonly watches?: true;
  /** Its GET is an act that the trail tells of, so no HEAD may do it by the way. */
  readonly acts?: true;
  readonly handle: (call: Call) => Promise<Answer | undefined>;
};
