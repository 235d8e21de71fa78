/** What no field can know alone: names that must exist, and settings that belong together. */
import { z } from 'zod';
import { pathOf } from '../governance/interaction.ts';
import type { Placed } from './fault.ts';
import { suggestion } from '../governance/policy/suggest.ts';
import { usualAddress } from './schema.ts';
import { upstreamDialects, upstreamNames } from './upstreams.ts';

/** First segments of the gateway's own paths, and the built-in upstream. */
const takenNames = ['v1', 'v1beta', 'api', 'healthz', 'readyz', 'metrics', 'console', 'sandbox'];

const word = z.string().catch('');

const words = z.array(word).catch([]);

const looseRoute = z.looseObject({
  upstream: word,
  targets: z.array(z.looseObject({ upstream: word }).catch({ upstream: '' })).catch([]),
  fallback: words,
});

/** Only as much as is looked at, and nothing of it refused: what is wrong by itself has its own fault. */
const looseSchema = z.looseObject({
  listen: z
    .looseObject({
      host: z.string().catch(usualAddress.host),
      port: z.number().catch(usualAddress.port),
      metrics: z
        .looseObject({ host: word, port: z.number().catch(0) })
        .optional()
        .catch(undefined),
    })
    .catch(usualAddress),
  sandbox: z.boolean().catch(true),
  upstreams: z
    .record(
      z.string(),
      z
        .looseObject({
          dialect: word,
          baseUrl: word,
          paths: word,
          apiVersion: z.unknown().optional(),
        })
        .catch({ dialect: '', baseUrl: '', paths: '', apiVersion: undefined }),
    )
    .catch({}),
  routes: z.array(looseRoute.catch({ upstream: '', targets: [], fallback: [] })).catch([]),
});
type Loose = z.output<typeof looseSchema>;

export function checkTogether(tree: unknown): readonly Placed[] {
  const loose = looseSchema.parse(tree);
  return [
    ...checkListen(loose),
    ...checkUpstreams(loose),
    ...checkRoutes(loose),
    ...checkFallbacks(loose),
  ];
}

/** One address cannot be listened on twice. */
function* checkListen({ listen: { host, port, metrics } }: Loose): Generator<Placed> {
  if (metrics === undefined || port === 0 || port !== metrics.port) return;
  const hosts = [host, metrics.host === '' ? usualAddress.host : metrics.host].map((each) =>
    each === 'localhost' ? '127.0.0.1' : each,
  );
  const everywhere = hosts.some((each) => each === '0.0.0.0' || each === '::');
  if (!everywhere && hosts[0] !== hosts[1]) return;
  // The one that a variable or a flag may have given.
  const path = ['listen', 'port'];
  const message = `${pathOf(path)}: expected another port than \`listen.metrics.port\`, got \`${port}\` for both`;
  yield { path, of: 'value', message };
}

function* checkUpstreams({ upstreams, listen }: Loose): Generator<Placed> {
  for (const [name, upstream] of Object.entries(upstreams)) {
    const fault = (key: string, message: string): Placed => ({
      path: ['upstreams', name, key],
      of: 'value',
      message: `upstreams.${name}.${key}: ${message}`,
    });
    if (!upstreamNames.test(name) || takenNames.includes(name))
      yield {
        path: ['upstreams', name],
        of: 'key',
        message: takenNames.includes(name)
          ? `upstreams: expected another name than \`${name}\`, which the gateway uses itself`
          : `upstreams: expected a name in lower case letters, digits and dashes, got \`${name}\``,
      };
    const known = upstreamDialects.some((dialect) => dialect === upstream.dialect);
    const other = known && upstream.dialect !== 'openai';
    const azure = upstream.paths === 'azure';
    if (azure && other) yield fault('paths', 'expected `dialect: openai` beside `paths: azure`');
    if (azure && upstream.apiVersion === undefined)
      yield fault('paths', 'expected an `apiVersion` beside `paths: azure`');
    if (azure && upstream.baseUrl === '')
      yield fault('paths', 'expected a `baseUrl` beside `paths: azure`');
    if (!azure && upstream.apiVersion !== undefined)
      yield fault('apiVersion', 'expected `paths: azure` beside `apiVersion`');
    if (other && /\/v1(beta)?\/*$/.test(upstream.baseUrl))
      yield fault('baseUrl', 'expected a base URL without the version, which the gateway adds');
    if (pointsAt(upstream.baseUrl, listen))
      yield fault('baseUrl', 'expected another server, but this is the gateway’s own address');
  }
}

function* checkRoutes({ routes, upstreams, sandbox }: Loose): Generator<Placed> {
  const names = [...Object.keys(upstreams), ...(sandbox ? ['sandbox'] : [])];
  const known = names.length > 0 ? names.map((name) => `\`${name}\``).join(', ') : 'none';
  for (const [index, { upstream, targets, fallback }] of routes.entries()) {
    if ((upstream === '') === (targets.length === 0))
      yield {
        path: ['routes', index],
        of: 'value',
        message: `routes[${index}]: expected either \`upstream\` or \`targets\``,
      };
    const named = [
      { place: ['upstream'], name: upstream },
      ...targets.map((target, at) => ({
        place: ['targets', at, 'upstream'],
        name: target.upstream,
      })),
      ...fallback.map((name, at) => ({ place: ['fallback', at], name })),
    ];
    for (const { place, name } of named) {
      if (name === '' || names.includes(name)) continue;
      const path = ['routes', index, ...place];
      const hint = suggestion(name, names) || `; known: ${known}`;
      const message = `${pathOf(path)}: expected the name of an upstream, got \`${name}\`${hint}`;
      yield { path, of: 'value', message };
    }
  }
}

/** A call keeps its format: one that speaks another would never be asked, which would show on the day it is needed. */
function* checkFallbacks({ routes, upstreams }: Loose): Generator<Placed> {
  for (const [index, { upstream, targets, fallback }] of routes.entries()) {
    const own = [upstream, ...targets.map((target) => target.upstream)].filter(
      (name) => name !== '',
    );
    // The sandbox speaks all formats, and a name that nobody knows has a fault of its own.
    const formats = own.map((name) => upstreams[name]?.dialect ?? '');
    if (formats.length === 0 || formats.includes('')) continue;
    for (const [at, name] of fallback.entries()) {
      const format = upstreams[name]?.dialect ?? '';
      if (format === '' || formats.includes(format)) continue;
      const path = ['routes', index, 'fallback', at];
      const spoken = [...new Set(formats)].map((each) => `\`${each}\``).join(' or ');
      const message = `${pathOf(path)}: expected an upstream that speaks ${spoken} like those before it, got \`${name}\`, which speaks \`${format}\``;
      yield { path, of: 'value', message };
    }
  }
}

/** Clients are pointed at the gateway by the same variables that point the gateway at its upstreams. */
function pointsAt(
  baseUrl: string,
  listen: { readonly host: string; readonly port: number },
): boolean {
  const url = URL.parse(baseUrl);
  if (url === null || listen.port === 0) return false;
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const local = ['127.0.0.1', 'localhost', '[::1]'];
  const host = listen.host.includes(':') ? `[${listen.host}]` : listen.host;
  const everywhere = host === '' || host === '0.0.0.0' || host === '[::]';
  const same =
    url.hostname === host || (local.includes(url.hostname) && (everywhere || local.includes(host)));
  return port === listen.port && same;
}
