/** Writes to the client: an answer that was judged, or a refusal in the shape that its SDK reads. */
import type { ServerResponse } from 'node:http';
import { errorTable, GatewayError } from '../errors.ts';
import { pathOf, readPointer } from '../governance/interaction.ts';
import type { Family } from './dialects/family.ts';
import { findFraming } from './framing.ts';
import { linger } from './linger.ts';

export type Written = {
  readonly status: number;
  /** '' where there is no content. */
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

export type ToldRefusal = Omit<Written, 'body'> & { readonly text: string };

export function release(response: ServerResponse, written: Written): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(written.status, {
    ...written.headers,
    // What is left of a request that was not read must not be taken for the next one, or be read for nothing.
    ...(response.req.complete ? undefined : { connection: 'close' }),
    ...(written.type !== '' && { 'content-type': written.type }),
    // A 204 has none, and may not say so: RFC 9110, 8.6.
    ...(written.status !== 204 && { 'content-length': written.body.length }),
    ...(findFraming(written.type) !== undefined ? streamHeaders : { 'cache-control': 'no-store' }),
  });
  linger(response);
  response.end(written.body);
}

/** Whatever stands between the gateway and the client must not collect, pack or keep a stream. */
export const streamHeaders = {
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

/** Errors that come back the same for the same request: an SDK that retried them would only repeat them. */
const neverBetter = new Set([400, 401, 403, 404, 405, 413, 415, 431]);

export function writeRefusal(
  family: Family,
  error: GatewayError,
  requestId: string,
  param?: string,
): Written {
  const { text, ...refusal } = tellRefusal(family, error, requestId, param);
  return { ...refusal, body: Buffer.from(text) };
}

/**
 * Of a request in which something is wrong: its place is told as that of a blocked part is, and in the sentence as well,
 * since some clients show nothing else.
 */
export function writeDenial(family: Family, error: GatewayError, requestId: string): Written {
  const pointer = error.faults[0]?.pointer ?? '';
  if (pointer === '') return writeRefusal(family, error, requestId);
  const place = pathOf(readPointer(pointer));
  const { code, message, headers } = error;
  const [pointed, shown] = [`\`${pointer}\``, `\`${place}\``];
  const told = message.includes(pointed)
    ? message.replace(pointed, () => shown)
    : `${message}, at ${shown}`;
  return writeRefusal(family, new GatewayError(code, told, { headers }), requestId, place);
}

/** A refusal with its body as text. */
export function tellRefusal(
  family: Family,
  error: GatewayError,
  requestId: string,
  param?: string,
): ToldRefusal {
  const { status, code, message, headers } = error;
  const retry: Record<string, string> = neverBetter.has(status)
    ? { 'x-should-retry': 'false' }
    : status === errorTable.audit_unavailable.status
      ? { 'retry-after': '1' }
      : {};
  return {
    status,
    type: 'application/json',
    headers: { ...retry, ...headers, ...writeIds(family, requestId) },
    text: family.writeError({ code, status, message, param, requestId }),
  };
}

export function writeIds(family: Family, requestId: string): Record<string, string> {
  const ids = { 'x-request-id': requestId };
  return family.requestIdHeader === undefined
    ? ids
    : { ...ids, [family.requestIdHeader]: requestId };
}
