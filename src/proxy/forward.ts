/** Carries judged bytes to an upstream and hands its answer back unsent: the one place that uses http-proxy-middleware. */
import type { ServerResponse } from 'node:http';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { GatewayError } from '../errors.ts';
import { Breaker, type BreakerLimits, type Course } from './breaker.ts';
import { ClientLeft } from './client-left.ts';
import { Connections } from './connections.ts';
import { Crossing, type Inbound, type Outbound } from './crossing.ts';
import { Crossings } from './crossings.ts';
import type { ForwardLimits } from './deadlines.ts';
import { type FailureKind, kindOfError, kindOfStatus } from './failure.ts';

export type Forward = {
  /** Rejects with GatewayError; with ClientLeft as soon as the client is gone. */
  readonly send: (outbound: Outbound, client: ServerResponse) => Promise<Inbound>;
  /** It failed again and again, and no call would be let through now. */
  readonly rests: () => boolean;
  /** Ends all that is on its way, and tells this as the reason. */
  readonly cut: (error: GatewayError) => void;
  readonly close: () => void;
};

/** Told of what an upstream does that whoever runs the gateway should know. */
export type Watch = {
  readonly onFailure: (upstream: string, kind: FailureKind) => void;
  readonly onRest: (upstream: string, resting: boolean) => void;
  /** An answer that came to its end, whatever its status, and how long after the call was sent. */
  readonly onAnswer: (upstream: string, ms: number) => void;
};

export function createForward(
  name: string,
  baseUrl: string,
  limits: ForwardLimits & BreakerLimits,
  watch: Watch,
): Forward {
  const now = (): number => performance.now();
  const breaker = new Breaker(name, limits, now, (resting) => watch.onRest(name, resting));
  const connections = new Connections(baseUrl);
  const crossings = new Crossings();
  const proxy = createMiddleware(baseUrl, connections);
  return {
    send: async (outbound, client) => {
      const course = breaker.enter();
      const crossing = new Crossing(name, limits, outbound, client);
      crossings.add(crossing, client);
      const sentAt = now();
      const told: Told = {
        onFailure: (kind) => watch.onFailure(name, kind),
        onAnswer: () => watch.onAnswer(name, now() - sentAt),
      };
      connections.look(() => {
        if (!crossing.over)
          void proxy(crossing, crossing.nowhere, (error) => crossing.break(toError(error)));
      });
      return follow(crossing.inbound, course, told);
    },
    rests: () => breaker.resting,
    cut: (error) => crossings.cut(error),
    close: () => connections.close(),
  };
}

function createMiddleware(baseUrl: string, connections: Connections) {
  return createProxyMiddleware<Crossing>({
    target: new URL(baseUrl),
    agent: connections.agent,
    changeOrigin: true,
    selfHandleResponse: true,
    followRedirects: false,
    ws: false,
    xfwd: false,
    // Its own error plugin would answer the client, in no shape that a client knows.
    ejectPlugins: true,
    plugins: [
      (server) => {
        server.on('proxyReq', (sent, crossing) => {
          connections.watch(sent);
          crossing.connect(sent);
        });
        server.on('proxyRes', (answer, crossing) => crossing.answer(answer));
        server.on('error', (error, crossing) => crossing?.break(error));
        server.on('econnreset', (error, crossing) => crossing.break(error));
      },
    ],
  });
}

/** What is told of one call. */
type Told = {
  readonly onFailure: (kind: FailureKind) => void;
  readonly onAnswer: () => void;
};

/** A stream that breaks off later is a failure too, but nobody waits for its end to try an upstream that was resting. */
async function follow(
  inbound: Promise<Inbound>,
  course: Course,
  { onFailure, onAnswer }: Told,
): Promise<Inbound> {
  try {
    const answered = await inbound;
    const { stream, status, failure } = answered;
    const kind = kindOfStatus(status);
    if (kind !== undefined) onFailure(kind);
    if (kind === 'error') course.end('failed');
    else course.begin();
    stream.once('close', () => {
      const late = kindOfError(failure());
      if (late !== undefined) onFailure(late);
      // What the caller or a rule ended early says nothing of the upstream's time.
      else if (stream.readableEnded) onAnswer();
      course.end(late === undefined ? 'well' : 'failed');
    });
    return answered;
  } catch (error) {
    const kind = kindOfError(error);
    if (kind !== undefined) onFailure(kind);
    course.end(error instanceof ClientLeft || kind === undefined ? 'unknown' : 'failed');
    throw error;
  }
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error('unknown');
}
