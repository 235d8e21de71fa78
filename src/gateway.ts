/** The program on one screen: reads its configuration, builds each room, introduces them, listens, and stops. */
import { hostname } from 'node:os';
import { join } from 'node:path';
import { makeDirectory } from './audit/directory.ts';
import { createIdSource } from './audit/identifier.ts';
import { findMasterKey, readMasterKey } from './audit/master-key.ts';
import { openTrail } from './audit/trail.ts';
import { type Config, readConfig } from './config/config.ts';
import { toOutsideDetectors } from './config/detectors.ts';
import { writeFault } from './config/fault.ts';
import { readFlags } from './config/flags.ts';
import { GatewayError } from './errors.ts';
import { openKeys } from './keys/keys.ts';
import { StoreError } from './keys/store.ts';
import { createProxy } from './proxy/proxy.ts';
import { createSandbox } from './sandbox/sandbox.ts';
import { createAdmission } from './server/admission.ts';
import { createBodyReader } from './server/body.ts';
import { BundleKeeper, writePolicyFault } from './server/bundle-keeper.ts';
import { createCounts } from './server/limit-store.ts';
import { JudgingPool } from './server/judging/pool.ts';
import { createLimit } from './server/limit.ts';
import { createLog } from './server/log.ts';
import { createMetrics } from './server/metrics.ts';
import { observe } from './server/observe.ts';
import { toOutside } from './server/outside.ts';
import { createRedactionHash } from './server/redaction-hash.ts';
import { loadPolicies, reloadOnChange } from './server/reload.ts';
import { createRoutes } from './server/routes.ts';
import { toSignInWay } from './server/routes/sign-in.ts';
import { createRuleCounts } from './server/rule-counts.ts';
import { startServer } from './server/server.ts';
import { toUpstreams } from './server/upstreams.ts';
import { readVersion } from './server/version.ts';
import { writeWelcome } from './server/welcome.ts';

/** All faults at once, one a line, and no stack: whoever reads them has to mend a file, not the program. */
function refuse(lines: readonly string[]): never {
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exit(78);
}

function readConfiguration(): Config {
  const { flags, rest, faults } = readFlags(process.argv.slice(2));
  const unknown = rest.map((argument) => ({
    where: argument,
    message: 'this argument is not known',
  }));
  const read = readConfig({ flags, environment: process.env, cwd: process.cwd() });
  const told = [...faults, ...unknown, ...(read.ok ? [] : read.faults)];
  return read.ok && told.length === 0 ? read.config : refuse(told.map(writeFault));
}

const config = readConfiguration();
const { limits, rateLimit } = config;
const log = createLog(config.log.level);
const onBug = (error: unknown, requestId: string): void => {
  log.error({ err: error, request_id: requestId }, 'bug');
};

let listening = false;
// What is broken beyond knowing must not go on judging; what was under way is recovered at the next start.
process.on('uncaughtException', (error) => {
  // A port that is taken, a lock, a database that is down: whoever starts the gateway mends it, and needs no stack.
  if (
    !listening &&
    (error instanceof GatewayError || error instanceof StoreError || 'code' in error)
  ) {
    process.stderr.write(`the gateway cannot start: ${error.message}\n`);
    process.exit(1);
  }
  log.fatal({ err: error }, 'the gateway ends');
  process.exit(70);
});

const detectors = toOutsideDetectors(config.detectors);
const first = await loadPolicies(config.policies, limits, detectors);
if ('faults' in first) refuse(first.faults.map(writePolicyFault));

const auditDirectory = join(config.data, 'audit');
makeDirectory(auditDirectory);
const masterKey =
  config.audit.masterKey === undefined
    ? findMasterKey(auditDirectory, (path) =>
        log.warn({ path }, 'a master key was made: keep a copy of it, apart from the data'),
      )
    : readMasterKey(config.audit.masterKey.reveal());
