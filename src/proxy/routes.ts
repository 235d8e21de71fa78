/** The proxied routes: each governed operation, on its own path and under the name of every upstream that offers it. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Dialect } from './dialects/dialect.ts';
import type { CredentialSlot, FamilyName } from './dialects/family.ts';
import { azureOperations, operations, type Operation, type When } from './operations.ts';
import { showPattern } from './path-pattern.ts';
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
    ...operations.flatMap((operation) => mount(operation, upstreams, [])).flatMap(toDeeper),
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

/** Some clients of the format append `/openai/v1` of themselves, Groq's above all: theirs is the upstream's name as base URL. */
function toDeeper({ when, route }: Mounted): Mounted[] {
  const { family, prefix, path } = route;
  if (family !== 'openai' || prefix === undefined) return [];
  const deeper = `/${prefix}/openai${path.slice(prefix.length + 1)}`;
  return [{ when, route: { ...route, path: deeper } }];
}
