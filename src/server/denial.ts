/** What no route took: 405 with the methods that this path has, or 404 with a hint at the routes there are. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Request } from 'express';
import { GatewayError } from '../errors.ts';
import { suggestion } from '../governance/policy/suggest.ts';

type Mounted = { readonly method: string; readonly path: string };
type OwnMounted = Mounted & { readonly acts?: true };

export type DenialOptions = {
  readonly routes: readonly OwnMounted[];
  readonly proxy: {
    readonly routes: readonly Mounted[];
    readonly hintFor: (path: string, headers: IncomingHttpHeaders) => string | undefined;
  };
};

export function toMethodError(allowed: readonly string[]): GatewayError {
  const allow = [...new Set(allowed)].join(', ');
  const detail = allow === '' ? 'there is no such method here' : `this path takes ${allow}`;
  return new GatewayError('method_not_allowed', detail, { headers: { allow } });
}

const marks = /\\:|:\w+|\*\w+|[.*+?^${}()|[\]\\]/g;

/** As Express reads a path: `:name` stands for one segment or a part of it, `*name` for all that is left, `\:` for a colon. */
function toPattern(path: string): RegExp {
  const source = path.replace(marks, (mark, at: number) => {
    if (mark === '\\:') return ':';
    // A model's name at the end of a path is not all of it where a colon and something to do with the model follow.
    if (/^:\w/.test(mark))
      return mark === ':model' && at + mark.length === path.length ? '[^/:]+' : '[^/]+';
    return /^\*\w/.test(mark) ? '.+' : `\\${mark}`;
  });
  return new RegExp(`^${source}$`);
}

function tellNone(path: string, paths: readonly string[]): string {
  if (path === '/') return 'this is the API of the gateway; the console is at `/console`';
  const hint = suggestion(path, paths) || '; `/openapi.json` lists them';
  return `there is no route \`${path}\` here${hint}`;
}

/** The methods that a path has. A HEAD is answered wherever a GET of the gateway's own is, and towards no upstream. */
export function createMethods({ routes, proxy }: DenialOptions): (path: string) => string[] {
  const own = routes.flatMap((route) =>
    route.method.toUpperCase() === 'GET' && route.acts !== true
      ? [route, { ...route, method: 'HEAD' }]
      : [route],
  );
  const known = [...own, ...proxy.routes].map(({ method, path }) => ({
    pattern: toPattern(path),
    method: method.toUpperCase(),
  }));
  return (path) => known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
}

export function createDenial(options: DenialOptions): (request: Request) => never {
  const methodsOf = createMethods(options);
  // What has a place in it is no name that somebody could mistype.
  const paths = options.routes.map(({ path }) => path).filter((path) => !/[:*]/.test(path));
  return function deny(request) {
    const { path, headers } = request;
    const allowed = methodsOf(path);
    if (allowed.length > 0) throw toMethodError(allowed);
    throw new GatewayError(
      'not_found',
      options.proxy.hintFor(path, headers) ?? tellNone(path, paths),
    );
  };
}
