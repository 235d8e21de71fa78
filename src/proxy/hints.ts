/** Whose client asked for a path, also for one that is not here, and what to tell it then. */
import type { IncomingHttpHeaders } from 'node:http';
import { findNearest } from '../governance/policy/suggest.ts';
import type { FamilyName } from './dialects/family.ts';
import { matchesPattern } from './path-pattern.ts';
import { chooseRoute, type ProxyRoute } from './routes.ts';

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
  // Refused as it stands, but whose client wrote it can be told.
  if (path.includes('//')) return findFamily(path.replace(/\/{2,}/g, '/'), routes, headers);
  if (geminiMethod.test(path)) return 'gemini';
  const known = routes.find((route) => matchesPattern(route.path, path));
  if (known !== undefined) return chooseRoute(known, headers, noQuery).family;
  const under = routes.find(
    (route) => route.prefix !== undefined && path.startsWith(`/${route.prefix}/`),
  );
  if (under !== undefined) return under.family;
  if (/^\/(?:upload\/)?v1(?:alpha|beta)\b/.test(path)) return 'gemini';
  if (/^\/api\b/.test(path)) return 'ollama';
  if (isOwn(path, routes)) return undefined;
  if (!/^\/(?:v1|openai)\b/.test(path)) return findMistake(path, routes)?.route.family;
  // Also where the path is written in a way that no route has: whose client it is can still be told.
  const plain = path.replace(/\/[^/]+\/\.\.(?=\/)/g, '').replace(/%(?:25)*\w{2}|[^\w]/gi, '/');
  const anthropic = /^\/v1\/+(?:messages|complete)\b/.test(plain) || 'anthropic-version' in headers;
  return anthropic ? 'anthropic' : 'openai';
}

/** Google's way to name what a model is to do, in any version of its API. */
const geminiVerb = /:(?:\w*(?:Content|Contents|Tokens|LongRunning)|predict)$/;
const geminiMethod = new RegExp(`/v1\\w*/\\w+/[^/]+${geminiVerb.source}`);

/** Names under `/v1` that are the gateway's own, in problem details and not in a provider's shape. */
const ownNames = 'validate policy policies audit budgets keys sign-in console'.split(' ');

/** Also where such a name is mistyped: whoever meant it is told so, and not of a provider's routes. */
function isOwn(path: string, routes: readonly ProxyRoute[]): boolean {
  const [, name] = /^\/v1\/([^/]+)/.exec(path) ?? [];
  if (name === undefined) return false;
  if (ownNames.includes(name)) return true;
  const isOffered = routes.some((route) => route.path.split('/')[2] === name);
  return !isOffered && findNearest(name, ownNames) !== undefined;
}

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
  const [, twice] = /\/(v1beta|v1|api)\/\1\//.exec(path) ?? [];
  if (twice !== undefined) return `; the base URL holds one \`/${twice}\` too many`;
  const other = path.replace(/\/v1(?:alpha)?\//, '/v1beta/');
  const isOffered = other !== path && ours.some((route) => matchesPattern(route.path, other));
  if (isOffered) return '; it is offered in the version `v1beta`';
  if (path.endsWith('/') && ours.some((route) => matchesPattern(route.path, path.slice(0, -1))))
    return '; it is offered without the slash at its end';
  const mistake = findMistake(path, ours);
  return mistake === undefined ? '' : `; ${mistake.cure}`;
}

/** What would be a route if its base URL were written as it should be. */
function findMistake(
  path: string,
  routes: readonly ProxyRoute[],
): { readonly route: ProxyRoute; readonly cure: string } | undefined {
  const [, first = '', rest = ''] = /^\/([^/]+)(\/.+)$/.exec(path) ?? [];
  const find = (meant: string): ProxyRoute | undefined =>
    routes.find((route) => matchesPattern(route.path, meant));
  for (const version of geminiVerb.test(path) ? ['v1beta'] : ['v1', 'v1beta']) {
    const route = find(`/${version}${path}`) ?? find(`/${first}/${version}${rest}`);
    if (route !== undefined) return { route, cure: `the base URL lacks \`/${version}\`` };
  }
  const route = rest === '' ? undefined : find(rest);
  return route && { route, cure: `no upstream of this family is named \`${first}\`` };
}
