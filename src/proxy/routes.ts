/** The proxied routes: each governed operation, on its own path and under the name of every upstream that offers it. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Dialect } from './dialects/dialect.ts';
import type { CredentialSlot, FamilyName } from './dialects/family.ts';
import { azureOperations, operations, type Operation, type When } from './operations.ts';
import { matchesPattern, showPattern } from './path-pattern.ts';
import type { Upstream } from './upstream.ts';

export type ProxyRoute = {
  readonly method: 'GET' | 'POST';
  /** As Express mounts it; `:name` stands for one segment. */
  readonly path: string;
  readonly family: FamilyName;
  /** Headers beside `authorization` in which this route's clients may put their key. */
  readonly credentialSlots: readonly CredentialSlot[];
  readonly dialect: Dialect;
  /** Without an upstream's prefix, as documents and entries name it. */
  readonly route: string;
  readonly upstreamPath: string;
  /** Query parameters that may be given and are passed on. */
  readonly query: readonly string[];
  /** The upstream that the path names. */
  readonly prefix: string | undefined;
  /** Another format on the same path, and what tells its clients apart. */
  readonly other: { readonly when: When; readonly route: ProxyRoute } | undefined;
};

export function listRoutes(upstreams: readonly Upstream[]): readonly ProxyRoute[] {
  const mounted = [
    ...operations.flatMap((operation) => mount(operation, upstreams, [])),
    ...azureOperations.flatMap((operation) => mount(operation, upstreams, ['api-key'])),
  ];
  const others = mounted.filter(({ when }) => when !== undefined);
  const paths = new Set(mounted.map(({ route }) => `${route.method} ${route.path}`));
  return [...paths].map((key) => {
    const same = mounted.filter(({ route }) => `${route.method} ${route.path}` === key);
    const first = same.find(({ when }) => when === undefined) ?? same[0];
    const other = others.find((each) => each !== first && same.includes(each));
    if (first === undefined) throw new Error('a path without a route');
    if (other?.when === undefined) return first.route;
    const slots = [...first.route.credentialSlots, ...other.route.credentialSlots];
    return {
      ...first.route,
      credentialSlots: [...new Set(slots)],
      other: { when: other.when, route: other.route },
    };
  });
}

/** The route for a client that says which of two formats it speaks. */
export function chooseRoute(
  route: ProxyRoute,
  headers: IncomingHttpHeaders,
  query: URLSearchParams,
): ProxyRoute {
  const { other } = route;
  return other !== undefined && isMet(other.when, headers, query) ? other.route : route;
}

function isMet(when: When, headers: IncomingHttpHeaders, query: URLSearchParams): boolean {
  return 'header' in when
    ? headers[when.header] !== undefined
    : when.parameters.some((name) => query.get(name) === when.is);
}

const noQuery = new URLSearchParams();

const plainRoutes = new WeakMap<readonly ProxyRoute[], ReadonlyMap<string, ProxyRoute>>();

/** Of a route without names in its path: in a crowd this is asked for each call that is turned away. */
function findPlain(path: string, routes: readonly ProxyRoute[]): ProxyRoute | undefined {
  let plain = plainRoutes.get(routes);
  if (plain === undefined) {
    const own = routes.filter((route) => !route.path.includes(':'));
    // The first of one path counts, as where paths are matched.
    plain = new Map(own.toReversed().map((route) => [route.path, route]));
    plainRoutes.set(routes, plain);
  }
  return plain.get(path);
}

/** Whose clients call this path, so that even a refusal has the shape that they read. */
export function findFamily(
  path: string,
  routes: readonly ProxyRoute[],
  headers: IncomingHttpHeaders = {},
): FamilyName | undefined {
  const plainly = findPlain(path, routes);
  if (plainly !== undefined) return chooseRoute(plainly, headers, noQuery).family;
  if (geminiMethod.test(path)) return 'gemini';
  const known = routes.find((route) => matchesPattern(route.path, path));
  if (known !== undefined) return chooseRoute(known, headers, noQuery).family;
  const under = routes.find(
    (route) => route.prefix !== undefined && path.startsWith(`/${route.prefix}/`),
  );
  if (under !== undefined) return under.family;
  if (/^\/(?:upload\/)?v1(?:alpha|beta)\b/.test(path)) return 'gemini';
  if (/^\/api\b/.test(path)) return 'ollama';
  if (ownPath.test(path) || !/^\/(?:v1|openai)\b/.test(path)) return undefined;
  // Also where the path is written in a way that no route has: whose client it is can still be told.
  const plain = path.replace(/\/[^/]+\/\.\.(?=\/)/g, '').replace(/%(?:25)*\w{2}|[^\w]/gi, '/');
  const anthropic = /^\/v1\/+(?:messages|complete)\b/.test(plain) || 'anthropic-version' in headers;
  return anthropic ? 'anthropic' : 'openai';
}

/** Google's way to name what a model is to do, in any version of its API. */
const geminiMethod = /\/v1\w*\/\w+\/[^/]+:(?:\w*(?:Content|Contents|Tokens|LongRunning)|predict)$/;

/** Paths under `/v1` that are the gateway's own, in problem details and not in a provider's shape. */
const ownPath = /^\/v1\/(?:validate|policy|policies|audit|budgets|keys|sign-in|console)(?:\/|$)/;

/** What to tell somebody who asked for a path that is not here. */
export function writeHint(
  path: string,
  routes: readonly ProxyRoute[],
  headers?: IncomingHttpHeaders,
): string | undefined {
  const family = findFamily(path, routes, headers);
  if (family === undefined) return undefined;
  const ours = routes.filter((route) => route.family === family);
  const known = new Set(ours.map((route) => `${route.method} ${route.route}`));
  return `this path is not governed and therefore not offered to ${family} clients${cureFor(path, ours)}; routes are: ${[...known].join(', ')}`;
}

function cureFor(path: string, ours: readonly ProxyRoute[]): string {
  if (/\/v1\/v1\//.test(path)) return '; the base URL holds one `/v1` too many';
  const other = path.replace(/\/v1(?:alpha)?\//, '/v1beta/');
  const isOffered = other !== path && ours.some((route) => matchesPattern(route.path, other));
  return isOffered ? '; it is offered in the version `v1beta`' : '';
}

type Mounted = { readonly route: ProxyRoute; readonly when: When | undefined };

function mount(
  operation: Operation,
  upstreams: readonly Upstream[],
  slots: readonly CredentialSlot[],
): Mounted[] {
  const { family } = operation.dialect;
  const azure = slots.length > 0;
  const names = upstreams.filter((each) => each.family === family.name).map((each) => each.name);
  return [undefined, ...new Set(names)].map((prefix) => ({
    when: operation.when,
    route: {
      method: operation.method,
      path: prefix === undefined ? operation.path : `/${prefix}${operation.path}`,
      family: family.name,
      credentialSlots: [...family.credentialSlots, ...slots],
      dialect: operation.dialect,
      route: showPattern(operation.path),
      upstreamPath: operation.upstreamPath,
      query: [...(operation.query ?? []), ...(azure ? ['api-version'] : [])],
      prefix,
      other: undefined,
    },
  }));
}
