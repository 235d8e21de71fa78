/** The server's door: everything that answers on the gateway's address, and how it stops. */
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestHandler } from 'express';
import type { Recorder } from '../governance/event.ts';
import type { Proxy } from '../proxy/proxy.ts';
import { type Admission, createAdmission, isWatched } from './admission.ts';
import { createApp } from './app.ts';
import type { Authenticate } from './authenticate.ts';
import { systemActor } from '../audit/system-actor.ts';
import { createMethods } from './denial.ts';
import { toDeniedEvent } from './denied.ts';
import { createEntrance } from './entrance.ts';
import { createFailures } from './failures.ts';
import { type ListenOptions, createListener, drain, listen } from './listen.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { createOpenApi } from './openapi.ts';
import { toProblem } from './problem.ts';
import type { Route } from './route.ts';
import { createMetricsRoute, createOpenApiRoute } from './routes/health.ts';
import { readSecurityHeaders } from './security-headers.ts';
import { followTls } from './tls.ts';

export type ServerOptions = Omit<
  ListenOptions,
  'methodsOf' | 'onRefused' | 'onTurnedAway' | 'toRefusal'
> & {
  readonly version: string;
  readonly routes: readonly Route[];
  readonly proxy: Proxy;
  readonly metrics: Metrics;
  /** An address of its own for the metrics, where whoever reaches it may read them. */
  readonly metricsAddress?: { readonly host: string; readonly port: number } | undefined;
  readonly authenticate: Authenticate;
  readonly failuresPerMinuteMax: number;
  readonly limit: RequestHandler;
  readonly record: Recorder;
  readonly log: Log;
  readonly onBug: (error: unknown, requestId: string) => void;
  readonly trustProxy: number;
  readonly exchangesMax: number;
  readonly clientStallTimeoutMs: number;
  readonly admission: Admission;
  readonly now: () => number;
};

export type RunningServer = {
  readonly url: string;
  /**
   * Lets whoever sends calls find another address, then takes nothing new and waits for what is under way; false where some
   * of it outlasted the limit.
   */
  readonly stop: (times: StopTimes) => Promise<boolean>;
};

/** A clock of the day that is set back must not keep an address shut out for as long. */
const monotonicNow = (): number => performance.now();

export type StopTimes = { readonly leaveMs: number; readonly drainTimeoutMs: number };

/** The application on the main address, and the document that lists all it mounts, made when somebody asks for it. */
export function createMainApp(options: ServerOptions): {
  readonly app: ReturnType<typeof createApp>;
  readonly document: () => unknown;
} {
  const routes: Route[] = [...options.routes];
  if (options.metricsAddress === undefined)
    routes.push(createMetricsRoute(options.metrics, 'audit:read'));
  let made: unknown;
  const document = (): unknown =>
    (made ??= createOpenApi(
      options.version,
      routes,
      options.proxy.routes.filter(({ prefix }) => prefix === undefined),
    ));
  routes.push(createOpenApiRoute(document));
  const app = createApp({
    ...options,
    routes,
    failures: createFailures(options.failuresPerMinuteMax, monotonicNow),
    securityHeaders: readSecurityHeaders(),
  });
  return { app, document };
}

function createMetricsApp(options: ServerOptions): ReturnType<typeof createApp> {
  return createApp({
    ...options,
    // Whoever restarts what does not answer asks here: clients may hold all connections of the main address.
    routes: [
      createMetricsRoute(options.metrics, 'public'),
      ...options.routes.filter(({ path }) => isWatched(path)),
    ],
    proxy: { ...options.proxy, routes: [] },
    failures: createFailures(options.failuresPerMinuteMax, monotonicNow),
    securityHeaders: readSecurityHeaders(),
    admission: createAdmission({
      exchangesMax: Infinity,
      waitingExchangesMax: Infinity,
      eventLoopLagMaxMs: Infinity,
      bodyBytesMax: Infinity,
      heldBytesMax: Infinity,
      clientStallTimeoutMs: options.clientStallTimeoutMs,
    }),
  });
}

function createRefusalRecorder(record: Recorder): ListenOptions['onRefused'] {
  return function recordRefused(error, address, requestId) {
    const actor = { ...systemActor, owner: '', address };
    const denied = {
      exchange: requestId,
      requestId,
      actor,
      dialect: 'governance',
      route: '',
      error,
    };
    // Where it cannot be recorded, the trail itself tells that it had a gap.
    record(toDeniedEvent(denied)).catch(() => undefined);
  };
}

function createRefusalWriter(proxy: Proxy): ListenOptions['toRefusal'] {
  const always = readSecurityHeaders().flat();
  return function toRefusal({ path, headers: given }, error, requestId) {
    const family = proxy.familyOf(path, given);
    const { type, text, headers } =
      family === undefined
        ? {
            type: 'application/problem+json',
            text: JSON.stringify(toProblem(error, requestId)),
            headers: { ...error.headers, 'x-request-id': requestId },
          }
        : proxy.tellRefusal(family, error, requestId);
    return { type, text, lines: [...always, ...Object.entries(headers).flat()] };
  };
}

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { tls, metricsAddress, admission, log } = options;
  const onTurnedAway = options.metrics.observeTurnedAway;
  const onRefused = createRefusalRecorder(options.record);
  const toRefusal = createRefusalWriter(options.proxy);
  const entrance = createEntrance(createMainApp(options).app, { ...options, toRefusal });
  const doors = { onRefused, onTurnedAway, toRefusal, methodsOf: createMethods(options) };
  const main = createListener({ ...options, ...doors }, entrance);
  const servers: Server[] = [main];
  if (metricsAddress !== undefined) {
    const own = createListener({ ...options, tls: undefined, ...doors }, createMetricsApp(options));
    servers.push(own);
    const url = await listen(own, metricsAddress.host, metricsAddress.port);
    log.info({ url: `${url}/metrics` }, 'the metrics are at an address of their own');
  }
  const unfollow =
    tls === undefined
      ? undefined
      : followTls(main, tls, {
          onTaken: options.metrics.setCertificateEnd,
          onError: (error) =>
            log.error({ err: error }, 'the new certificate cannot be used; the old one stays'),
          onDue: (message, fields) => log.warn(fields, message),
        });
  return {
    url: await listen(main, options.host, options.port),
    async stop({ leaveMs, drainTimeoutMs }) {
      unfollow?.();
      // Whoever is answered from now on is asked to come back over another connection.
      admission.close();
      await sleep(leaveMs);
      const ended = await Promise.all(
        servers.map((server) => drain(server, drainTimeoutMs, options.proxy.cut)),
      );
      return ended.every(Boolean);
    },
  };
}
