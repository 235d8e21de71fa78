/** The request as it reaches the upstream: its address and headers are made here, its bytes are those that were judged. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Outbound } from './crossing.ts';
import { fillPattern } from './path-pattern.ts';
import type { Received } from './received.ts';
import { writeRequestHeaders } from './wire-headers.ts';

export function toOutbound(
  received: Received,
  caller: IncomingHttpHeaders,
  bytes: Buffer | undefined,
  traceParent?: string,
): Outbound {
  const { route } = received.passage;
  const { stream } = received.asked;
  return {
    method: route.method,
    path: writePath(received),
    headers: writeRequestHeaders(
      route.dialect.family,
      received.upstream,
      caller,
      { bytes, stream, any: route.dialect.readBytes !== undefined },
      traceParent,
    ),
    body: bytes,
  };
}

/** What Azure offers under the name of a deployment; the rest stands beside the deployments. */
const deployed = new Set([
  '/chat/completions',
  '/completions',
  '/embeddings',
  '/images/generations',
  '/audio/speech',
]);

function writePath({ passage, upstream, asked }: Received): string {
  const { route, parameters, query } = passage;
  const { azureApiVersion } = upstream;
  const path = fillPattern(route.upstreamPath, parameters);
  if (query.size === 0 && azureApiVersion === undefined) return path;
  const given = new URLSearchParams([...query].filter(([name]) => name !== 'api-version'));
  if (azureApiVersion === undefined) return given.size === 0 ? path : `${path}?${given.toString()}`;
  // The version belongs to the upstream that is configured, not to whoever calls.
  given.set('api-version', azureApiVersion);
  const deployment = deployed.has(route.upstreamPath)
    ? `/deployments/${encodeURIComponent(asked.model)}`
    : '';
  return `/openai${deployment}${path}?${given.toString()}`;
}
