/** The request as it reaches the upstream: its address and headers are made here, its bytes are those that were judged. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Outbound } from './forward.ts';
import { fillPattern } from './path-pattern.ts';
import type { Received } from './received.ts';
import { writeRequestHeaders } from './wire-headers.ts';

export function toOutbound(
  received: Received,
  caller: IncomingHttpHeaders,
  bytes: Buffer | undefined,
): Outbound {
  const { route } = received.passage;
  const { stream } = received.asked;
  return {
    method: route.method,
    path: writePath(received),
    headers: writeRequestHeaders(route.dialect.family, received.upstream, caller, {
      bytes,
      stream,
    }),
    body: bytes,
  };
}

function writePath({ passage, upstream, asked }: Received): string {
  const { route, parameters, query } = passage;
  const path = fillPattern(route.upstreamPath, parameters);
  const given = new URLSearchParams(
    [...query].filter(([name]) => route.query.includes(name) && name !== 'api-version'),
  );
  // The version belongs to the upstream that is configured, not to whoever calls.
  if (upstream.azureApiVersion !== undefined) given.set('api-version', upstream.azureApiVersion);
  const deployment = `/openai/deployments/${encodeURIComponent(asked.model)}`;
  const whole = upstream.azureApiVersion === undefined ? path : `${deployment}${path}`;
  return given.size === 0 ? whole : `${whole}?${given.toString()}`;
}
