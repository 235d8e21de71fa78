/** The rooms of a process that serves: what judges, counts and records, before anything listens. */
import type { OutsideDetector } from '../governance/outside.ts';
import type { Bundle } from '../governance/policy/policy.ts';
import type { Recorder } from '../governance/event.ts';
import type { Trail } from '../audit/trail.ts';
import type { Config } from '../config/config.ts';
import { toTraceSettings } from '../config/traces.ts';
import { type Admission, type Shed, createAdmission } from '../server/admission.ts';
import { exchangeChannel } from '../server/exchange-channel.ts';
import { type Tracer, createTracer } from '../server/traces/tracer.ts';
import { BundleKeeper, writePolicyFaults } from '../server/bundle-keeper.ts';
import { JudgingPool } from '../server/judging/pool.ts';
import { EventLog } from '../server/event-log.ts';
import type { Log } from '../server/log.ts';
import { type Metrics, createMetrics } from '../server/metrics.ts';
import { observe } from '../server/observe.ts';
import { toOutside } from '../server/outside.ts';
import { createRedactionHash } from '../server/redaction-hash.ts';
import { type RuleCounts, createRuleCounts } from '../server/rule-counts.ts';
import { coresOfEach } from './cores.ts';

export type Rooms = {
  readonly admission: Admission;
  readonly metrics: Metrics;
  readonly ruleCounts: RuleCounts;
  /** Into the log that this process writes. */
  readonly record: Recorder;
  readonly keeper: BundleKeeper;
  /** What goes on to an upstream; absent where nothing is traced. */
  readonly toTraceParent: Tracer['toTraceParent'] | undefined;
  /** Tells the trail which policies serve; where it cannot be written now, nothing is governed either until it can. */
  readonly announce: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export type RoomsOptions = {
  readonly config: Config;
  readonly log: Log;
  readonly trail: Pick<Trail, 'record' | 'queueDepth' | 'shipping' | 'gauges' | 'restWhile'>;
  readonly masterKey: Uint8Array;
  readonly detectors: readonly OutsideDetector[];
  readonly bundle: Bundle;
};

export function buildRooms(options: RoomsOptions): Rooms {
  const { config, log, trail, masterKey, detectors, bundle } = options;
  const { limits } = config;
  const admission = openAdmission(config, trail, (why) => metrics.observeShed(why));
  const readings = {
    auditQueueDepth: trail.queueDepth,
    trail: trail.gauges,
    exchanges: admission.count,
    lagMs: admission.lagMs,
    auditShipAgeMs: () => trail.shipping()?.ageMs ?? 0,
  };
  const metrics = createMetrics(readings, [...config.budgets, ...config.concurrency]);
  const ruleCounts = createRuleCounts();
  const tracer = openTracer(config, log);
  const observers = [metrics, ruleCounts, exchangeChannel, ...(tracer ? [tracer] : [])];
  const events = new EventLog(log);
  const record = admission.counting(observe(trail.record, observers, { events, log }));
  const pool = new JudgingPool({ limits, redactionKey: masterKey, outside: detectors });
  const outside = toOutside(config.detectors, metrics.observeOutside);
  const keeper = new BundleKeeper({
    first: bundle,
    hash: createRedactionHash(masterKey),
    pool,
    ask: outside.ask,
    record,
    onFaults: (faults) =>
      log.error(
        { faults: writePolicyFaults(faults, config.policies) },
        'policies rejected; the last good ones serve on',
      ),
    onEvaluated: metrics.observeEvaluation,
    onState: metrics.setPolicy,
  });
  return {
    ...{ admission, metrics, ruleCounts, record, keeper },
    toTraceParent: tracer?.toTraceParent,
    announce: () =>
      keeper
        .announce()
        .catch((error: unknown) =>
          log.warn({ err: error }, 'the policies in force are not recorded'),
        ),
    async close() {
      await pool.close();
      await outside.close();
      await tracer?.close();
      events.close();
    },
  };
}

/** Where all threads share one core, what nobody waits for steps back while a crowd stands at the door. */
function openAdmission(
  config: Config,
  trail: Pick<Trail, 'restWhile'>,
  onShed: (why: Shed) => void,
): Admission {
  const sharesCore = coresOfEach(config) <= 1;
  const admission = createAdmission(config.limits, { onShed, sharesCore });
  if (sharesCore) trail.restWhile(admission.crowded);
  return admission;
}

function openTracer(config: Config, log: Log): Tracer | undefined {
  const onAlarm = (message: string, fields: object): void => log.warn(fields, message);
  return createTracer(toTraceSettings(config.traces), onAlarm);
}
