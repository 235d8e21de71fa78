/** The first step of every call: an id, a clock, an address, and the refusal of what is no plain request. */
import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import { GatewayError } from '../errors.ts';
import { type Context, bindContext } from './context.ts';
import { readTarget } from './target.ts';

const requestIdForm = /^[A-Za-z0-9._-]{1,128}$/;

export type OpenOptions = {
  readonly createId: () => string;
  readonly now: () => number;
};

/** Where its body ends, a reader between may see otherwise. */
const closing = { headers: { connection: 'close' } };

/** Nobody needs them here, and a body where none is expected, or a second protocol, is how requests are smuggled. */
function refuseOddRequests(request: Request): void {
  const { headers, method, httpVersion } = request;
  // A request line without a version is HTTP/0.9, which has no headers: what follows would be read as some.
  if (httpVersion !== '1.1' && httpVersion !== '1.0') {
    throw new GatewayError('ambiguous_request', 'only HTTP/1.1 and HTTP/1.0 are spoken here');
  }
  if (httpVersion === '1.0' && headers['transfer-encoding'] !== undefined) {
    throw new GatewayError('ambiguous_request', 'HTTP/1.0 has no transfer-encoding', closing);
  }
  refuseHost(request);
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue') {
    throw new GatewayError(
      'invalid_request',
      'the only expectation that is met here is `100-continue`',
    );
  }
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

/** Two hosts, or none, and whoever stands in front or behind may take the call for another one's. */
function refuseHost(request: Request): void {
  const raw = request.rawHeaders;
  let hosts = 0;
  for (let i = 0; i < raw.length; i += 2) {
    if (raw[i]?.length === 4 && raw[i]?.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1 || (hosts === 0 && request.httpVersion !== '1.0')) {
    throw new GatewayError('ambiguous_request', 'a request must name one host');
  }
}

/** What the caller calls it, or else its exchange. */
export function requestIdOf({ headers }: IncomingMessage, exchange: string): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && requestIdForm.test(given) ? given : exchange;
}

export function createOpen(options: OpenOptions) {
  return function open(request: Request, _response: Response, next: NextFunction): void {
    const exchange = options.createId();
    const requestId = requestIdOf(request, exchange);
    const context: Context = {
      requestId,
      exchange,
      receivedAt: options.now(),
      startedNs: process.hrtime.bigint(),
      address: request.ip ?? '',
      agent: request.headers['user-agent'] ?? '',
      identity: undefined,
    };
    bindContext(request, context);
    context.target = readTarget(request.url);
    refuseOddRequests(request);
    next();
  };
}