const trail = await openTrail({
  ...config.audit,
  masterKey,
  directory: auditDirectory,
  origin: hostname(),
  onAlarm: (message, fields) => log.warn(fields, message),
});
const admission = createAdmission(limits.exchangesMax);
const metrics = createMetrics({ auditQueueDepth: trail.queueDepth, exchanges: admission.count });
const ruleCounts = createRuleCounts();
const record = observe(trail.record, [metrics, ruleCounts], log);
const pool = new JudgingPool({ limits, redactionKey: masterKey, outside: detectors });
const outside = toOutside(config.detectors, metrics.observeOutside);
const keeper = new BundleKeeper({
  first: first.bundle,
  hash: createRedactionHash(masterKey),
  pool,
  ask: outside.ask,
  record,
  onFaults: (faults) =>
    log.error(
      { faults: faults.map(writePolicyFault) },
      'policies rejected; the last good ones serve on',
    ),
  onEvaluated: metrics.observeEvaluation,
  onState: metrics.setPolicy,
});
// Where the trail cannot be written now, nothing is governed either until it can.
await keeper
  .announce()
  .catch((error: unknown) => log.warn({ err: error }, 'the policies in force are not recorded'));
const keys = await openKeys({
  data: config.data,
  databaseUrl: config.databaseUrl?.reveal(),
  bootstrapKey: config.keys.bootstrapKey?.reveal(),
  cacheMs: config.keys.cacheMs,
});
const firstKey = await keys.ensureFirstKey();
keys.follow(record, (error) => log.warn({ err: error }, 'acts on keys wait to be recorded'));
const counts = await createCounts(config.redisUrl?.reveal(), rateLimit.replicas, (degraded) => {
  metrics.setRateStoreDegraded(degraded);
  log.warn(
    { degraded },
    degraded
      ? 'the shared rate limit store is down: each replica allows its share'
      : 'the shared rate limit store is back',
  );
});
const sandbox = config.sandbox ? await createSandbox() : undefined;
const upstreams = toUpstreams(config.upstreams, sandbox?.url);
const proxy = createProxy({
  policy: keeper.judge,
  record,
  upstreams,
  routes: config.routes,
  limits,
  now: Date.now,
  onStream: metrics.observeStream,
  onBug,
});
const reload = await reloadOnChange(
  config.policies,
  limits,
  keeper,
  (error) => log.error({ err: error }, 'the policies could not be loaded again'),
  detectors,
);
process.on('SIGHUP', () => void reload.now());

let stopping = false;
const createId = createIdSource();
const server = await startServer({
  ...config.listen,
  ...limits,
  version: readVersion(),
  routes: createRoutes({
    keeper,
    ruleCounts,
    record,
    trail,
    keys,
    signIn: toSignInWay(config.signIn),
    policies: { directory: config.policies, limits, outside: detectors },
    readBody: createBodyReader(limits),
    readiness: () => ({
      policies: true,
      audit: trail.health().writable || (trail.health().reason ?? 'cannot be written'),
      serving: !stopping || 'the gateway is stopping',
    }),
    now: Date.now,
  }),
  proxy,
  metrics,
  metricsAddress: config.listen.metrics,
  authenticate: keys.authenticate,
  failuresPerMinuteMax: rateLimit.failuresPerMinute,
  limit: createLimit({ defaultPerMinute: rateLimit.requestsPerMinute, counts }),
  record,
  log,
  onBug,
  admission,
  createId: () => createId(Date.now()),
  now: Date.now,
});
async function stop(signal: string): Promise<void> {
  // Whoever asks twice does not want to wait; the trail recovers what is cut off here.
  if (stopping) process.exit(130);
  stopping = true;
  log.info({ signal }, 'stopping');
  const whole = await server.stop(limits.drainTimeoutMs);
  reload.close();
  proxy.close();
  counts.close();
  await pool.close();
  await outside.close();
  await keys.close();
  await sandbox?.close();
  await trail.close();
  log.info({ whole }, 'stopped');
  process.exit(0);
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));

if (config.audit.content !== 'none') trail.warm();
listening = true;
// Last of all, since whoever waits for this line takes it that the rest has been said.
if (firstKey !== undefined) process.stdout.write(writeWelcome(server.url, firstKey.key));
log.info({ url: server.url, policy_version: keeper.bundle.version, pid: process.pid }, 'listening');
