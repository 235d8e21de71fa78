/** The OpenAPI 3.1 document, made from the same routes and schemas that serve and validate. */
import { z } from 'zod';
import { type ErrorCode, errorTable } from '../errors.ts';
import { headersOfStatus, toHeaders, writeHeaders } from './openapi-headers.ts';
import { type ProxiedPath, toPathParameters, toProxiedOperation } from './openapi-proxied.ts';
import type { Route } from './route.ts';

const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  instance: z.string(),
  code: z.enum(Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]]),
  request_id: z.string(),
  errors: z.array(z.object({ pointer: z.string(), detail: z.string() })).optional(),
});

function toSchema(schema: z.ZodType, io: 'input' | 'output'): unknown {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

/** `/v1/audit/entries/:id` -> `/v1/audit/entries/{id}`, and `/console/*path` -> `/console/{path}`. */
export function toOpenApiPath(path: string): string {
  // `\:` is a colon that is meant, as Express mounts it.
  return path.replace(/\\:|[:*](\w+)/g, (_, name: string | undefined) =>
    name === undefined ? ':' : `{${name}}`,
  );
}

function toParameters(route: Route): unknown[] {
  const inPath = toPathParameters(route.path);
  if (!(route.query instanceof z.ZodObject)) return inPath;
  const shape = route.query.shape as Record<string, z.ZodType>;
  const inQuery = Object.entries(shape).map(([name, schema]) => ({
    name,
    in: 'query',
    required: !schema.safeParse(undefined).success,
    schema: toSchema(schema, 'input'),
  }));
  return [...inPath, ...inQuery];
}

/** What any route answers with a query that it does not take, or a path that two servers would read differently. */
const everywhere = ['invalid_request', 'ambiguous_request'] as const;

function toErrors(codes: readonly ErrorCode[]): Record<string, unknown> {
  const answers: Record<string, unknown> = {};
  for (const code of [...codes].sort()) {
    const status = String(errorTable[code].status);
    const named = codes.filter((other) => String(errorTable[other].status) === status);
    answers[status] = {
      description: named.map((other) => `\`${other}\`: ${errorTable[other].title}`).join('; '),
      headers: toHeaders(headersOfStatus(status)),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    };
  }
  return answers;
}

function isRated({ scope, watches }: Route): boolean {
  return scope !== 'public' && watches !== true;
}

function toOperation(route: Route): unknown {
  const types = route.answerTypes ?? ['application/json'];
  const schema = toSchema(route.answer, 'output');
  const guarded: readonly ErrorCode[] =
    route.scope === 'public' ? [] : ['unauthorized', 'forbidden', 'rate_limited', 'internal'];
  const answer = {
    description: route.summary,
    headers: toHeaders([
      ...(isRated(route) ? (['RateLimit-Policy', 'RateLimit'] as const) : []),
      ...(route.headers ?? []),
    ]),
    content: Object.fromEntries(types.map((type) => [type.replace(/;.*/, ''), { schema }])),
  };
  return {
    operationId: route.operation,
    summary: route.summary,
    ...(route.scope === 'public' ? { security: [] } : { 'x-scope': route.scope }),
    parameters: toParameters(route),
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: toSchema(route.body, 'input') } },
          },
        }),
    responses: {
      ...Object.fromEntries([200, ...(route.statuses ?? [])].map((status) => [status, answer])),
      ...toErrors([...new Set([...route.errors, ...guarded, ...everywhere])]),
    },
  };
}

export function createOpenApi(
  version: string,
  routes: readonly Route[],
  proxied: readonly ProxiedPath[],
): unknown {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    (paths[toOpenApiPath(route.path)] ??= {})[route.method] = toOperation(route);
  }
  for (const each of proxied) {
    (paths[toOpenApiPath(each.path)] ??= {})[each.method.toLowerCase()] = toProxiedOperation(each);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Governance Gateway',
      version,
      description:
        'Judges prompts and answers against policies and keeps an audit trail that can be checked.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    // Wherever it is served: a client that is given no address of its own takes the one it had the document from.
    servers: [{ url: '/' }],
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', bearerFormat: 'ggw_<id>_<secret>' },
      },
      headers: writeHeaders(),
      schemas: { Problem: toSchema(problemSchema, 'output') },
    },
  };
}
