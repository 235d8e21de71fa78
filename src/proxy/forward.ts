/** Carries judged bytes to an upstream and hands its answer back unsent: the one place that uses http-proxy-middleware. */
import { Agent as HttpAgent, type ServerResponse } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { Crossing, type Inbound, type Outbound } from './crossing.ts';
import type { ForwardLimits } from './deadlines.ts';

export type Forward = {
  /** Rejects with GatewayError; with ClientLeft as soon as the client is gone. */
  readonly send: (outbound: Outbound, client: ServerResponse) => Promise<Inbound>;
  readonly close: () => void;
};

const freeSocketsMax = 256;
/**
 * A socket that the upstream is just closing takes a call and loses it, and nobody knows whether it was acted upon: it
 * must not be sent twice. So only fresh ones are used again: the shortest that servers keep theirs is five seconds.
 * Where an upstream says less, that holds.
 */
const freeSocketTimeoutMs = 4_000;

export function createForward(name: string, baseUrl: string, limits: ForwardLimits): Forward {
  const Agent = baseUrl.startsWith('https:') ? HttpsAgent : HttpAgent;
  const agent = new Agent({
    keepAlive: true,
    maxFreeSockets: freeSocketsMax,
    timeout: freeSocketTimeoutMs,
  });
  const proxy = createProxyMiddleware<Crossing>({
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
        server.on('proxyReq', (sent, crossing) => crossing.connect(sent));
        server.on('proxyRes', (answer, crossing) => crossing.answer(answer));
        server.on('error', (error, crossing) => crossing?.break(error));
        server.on('econnreset', (error, crossing) => crossing.break(error));
      },
    ],
  });
  return {
    send: (outbound, client) => {
      const crossing = new Crossing(name, limits, outbound, client);
      void proxy(crossing, crossing.nowhere, (error) => crossing.break(toError(error)));
      return crossing.inbound;
    },
    close: () => agent.destroy(),
  };
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error('unknown');
}
