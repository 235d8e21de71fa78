/** Writes an error of the gateway's own API as RFC 9457 problem details; it tells nothing that the caller did not send. */
import type { ServerResponse } from 'node:http';
import { type GatewayError, errorTable } from '../errors.ts';
import { linger } from '../proxy/linger.ts';

export type Problem = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly code: string;
  readonly request_id: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
};

export function toProblem(error: GatewayError, requestId: string): Problem {
  return {
    type: `urn:governance-gateway:error:${error.code}`,
    title: errorTable[error.code].title,
    status: error.status,
    detail: error.message,
    instance: `urn:governance-gateway:request:${requestId}`,
    code: error.code,
    request_id: requestId,
    ...(error.faults.length > 0 ? { errors: error.faults } : {}),
  };
}

export function writeProblem(
  response: ServerResponse,
  error: GatewayError,
  requestId: string,
): void {
  const body = Buffer.from(JSON.stringify(toProblem(error, requestId)));
  response.statusCode = error.status;
  for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value);
  response.setHeader('content-type', 'application/problem+json');
  response.setHeader('cache-control', 'no-store');
  response.setHeader('x-request-id', requestId);
  response.setHeader('content-length', body.length);
  linger(response);
  response.end(body);
}
