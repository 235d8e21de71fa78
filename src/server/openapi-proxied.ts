/** Proxied routes in the OpenAPI document: bodies and answers are the vendor's to describe, so they are any JSON here. */
import { governedHeaders, toHeaders } from './openapi-headers.ts';

/** A proxied route as the document names it. */
export type ProxiedPath = {
  readonly method: string;
  readonly path: string;
  readonly family: string;
  /** Query parameters that may be given and are passed on. */
  readonly query: readonly string[];
};

/** The names of a path's places, as Express mounts it; `\:` is a colon that is meant. */
export function toPathParameters(path: string): unknown[] {
  return [...path.matchAll(/(?<!\\)[:*](\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

/**
 * `openai` and `/v1/models/:model` -> `openaiModelsByModel`. Only what tells two routes of a family apart is in it:
 * not the version, and of a path that Azure's clients call, which begins with `/openai`, that it is Azure's.
 */
function toOperationId(family: string, path: string): string {
  const words = path
    .replace(/^\/(?:v\d+(?:beta)?|api)\//, '/')
    .replace(/^\/openai\//, '/azure/')
    .replace(/(?<!\\):(\w+)$/, 'by/$1')
    .replaceAll(/(?<!\\):\w+/g, '')
    .match(/[A-Za-z0-9]+/g);
  const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
  return family + (words ?? []).map(capital).join('');
}

/** Clients that are generated take a POST without a body here for one that may have none, and could not call it. */
const anyObject = { type: 'object', additionalProperties: true };
const anyJson = { 'application/json': { schema: {} } };

export function toProxiedOperation({ method, path, family, query }: ProxiedPath): unknown {
  const inQuery = query.map((name) => ({ name, in: 'query', schema: { type: 'string' } }));
  const headers = toHeaders(['RateLimit-Policy', 'RateLimit', ...governedHeaders]);
  const error = {
    description: `An error in the shape of ${family}'s own`,
    headers,
    content: anyJson,
  };
  return {
    operationId: toOperationId(family, path),
    summary: `Governed ${family} route: body and answer as that vendor documents them`,
    'x-scope': 'proxy',
    'x-dialect': family,
    parameters: [...toPathParameters(path), ...inQuery],
    ...(method === 'POST' && {
      requestBody: { required: true, content: { 'application/json': { schema: anyObject } } },
    }),
    responses: {
      200: {
        description: `The ${family} answer, also as a stream of events or a file where that vendor has it so`,
        headers,
        content: anyJson,
      },
      '4XX': error,
      '5XX': error,
    },
  };
}
