/** The gateway's own metrics by name, as the dashboard and the alert rules know them. */
import { Counter, Gauge, type Registry } from 'prom-client';
import { createFilesGauge } from './descriptors.ts';
import { type Times, createTimes } from './times.ts';
import { type TrailGauges, type TrailReadings, createTrailGauges } from './trail-gauges.ts';

/** Read when the page is asked for. */
export type Readings = {
  readonly auditQueueDepth: () => number;
  readonly exchanges: () => number;
  readonly lagMs: () => number;
  /** Absent where no copy of the trail is made. */
  readonly auditShipAgeMs?: () => number;
  readonly trail: () => TrailReadings;
};

function createCounters(registers: Registry[]) {
  return {
    requests: new Counter({
      name: 'governance_requests_total',
      help: 'Calls by route, provider, decision and class of status.',
      labelNames: ['route', 'provider', 'decision', 'status_class'],
      registers,
    }),
    decisions: new Counter({
      name: 'governance_decisions_total',
      help: 'Rules that fired, shadow ones included.',
      labelNames: ['policy', 'rule', 'action', 'direction', 'mode'],
      registers,
    }),
    checkFailures: new Counter({
      name: 'governance_check_failures_total',
      help: 'Checks that could not run.',
      registers,
    }),
    tokens: new Counter({
      name: 'governance_tokens_total',
      help: 'Tokens as the upstream counted them.',
      labelNames: ['type'],
      registers,
    }),
    unjudged: new Counter({
      name: 'governance_unjudged_total',
      help: 'Pieces of content that could not be read, by kind.',
      labelNames: ['kind'],
      registers,
    }),
    streams: new Counter({
      name: 'governance_streams_total',
      help: 'Streamed answers, by whether rules let them go live or need the whole of them.',
      labelNames: ['mode'],
      registers,
    }),
    cost: new Counter({
      name: 'governance_cost_total',
      help: 'What calls cost by the configured prices, guesses included.',
      labelNames: ['currency'],
      registers,
    }),
    auditFailures: new Counter({
      name: 'governance_audit_write_failures_total',
      help: 'Entries that could not be made durable.',
      registers,
    }),
  };
}

/** Calls that were not served, or not at once. */
function createRefusals(registers: Registry[]) {
  return {
    shed: new Counter({
      name: 'governance_shed_total',
      help: 'Calls refused for want of room: all of it taken, no memory for bodies, the thread late, or the share of the key used.',
      labelNames: ['why'],
      registers,
    }),
    turnedAway: new Counter({
      name: 'governance_connections_turned_away_total',
      help: 'Connections closed at once because as many were open as may be.',
      registers,
    }),
    budgetMarks: new Counter({
      name: 'governance_budget_marks_total',
      help: 'Calls that met a mark of a budget or a cap: flagged past the soft one, refused at the hard one.',
      labelNames: ['budget', 'mark'],
      registers,
    }),
    upstreamFailures: new Counter({
      name: 'governance_upstream_failures_total',
      help: 'Failures of upstreams, by how each failed.',
      labelNames: ['upstream', 'kind'],
      registers,
    }),
  };
}

/** What the gateway leans on, and whether it bears. */
function createSupports(registers: Registry[], readings: Readings) {
  return {
    shipAge: new Gauge({
      name: 'governance_audit_ship_age_seconds',
      help: 'How long the oldest entry has been waiting that the copy elsewhere does not hold.',
      aggregator: 'max',
      registers,
      collect() {
        this.set((readings.auditShipAgeMs?.() ?? 0) / 1000);
      },
    }),
    keyStoreDegraded: new Gauge({
      name: 'governance_key_store_degraded',
      help: '1 while keys cannot be looked up: those known from shortly before pass, others get 503.',
      aggregator: 'max',
      registers,
    }),
    rateStoreDegraded: new Gauge({
      name: 'governance_rate_store_degraded',
      help: '1 while the shared rate limit store is down and each replica allows its share.',
      aggregator: 'max',
      registers,
    }),
    budgetStoreDegraded: new Gauge({
      name: 'governance_budget_store_degraded',
      help: '1 while the store of the budgets is down and each replica allows its share.',
      aggregator: 'max',
      registers,
    }),
    certificateEnd: createCertificateEnd(registers),
    upstreamResting: new Gauge({
      name: 'governance_upstream_resting',
      help: '1 while an upstream that failed again and again is left alone; 0 again once nobody called it for five minutes.',
      labelNames: ['upstream'],
      aggregator: 'max',
      registers,
    }),
  };
}

/** Not there where none is served: an end at the beginning of time would be the nearest of all. */
function createCertificateEnd(registers: Registry[]): Gauge {
  const end = new Gauge({
    name: 'governance_tls_certificate_end_timestamp_seconds',
    help: 'Until when the certificate of the gateway holds, in seconds since 1970; not there without one.',
    aggregator: 'min',
    registers,
  });
  end.remove();
  return end;
}

function createGauges(registers: Registry[], readings: Readings) {
  return {
    queueDepth: new Gauge({
      name: 'governance_audit_queue_depth',
      help: 'Entries that wait to become durable.',
      registers,
      collect() {
        this.set(readings.auditQueueDepth());
      },
    }),
    exchanges: new Gauge({
      name: 'governance_exchanges_in_flight',
      help: 'Exchanges that have begun and not ended.',
      registers,
      collect() {
        this.set(readings.exchanges());
      },
    }),
    lag: new Gauge({
      name: 'governance_event_loop_lag_seconds',
      help: 'How late the thread that serves was of late, on average.',
      aggregator: 'max',
      registers,
      collect() {
        this.set(readings.lagMs() / 1000);
      },
    }),
    holdBack: new Gauge({
      name: 'governance_stream_hold_back_characters',
      help: 'Characters of each text that the last live stream was held back by.',
      aggregator: 'max',
      registers,
    }),
    policy: new Gauge({
      name: 'governance_policy_info',
      help: 'The bundle in force, as a label.',
      labelNames: ['version', 'hash'],
      aggregator: 'max',
      registers,
    }),
    policyRejected: new Gauge({
      name: 'governance_policy_rejected',
      help: '1 while the newest bundle was rejected and an older one serves.',
      aggregator: 'max',
      registers,
    }),
  };
}

export type Instruments = ReturnType<typeof createCounters> &
  ReturnType<typeof createRefusals> &
  Times &
  ReturnType<typeof createSupports> &
  ReturnType<typeof createGauges> &
  TrailGauges & { readonly files: Gauge };

export function createInstruments(register: Registry, readings: Readings): Instruments {
  const registers = [register];
  return {
    ...createCounters(registers),
    ...createRefusals(registers),
    ...createTimes(registers),
    ...createSupports(registers, readings),
    ...createGauges(registers, readings),
    ...createTrailGauges(registers, readings.trail),
    files: createFilesGauge(registers),
  };
}
