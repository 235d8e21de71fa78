/** The Express application: every route is guarded and documented by the same object that mounts it; all else is denied. */
import express, {
  type Express,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import { z } from 'zod';
import { GatewayError } from '../errors.ts';
import type { Recorder } from '../governance/event.ts';
import { findOwnWant } from '../proxy/own-want.ts';
import type { Passage, Proxy, ProxyRoute } from '../proxy/proxy.ts';
import type { Admission } from './admission.ts';
import { type Authenticate, type Failures, countRefusals, createGuard } from './authenticate.ts';
import { actorOf, contextOf, findContext, identityOf, queryOf } from './context.ts';
import { createDenial, toMethodError } from './denial.ts';
import { toDeniedEvent } from './denied.ts';
import { addHeaders } from './heads.ts';
import { createOpen } from './open.ts';
import { toOpenApiPath } from './openapi.ts';
import { writeProblem } from './problem.ts';
import type { Answer, Route } from './route.ts';

export type AppOptions = {
  readonly routes: readonly Route[];
  readonly proxy: Proxy;
  readonly authenticate: Authenticate;
  readonly failures: Failures;
  readonly limit: RequestHandler;
  readonly admission: Admission;
  readonly record: Recorder;
  readonly securityHeaders: readonly (readonly [string, string])[];
  readonly trustProxy: number;
  readonly createId: () => string;
  readonly now: () => number;
  /** A bug: told to the log with the id that the caller gets. */
  readonly onBug: (error: unknown, requestId: string) => void;
};

function toBytes(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

function writeAnswer(response: Response, answer: Answer): void {
  const body = toBytes(answer.body);
  response.statusCode = answer.status;
  response.setHeader('cache-control', 'no-store');
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
  response.setHeader('content-type', answer.type ?? 'application/json; charset=utf-8');
  response.setHeader('content-length', body.length);
  response.end(body);
}

/** The route as it is documented; a path that is none of ours may hold anything, so it is not recorded. */
function routeOf(request: Request): string {
  const route: unknown = request.route;
  const path: unknown =
    typeof route === 'object' && route !== null ? Reflect.get(route, 'path') : '';
  return typeof path === 'string' ? toOpenApiPath(path) : '';
}

/** A wildcard comes as a list of its segments. */
function toParameters({ params }: Request): Record<string, string> {
  const parameters: Record<string, string> = {};
  for (const name in params) {
    const value = params[name] ?? '';
    parameters[name] = Array.isArray(value) ? value.join('/') : value;
  }
  return parameters;
}

function toHandler(route: Route, failures: Failures): RequestHandler {
  return async function handleRoute(request, response) {
    if (route.acts === true && request.method === 'HEAD') throw toMethodError(['GET']);
    const query = queryOf(request);
    if (route.query === undefined && query.size > 0) {
      throw new GatewayError('invalid_request', 'this route takes no query parameters');
    }
    const context = contextOf(request);
    const call = { route: route.path, request, response, context, query };
    const handle = (): Promise<Answer | undefined> =>
      route.handle({ ...call, parameters: toParameters(request) });
    const answer =
      route.scope === 'public' && route.method === 'post'
        ? await countRefusals(failures, context.address, handle)
        : await handle();
    if (answer !== undefined) writeAnswer(response, answer);
  };
}

function toGuards({ scope, watches, query }: Route, options: AppOptions): RequestHandler[] {
  if (scope === 'public') return [];
  // Entries are looked for by the id of a key, in a parameter that other services take a key in.
  const parameters = query instanceof z.ZodObject ? Object.keys(query.shape) : [];
  const guard = createGuard(options.authenticate, options.failures, scope, { parameters });
  const { turn, share } = options.admission;
  return watches === true ? [guard] : [guard, turn, options.limit, share];
}

function mountRoutes(app: Express, options: AppOptions): void {
  for (const route of options.routes) {
    app[route.method](route.path, ...toGuards(route, options), toHandler(route, options.failures));
  }
}

function toPassage(request: Request, route: ProxyRoute): Passage {
  const context = contextOf(request);
  const identity = identityOf(request);
  return {
    caller: identity.caller,
    models: identity.models,
    upstreams: identity.upstreams,
    requestId: context.requestId,
    exchange: context.exchange,
    actor: actorOf(context),
    receivedAt: context.receivedAt,
    startedNs: context.startedNs,
    parameters: toParameters(request),
    query: queryOf(request),
    route,
  };
}

function mountProxy(app: Express, options: AppOptions): void {
  for (const route of options.proxy.routes) {
    const slots = route.credentialSlots;
    const guard = createGuard(options.authenticate, options.failures, 'proxy', { slots });
    const method = route.method === 'GET' ? 'get' : 'post';
    const { turn, share } = options.admission;
    app[method](
      route.path,
      guard,
      turn,
      options.limit,
      share,
      async function handleExchange(request, response) {
        // Express answers HEAD through GET routes; towards an upstream that would be another request.
        if (request.method === 'HEAD') throw toMethodError([route.method]);
        await options.proxy.handle(request, response, toPassage(request, route));
      },
    );
  }
}

/** Writes the refusal in the shape that the client on this path reads, and records it. */
function createErrorHandler(options: AppOptions) {
  return function handleError(
    thrown: unknown,
    request: Request,
    response: Response,
    _next: NextFunction,
  ): void {
    const context = findContext(request);
    const requestId = context?.requestId ?? options.createId();
    const error = toGatewayError(thrown);
    if (error.code === 'internal') options.onBug(thrown, requestId);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const path = request.originalUrl.split('?', 1)[0] ?? '';
    const family = options.proxy.familyOf(path, request.headers);
    const answer = (): void => {
      if (response.headersSent || response.destroyed) return;
      if (!request.complete) response.setHeader('connection', 'close');
      if (family === undefined) writeProblem(response, error, requestId);
      else options.proxy.refuse(family, response, error, requestId);
    };
    // In a crowd connections are worth keeping: a short body came along with the head and is read after this turn.
    const refuse = (): unknown =>
      request.complete || error.code !== 'overloaded' ? answer() : setImmediate(answer);
    if (context === undefined) {
      refuse();
      return;
    }
    // The refusal itself lets nothing through, so it is given even where it cannot be recorded; the trail tells the gap.
    const { exchange } = context;
    const dialect = family ?? 'governance';
    const denied = {
      exchange,
      requestId,
      actor: actorOf(context),
      dialect,
      route: routeOf(request),
      error,
    };
    options.record(toDeniedEvent(denied)).then(refuse, refuse);
  };
}

function toGatewayError(thrown: unknown): GatewayError {
  if (thrown instanceof GatewayError) return thrown;
  // The router's own, for a path that is no percent-encoding.
  if (thrown instanceof URIError) {
    return new GatewayError('ambiguous_request', 'the path is not percent-encoded as it should be');
  }
  // No bug of whoever could open no file: it would find one in a moment.
  const want = thrown instanceof Error ? findOwnWant(thrown) : undefined;
  if (want !== undefined) {
    const headers = { 'retry-after': '1' };
    const options = { cause: thrown, headers };
    return new GatewayError('overloaded', `the gateway could open no file (${want})`, options);
  }
  return new GatewayError(
    'internal',
    'something is broken in the gateway; its log tells more under this request id',
    {
      cause: thrown,
    },
  );
}

export function createApp(options: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.set('case sensitive routing', true);
  app.set('strict routing', true);
  app.set('trust proxy', options.trustProxy);
  addHeaders(app, options.securityHeaders);
  app.use(createOpen(options));
  // Express tries one route after the other, and most calls are for these; no path is in both lists.
  mountProxy(app, options);
  mountRoutes(app, options);
  app.use(createDenial(options));
  app.use(createErrorHandler(options));
  return app;
}
