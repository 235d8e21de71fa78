/** The Express application as the gateway builds it, without a socket: for looking at what is mounted. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createIdSource } from '../../src/audit/identifier.ts';
import { openTrail } from '../../src/audit/trail.ts';
import { limitsSchema } from '../../src/config/limits.ts';
import { openKeys } from '../../src/keys/keys.ts';
import { createProxy } from '../../src/proxy/proxy.ts';
import { createAdmission } from '../../src/server/admission.ts';
import { createBodyReader } from '../../src/server/body.ts';
import { BundleKeeper } from '../../src/server/bundle-keeper.ts';
import { createCounts } from '../../src/server/limit-store.ts';
import { createLimit } from '../../src/server/limit.ts';
import { createLog } from '../../src/server/log.ts';
import { createMetrics } from '../../src/server/metrics.ts';
import { loadPolicies } from '../../src/server/reload.ts';
import type { Route } from '../../src/server/route.ts';
import { createRoutes } from '../../src/server/routes.ts';
import { createRuleCounts } from '../../src/server/rule-counts.ts';
import { createMainApp } from '../../src/server/server.ts';

export type BuiltApp = ReturnType<typeof createMainApp> & { readonly close: () => Promise<void> };

const root = join(import.meta.dirname, '..', '..');

/** `routes` stand beside the gateway's own. */
export async function buildApp(extra: readonly Route[] = []): Promise<BuiltApp> {
  const limits = limitsSchema.parse(undefined);
  const compiled = await loadPolicies(join(root, 'config', 'policies'), limits);
  if ('faults' in compiled) throw new Error('the shipped policies do not load');
  const directory = await mkdtemp(join(tmpdir(), 'governance-app-'));
  const trail = await openTrail({ directory, origin: 'test' });
  const createId = createIdSource();
  const admission = createAdmission(limits);
  const nothing = (): void => undefined;
  const keeper = new BundleKeeper({
    first: compiled.bundle,
    hash: (value) => value,
    record: trail.record,
    onFaults: nothing,
    onEvaluated: nothing,
    onState: nothing,
  });
  const keys = await openKeys({ data: join(directory, 'state') });
  const proxy = createProxy({
    policy: keeper.judge,
    record: trail.record,
    step: admission.step,
    upstreams: [{ name: 'sandbox', family: 'openai', baseUrl: 'http://127.0.0.1:1/v1' }],
    routes: [],
    limits,
    now: Date.now,
    onBug: nothing,
  });
  const built = createMainApp({
    ...limits,
    host: '127.0.0.1',
    port: 0,
    tls: undefined,
    connectionsMax: 100,
    version: '0.0.0',
    routes: [
      ...extra,
      ...createRoutes({
        keeper,
        readFired: () => Promise.resolve(createRuleCounts().read()),
        record: trail.record,
        trail,
        keys,
        budgets: { list: () => Promise.resolve([]) },
        signIn: undefined,
        policies: { directory: join(root, 'config', 'policies'), limits },
        readBody: createBodyReader(limits, admission.step),
        step: admission.step,
        readiness: () => ({}),
        storeNotes: () => ({}),
        trailNotes: () => ({}),
        now: Date.now,
      }),
    ],
    proxy,
    metrics: createMetrics({
      auditQueueDepth: () => 0,
      trail: trail.gauges,
      exchanges: admission.count,
      lagMs: admission.lagMs,
    }),
    authenticate: () => Promise.resolve({ kind: 'refused', reason: 'unknown' }),
    failuresPerMinuteMax: 1000,
    limit: createLimit({
      defaultPerMinute: 600,
      counts: await createCounts({
        redisUrl: undefined,
        replicas: 1,
        storeTimeoutMs: 250,
        storeDown: 'share',
        onDegraded: nothing,
      }),
    }),
    record: trail.record,
    log: createLog('silent'),
    onBug: nothing,
    trustProxy: 0,
    admission,
    createId: () => createId(Date.now()),
    now: Date.now,
  });
  return {
    ...built,
    async close() {
      proxy.close();
      await keys.close();
      await trail.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
