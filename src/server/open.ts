/** The first step of every call: an id, a clock, an address, static headers, and the refusal of what is no plain request. */
import type { NextFunction, Request, Response } from 'express';
import { GatewayError } from '../errors.ts';
import { bindContext } from './context.ts';
import { readTarget } from './target.ts';

const requestIdForm = /^[A-Za-z0-9._-]{1,128}$/;

export type OpenOptions = {
  readonly securityHeaders: readonly (readonly [string, string])[];
  readonly createId: () => string;
  readonly now: () => number;
};

/** Nobody needs them here, and a body where none is expected, or a second protocol, is how requests are smuggled. */
function refuseOddRequests(request: Request): void {
  const { headers, method } = request;
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (hasBody && (method === 'GET' || method === 'HEAD')) {
    throw new GatewayError('invalid_request', `a ${method} request has no body here`);
  }
  const transferEncoding = headers['transfer-encoding'];
  if (transferEncoding !== undefined && transferEncoding.toLowerCase() !== 'chunked') {
    throw new GatewayError(
      'ambiguous_request',
      'the only transfer-encoding that is read here is chunked',
    );
  }
  const upgrade = headers.upgrade?.toLowerCase();
  // Some HTTP/1.1 clients offer h2c with every call; a server that does not speak it just goes on.
  if (upgrade !== undefined && upgrade !== 'h2c') {
    throw new GatewayError('invalid_request', 'protocol upgrades are not offered here');
  }
}

export function createOpen(options: OpenOptions) {
  return function open(request: Request, response: Response, next: NextFunction): void {
    const given = request.headers['x-request-id'];
    const exchange = options.createId();
    const requestId = typeof given === 'string' && requestIdForm.test(given) ? given : exchange;
    bindContext(request, {
      requestId,
      exchange,
      receivedAt: options.now(),
      startedNs: process.hrtime.bigint(),
      address: request.ip ?? '',
      agent: request.headers['user-agent'] ?? '',
      identity: undefined,
    });
    response.setHeader('x-request-id', requestId);
    for (const [name, value] of options.securityHeaders) response.setHeader(name, value);
    readTarget(request.url);
    refuseOddRequests(request);
    next();
  };
}
