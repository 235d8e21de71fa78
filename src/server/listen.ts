/** The listening socket: limits on headers and time, framing that Node refused told in plain words, and a graceful end. */
import { type RequestListener, type Server, createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { type ErrorCode, GatewayError } from '../errors.ts';
import { toProblem } from './problem.ts';
import { type TlsFiles, readTls } from './tls.ts';

export type ListenOptions = {
  readonly host: string;
  readonly port: number;
  readonly tls?: TlsFiles | undefined;
  readonly headerBytesMax: number;
  readonly headerTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
  readonly connectionsMax: number;
  /** A request that never became one: bad framing, too slow, too large headers. */
  readonly onRefused: (error: GatewayError, address: string, requestId: string) => void;
  readonly createId: () => string;
};

const framingCodes: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

function toFramingError(error: NodeJS.ErrnoException): GatewayError {
  const code = framingCodes[error.code ?? ''];
  if (code === 'headers_too_large') {
    return new GatewayError(code, 'the request headers are larger than this gateway reads');
  }
  if (code === 'request_timeout') {
    return new GatewayError(code, 'the request did not arrive in time');
  }
  return new GatewayError(
    'ambiguous_request',
    'the request is not framed in the one way that every HTTP/1.1 reader agrees on',
  );
}

function refuseSocket(socket: Duplex, error: GatewayError, requestId: string): void {
  const body = JSON.stringify(toProblem(error, requestId));
  const reasons: Partial<Record<number, string>> = {
    400: 'Bad Request',
    408: 'Request Timeout',
    431: 'Request Header Fields Too Large',
  };
  socket.end(
    `HTTP/1.1 ${error.status} ${reasons[error.status] ?? 'Error'}\r\n` +
      'content-type: application/problem+json\r\n' +
      `x-request-id: ${requestId}\r\n` +
      'connection: close\r\n' +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** True where an answer has begun on this socket, so that nothing of ours may be written into it. */
function isAnswering(socket: Duplex): boolean {
  const message: unknown = Reflect.get(socket, '_httpMessage');
  return (
    typeof message === 'object' && message !== null && Reflect.get(message, 'headersSent') === true
  );
}

export function createListener(options: ListenOptions, listener: RequestListener): Server {
  const settings = {
    maxHeaderSize: options.headerBytesMax,
    headersTimeout: options.headerTimeoutMs,
    requestTimeout: options.requestTimeoutMs,
    keepAliveTimeout: options.keepAliveTimeoutMs,
    connectionsCheckingInterval: 1000,
    insecureHTTPParser: false,
    requireHostHeader: true,
    noDelay: true,
  };
  const server =
    options.tls === undefined
      ? createServer(settings, listener)
      : createTlsServer(
          { ...settings, ...readTls(options.tls), ALPNProtocols: ['http/1.1'] },
          listener,
        );
  server.maxConnections = options.connectionsMax;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
      socket.destroy();
      return;
    }
    const refusal = toFramingError(error);
    const requestId = options.createId();
    const address = Reflect.get(socket, 'remoteAddress') as unknown;
    options.onRefused(refusal, typeof address === 'string' ? address : '', requestId);
    refuseSocket(socket, refusal, requestId);
  });
  return server;
}

export function listen(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      const address = server.address();
      const bound = typeof address === 'object' && address !== null ? address.port : port;
      const scheme = 'setSecureContext' in server ? 'https' : 'http';
      resolve(`${scheme}://${host.includes(':') ? `[${host}]` : host}:${bound}`);
    });
  });
}

const idleCheckMs = 50;

/** Stops accepting and waits for what is under way; resolves false where some of it outlasted the limit. */
export function drain(server: Server, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      server.closeAllConnections();
      settle(false);
    }, timeoutMs);
    // A connection is not idle before its last answer is out, and clients keep it open for the next call.
    const sweep = setInterval(() => server.closeIdleConnections(), idleCheckMs);
    const settle = (whole: boolean): void => {
      clearTimeout(timer);
      clearInterval(sweep);
      resolve(whole);
    };
    server.close(() => settle(true));
    server.closeIdleConnections();
  });
}
