/** Carries judged bytes to an upstream and hands its answer back unsent: the one place that uses http-proxy-middleware. */
import { Agent as HttpAgent, IncomingMessage, ServerResponse, type ClientRequest } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { GatewayError } from '../errors.ts';
import { ClientLeft } from './client-left.ts';
import { startDeadlines, type ForwardLimits } from './deadlines.ts';

/** A request as it is to reach the upstream: nothing of the caller's is added to it. */
export type Outbound = {
  readonly method: 'GET' | 'POST';
  /** Behind the upstream's base URL, with the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
};

/** The upstream's answer; whoever takes it reads `stream` to its end or calls `abort`. */
export type Inbound = {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly stream: IncomingMessage;
  /** Why the stream broke, once it did; the reason that the reader should tell. */
  readonly failure: () => GatewayError | undefined;
  readonly abort: () => void;
};

export type Forward = {
  /** Rejects with GatewayError; with ClientLeft as soon as the client is gone. */
  readonly send: (outbound: Outbound, client: ServerResponse) => Promise<Inbound>;
  readonly close: () => void;
};

type Crossing = {
  readonly connected: (request: ClientRequest, socket: Socket) => void;
  readonly answered: (answer: IncomingMessage) => void;
  readonly failed: (error: Error) => void;
};

const freeSocketsMax = 256;
const freeSocketTimeoutMs = 30_000;

export function createForward(name: string, baseUrl: string, limits: ForwardLimits): Forward {
  const Agent = baseUrl.startsWith('https:') ? HttpsAgent : HttpAgent;
  const agent = new Agent({
    keepAlive: true,
    maxFreeSockets: freeSocketsMax,
    timeout: freeSocketTimeoutMs,
  });
  const crossings = new WeakMap<IncomingMessage, Crossing>();
  const proxy = createProxyMiddleware({
    target: new URL(baseUrl),
    agent,
    changeOrigin: true,
    selfHandleResponse: true,
    followRedirects: false,
    ws: false,
    xfwd: false,
    // Its own error plugin would answer the client, in no shape that a client knows.
    ejectPlugins: true,
    plugins: [
      (server) => {
        server.on('proxyReq', (sent, request) => {
          if (sent.socket !== null) crossings.get(request)?.connected(sent, sent.socket);
        });
        server.on('proxyRes', (answer, request) => crossings.get(request)?.answered(answer));
        server.on('error', (error, request) => {
          if (request !== undefined) crossings.get(request)?.failed(error);
        });
        server.on('econnreset', (error, request) => crossings.get(request)?.failed(error));
      },
    ],
  });
  return {
    send: (outbound, client) =>
      new Promise((resolve, reject) => {
        const request = toRequest(outbound, client);
        // The answer is judged before anything is written, so the middleware gets a response that leads nowhere.
        const nowhere = new ServerResponse(request);
        const crossing = createCrossing({ name, limits, client, nowhere, resolve, reject });
        crossings.set(request, crossing);
        void proxy(request, nowhere, (error) => crossing.failed(toError(error)));
      }),
    close: () => agent.destroy(),
  };
}

/** Only what `outbound` says: the caller's own request, with its headers, never meets the middleware. */
function toRequest(outbound: Outbound, client: ServerResponse): IncomingMessage {
  const request = new IncomingMessage(client.req.socket);
  request.method = outbound.method;
  request.url = outbound.path;
  request.httpVersion = '1.1';
  request.httpVersionMajor = 1;
  request.httpVersionMinor = 1;
  request.headers = { ...outbound.headers };
  if (outbound.body !== undefined) request.push(outbound.body);
  request.push(null);
  request.complete = true;
  return request;
}

type CrossingOptions = {
  readonly name: string;
  readonly limits: ForwardLimits;
  readonly client: ServerResponse;
  readonly nowhere: ServerResponse;
  readonly resolve: (inbound: Inbound) => void;
  readonly reject: (error: Error) => void;
};

function createCrossing(options: CrossingOptions): Crossing {
  const { name, client, nowhere, resolve, reject } = options;
  let sent: ClientRequest | undefined;
  let failure: GatewayError | undefined;
  let over = false;

  const finish = (): void => {
    over = true;
    deadlines.clear();
    client.off('close', leave);
  };
  const abort = (): void => {
    finish();
    // The middleware ends the upstream's request and answer when the response closes.
    nowhere.emit('close');
    sent?.destroy();
  };
  const fail = (error: GatewayError): void => {
    if (over) return;
    failure = error;
    abort();
    reject(error);
  };
  const leave = (): void => fail(new ClientLeft('before its answer was complete'));
  const deadlines = startDeadlines(name, options.limits, fail);
  client.once('close', leave);

  return {
    connected: (request, socket) => {
      sent = request;
      // Nothing is tunnelled: an upstream that changes protocols has not answered.
      request.once('upgrade', (_answer, tunnel) => {
        tunnel.destroy();
        fail(broken(name));
      });
      if (over) request.destroy();
      else if (socket.connecting)
        socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', deadlines.reached);
      else deadlines.reached();
    },
    answered: (answer) => {
      if (sent !== undefined) deadlines.begun(sent);
      answer.once('end', finish);
      answer.once('close', () => fail(broken(name)));
      answer.on('error', () => fail(broken(name)));
      const { statusCode: status = 0, headers } = answer;
      resolve({ status, headers, stream: answer, failure: () => failure, abort });
    },
    failed: (error) => fail(unreachable(name, error)),
  };
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error('unknown');
}

function broken(name: string): GatewayError {
  return new GatewayError(
    'upstream_failed',
    `the upstream \`${name}\` broke off before its answer was complete`,
  );
}

/** The code says enough; the message of a system error may hold an address that is nobody else's business. */
function unreachable(name: string, cause: Error): GatewayError {
  const code = 'code' in cause && typeof cause.code === 'string' ? ` (${cause.code})` : '';
  return new GatewayError('upstream_failed', `the upstream \`${name}\` did not answer${code}`, {
    cause,
  });
}
