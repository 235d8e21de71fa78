/** The proxied routes: which paths exist, whose format they speak, and where they lead behind an upstream's base URL. */
import type { Dialect } from './dialects/dialect.ts';
import type { CredentialSlot, FamilyName } from './dialects/family.ts';
import { openaiChat } from './dialects/openai-chat.ts';
import { openaiModels } from './dialects/openai-models.ts';
import type { Upstream } from './upstream.ts';

type Operation = {
  readonly method: 'GET' | 'POST';
  /** `:name` stands for one segment. */
  readonly path: string;
  /** Behind the base URL, which for openai holds the `/v1` already. */
  readonly upstreamPath: string;
  readonly dialect: Dialect;
};

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
  /** The upstream that the path names. */
  readonly prefix: string | undefined;
};

const operations: readonly Operation[] = [
  {
    method: 'POST',
    path: '/v1/chat/completions',
    upstreamPath: '/chat/completions',
    dialect: openaiChat,
  },
  { method: 'GET', path: '/v1/models', upstreamPath: '/models', dialect: openaiModels },
  {
    method: 'GET',
    path: '/v1/models/:model',
    upstreamPath: '/models/:model',
    dialect: openaiModels,
  },
];

export function listRoutes(upstreams: readonly Upstream[]): readonly ProxyRoute[] {
  return operations.flatMap((operation) => {
    const { family } = operation.dialect;
    const names = upstreams.filter((each) => each.family === family.name).map((each) => each.name);
    return [undefined, ...new Set(names)].map((prefix) => ({
      method: operation.method,
      path: prefix === undefined ? operation.path : `/${prefix}${operation.path}`,
      family: family.name,
      credentialSlots: family.credentialSlots,
      dialect: operation.dialect,
      route: operation.path,
      upstreamPath: operation.upstreamPath,
      prefix,
    }));
  });
}

/** Values come decoded from the address and go encoded into the next one, so none of them can add a segment. */
export function fillPath(path: string, parameters: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));
}

/** Whose clients call this path, so that even a refusal has the shape that they read. */
export function findFamily(path: string, routes: readonly ProxyRoute[]): FamilyName | undefined {
  const known = routes.find((route) => toPattern(route.path).test(path));
  if (known !== undefined) return known.family;
  if (/^\/(?:[a-z][a-z0-9-]*\/)?v1\//.test(path) && !ownPath.test(path)) return 'openai';
  const prefix = routes.find(
    (route) => route.prefix !== undefined && path.startsWith(`/${route.prefix}/`),
  );
  return prefix?.family;
}

/** Paths under `/v1` that are the gateway's own, in problem details and not in a provider's shape. */
const ownPath = /^\/v1\/(?:validate|policy|policies|audit|keys|console)(?:\/|$)/;

function toPattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
}

/** What to tell somebody who asked for a path that is not here. */
export function writeHint(path: string, routes: readonly ProxyRoute[]): string | undefined {
  const family = findFamily(path, routes);
  if (family === undefined) return undefined;
  const known = [
    ...new Set(
      routes
        .filter((route) => route.family === family)
        .map((route) => `${route.method} ${route.route.replace(/:(\w+)/g, '{$1}')}`),
    ),
  ];
  return `this path is not governed and therefore not offered; ${family} routes are: ${known.join(', ')}`;
}
