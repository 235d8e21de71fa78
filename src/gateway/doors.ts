/** Opens the doors of a process that serves: its routes, the proxy and the address, and closes them again. */
import { createIdSource } from '../audit/identifier.ts';
import type { Trail } from '../audit/trail.ts';
import type { Config } from '../config/config.ts';
import { toSharedSettings } from '../config/shared-index.ts';
import type { Recorder } from '../governance/event.ts';
import type { OutsideDetector } from '../governance/outside.ts';
import { createProxy } from '../proxy/proxy.ts';
import { createSandbox } from '../sandbox/sandbox.ts';
import { createBodyReader } from '../server/body.ts';
import { createLimit } from '../server/limit.ts';
import type { Log } from '../server/log.ts';
import type { Metrics } from '../server/metrics.ts';
import { createRoutes } from '../server/routes.ts';
import type { SharedLogs } from '../server/routes/audit-logs.ts';
import { toSignInWay } from '../server/routes/sign-in.ts';
import type { FiredCounts } from '../server/rule-counts.ts';
import { fitConnections, readDescriptorsMax } from '../server/descriptors.ts';
import { startServer } from '../server/server.ts';
import { noteTrail } from '../server/trail-notes.ts';
import { type TrailStanding, createStanding, standingOf } from '../server/trail-standing.ts';
import { toUpstreams } from '../server/upstreams.ts';
import { readVersion } from '../config/version.ts';
import type { Rooms } from './rooms.ts';
import type { Stores } from './stores.ts';

export type DoorsOptions = {
  readonly config: Config;
  readonly log: Log;
  readonly rooms: Rooms;
  readonly trail: Trail;
  readonly stores: Stores;
  readonly detectors: readonly OutsideDetector[];
  /** Failed authentications that this process allows per minute and address. */
  readonly failuresPerMinute: number;
  readonly writeMetrics: Metrics['write'];
  readonly readFired: () => Promise<FiredCounts>;
  /** Of a worker: whether its primary is alive. */
  readonly leading?: () => true | string;
  /** Of a worker: how all logs of the gateway stand. */
  readonly askStandings?: () => Promise<TrailStanding>;
};

export type Doors = {
  readonly url: string;
  /** Takes nothing new and lets what is under way end; false where some of it outlasted the limit. */
  readonly close: () => Promise<boolean>;
};

export async function openDoors(options: DoorsOptions): Promise<Doors> {
  const { config, log, rooms, stores } = options;
  const { limits } = config;
  const onBug = toBugTeller(log);
  const sandbox = config.sandbox ? await createSandbox() : undefined;
  const proxy = createProxy({
    policy: rooms.keeper.judge,
    ...{ record: rooms.record, step: rooms.admission.step },
    reserve: stores.budgets.reserve,
    upstreams: toUpstreams(config.upstreams, sandbox?.url),
    routes: config.routes,
    limits,
    now: Date.now,
    watch: rooms.metrics.upstreams,
    toTraceParent: rooms.toTraceParent,
    onStream: rooms.metrics.observeStream,
    onBug,
  });
  let stopping = false;
  const createId = createIdSource();
  const server = await startServer({
    ...config.listen,
    ...limits,
    connectionsMax: countConnections(limits.connectionsMax, log),
    version: readVersion(),
    routes: toRoutes(options, () => !stopping),
    proxy,
    metrics: { ...rooms.metrics, write: options.writeMetrics },
    metricsAddress: config.listen.metrics,
    authenticate: stores.keys.authenticate,
    failuresPerMinuteMax: options.failuresPerMinute,
    limit: toLimit(options),
    record: rooms.record,
    log,
    onBug,
    admission: rooms.admission,
    createId: () => createId(Date.now()),
    now: Date.now,
  });
  return {
    url: server.url,
    async close() {
      stopping = true;
      const whole = await server.stop({ ...limits, ...config.listen });
      proxy.close();
      await sandbox?.close();
      return whole;
    },
  };
}

function toLimit({ config, stores }: DoorsOptions): ReturnType<typeof createLimit> {
  const { requestsPerMinute } = config.rateLimit;
  return createLimit({ defaultPerMinute: requestsPerMinute, counts: stores.counts });
}

/** What speaks to PostgreSQL is loaded only where that is used. */
function toSharedLogs(config: Config, record: Recorder): SharedLogs | undefined {
  const url = toSharedSettings(config)?.databaseUrl;
  if (url === undefined) return undefined;
  return {
    list: async () => (await import('../audit/shared/logs.ts')).listSharedLogs(url),
    retire: async (origin, reason, actor) => {
      const { retireSharedLogs } = await import('../audit/shared/logs.ts');
      return retireSharedLogs(url, { origin, reason, actor }, record);
    },
  };
}

function toBugTeller(log: Log): (error: unknown, requestId: string) => void {
  return (error, requestId) => log.error({ err: error, request_id: requestId }, 'bug');
}

function toRoutes(
  { config, log, rooms, trail, stores, detectors, readFired, leading, askStandings }: DoorsOptions,
  isServing: () => boolean,
): ReturnType<typeof createRoutes> {
  const { limits } = config;
  const { keys, budgets } = stores;
  const { step } = rooms.admission;
  const standing = createStanding(() => standingOf(trail), askStandings);
  return createRoutes({
    keeper: rooms.keeper,
    readFired,
    record: rooms.record,
    trail,
    sharedLogs: toSharedLogs(config, rooms.record),
    keys,
    budgets,
    signIn: toSignInWay(config.signIn, (why) =>
      log.warn({ why }, 'nobody can sign in by the identity provider'),
    ),
    policies: { directory: config.policies, limits, outside: detectors },
    ...{ readBody: createBodyReader(limits, step), step },
    readiness: async () => ({
      policies: true,
      audit: (await standing()).writable,
      serving: isServing() || 'the gateway is stopping',
      ...(leading && { primary: leading() }),
    }),
    alive: leading,
    trailNotes: async () => noteTrail(await standing()),
    storeNotes: stores.notes,
    now: Date.now,
  });
}

/** As many as are asked for, or as few as the process may open files for. */
function countConnections(connectionsMax: number, log: Log): number {
  const fitting = fitConnections(connectionsMax, readDescriptorsMax());
  if (fitting < connectionsMax)
    log.warn(
      { fitting },
      'the process may open too few files for `limits.connectionsMax`: raise `ulimit -n`, or lower the limit to what fits',
    );
  return fitting;
}
