/** The listening socket: limits on headers and time, framing that Node refused told in plain words, and a graceful end. */
import { type RequestListener, type Server, createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { Server as SocketServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { GatewayError } from '../errors.ts';
import {
  readRemains,
  refuseInTurn,
  refuseSocket,
  type Refusal,
  type Remains,
  toFramingError,
} from './refused-socket.ts';
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
  /** A connection that was closed because there were `connectionsMax`. */
  readonly onTurnedAway: () => void;
  /** A request that never became one: bad framing, too slow, too large headers. */
  readonly onRefused: (error: GatewayError, address: string, requestId: string) => void;
  /** The same refusal as an answer, for whose request the path is. */
  readonly toRefusal: (remains: Remains, error: GatewayError, requestId: string) => Refusal;
  /** Those that a path has. */
  readonly methodsOf: (path: string) => readonly string[];
  readonly createId: () => string;
};

export function createListener(options: ListenOptions, listener: RequestListener): Server {
  const settings = {
    maxHeaderSize: options.headerBytesMax,
    // The headers are a part of the request, and Node takes no longer time for the part.
    headersTimeout: Math.min(options.headerTimeoutMs, options.requestTimeoutMs),
    requestTimeout: options.requestTimeoutMs,
    keepAliveTimeout: options.keepAliveTimeoutMs,
    connectionsCheckingInterval: 1000,
    insecureHTTPParser: false,
    // Node would refuse it without a word; the application does so in the client's shape.
    requireHostHeader: false,
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
  server.on('drop', options.onTurnedAway);
  const refuse = (socket: Duplex, remains: Remains, error: GatewayError): void => {
    const requestId = options.createId();
    const address = Reflect.get(socket, 'remoteAddress') as unknown;
    options.onRefused(error, typeof address === 'string' ? address : '', requestId);
    refuseSocket(socket, error.status, options.toRefusal(remains, error, requestId));
  };
  followFramingErrors(server, (socket, error) =>
    refuse(socket, readRemains(error), toFramingError(error, options.methodsOf)),
  );
  // Node would answer both by itself: the one with an empty 417, the other by closing the socket.
  server.on('checkExpectation', listener);
  // Node would ask for the body at once, also for that of a call which is refused.
  server.on('checkContinue', (request, response) => {
    request.once('resume', () => {
      if (!response.headersSent) response.writeContinue();
    });
    listener(request, response);
  });
  server.on('connect', (_request, socket: Duplex) => {
    const detail = 'this gateway opens no tunnels';
    const refusal = new GatewayError('method_not_allowed', detail, { headers: { allow: '' } });
    refuse(socket, { path: '', headers: {} }, refusal);
  });
  return server;
}

function followFramingErrors(
  server: Server,
  refuse: (socket: Duplex, error: NodeJS.ErrnoException) => void,
): void {
  /** With something that cannot be read, behind which all that comes is nothing either. */
  const spoilt = new WeakSet<Duplex>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else if (!spoilt.has(socket)) {
      spoilt.add(socket);
      refuseInTurn(socket, error, () => refuse(socket, error));
    }
  });
}

export function listen(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void => reject(explainAddress(error, host, port));
    server.once('error', fail);
    server.listen(port, host, () => {
      server.removeListener('error', fail);
      const address = server.address();
      const bound = typeof address === 'object' && address !== null ? address.port : port;
      const scheme = 'setSecureContext' in server ? 'https' : 'http';
      resolve(`${scheme}://${host.includes(':') ? `[${host}]` : host}:${bound}`);
    });
  });
}

const addressFaults: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there; end it, or configure another port',
  EADDRNOTAVAIL: 'this machine has no such address; configure one that it has',
  ENOTFOUND: 'this name has no address; configure one that has',
  EACCES: 'this user may not listen there; configure a port above 1023',
};

/** Whoever starts the gateway is told what to change; the code alone says that to few. */
function explainAddress(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const cure = addressFaults[error.code ?? ''];
  if (cure === undefined) return error;
  const place = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  return Object.assign(new Error(`cannot listen on \`${place}\`: ${cure}`), { code: error.code });
}

const idleCheckMs = 50;
/** A client may just be sending its next call on a connection that is idle; it hears with the answer that this was the last. */
const idleGraceMs = 500;
/** What was cut is told to its client and recorded within this time. */
const cutMs = 2_000;

/**
 * Stops accepting and waits for what is under way; resolves false where some of it outlasted the limit. That is ended by
 * `cut`, in words that its client reads.
 */
export function drain(server: Server, timeoutMs: number, cut: () => void): Promise<boolean> {
  return new Promise((resolve) => {
    let whole = true;
    let timer = setTimeout(() => {
      whole = false;
      cut();
      timer = setTimeout(() => {
        server.closeAllConnections();
        settle();
      }, cutMs);
    }, timeoutMs);
    // A connection is not idle before its last answer is out, and clients keep it open for the next call.
    let sweep: NodeJS.Timeout | undefined;
    // What has come in is read first, however late this thread is: its connection is then not idle any more.
    const sweepRead = (): unknown => setImmediate(() => server.closeIdleConnections());
    const grace = setTimeout(() => {
      sweep = setInterval(sweepRead, idleCheckMs);
      sweepRead();
    }, idleGraceMs);
    const settle = (): void => {
      clearTimeout(timer);
      clearTimeout(grace);
      clearInterval(sweep);
      resolve(whole);
    };
    // An HTTP server's own way to close would end idle connections at once.
    SocketServer.prototype.close.call(server, settle);
  });
}
