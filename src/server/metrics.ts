/** Prometheus metrics, fed by the same events that the trail records, so that counts and record cannot drift apart. */
import {
  AggregatorRegistry,
  Registry,
  type MetricObjectWithValues,
  type MetricValue,
  collectDefaultMetrics,
} from 'prom-client';
import type { Ruling } from '../governance/decision.ts';
import type { Call, GovernanceEvent, TerminalEvent } from '../governance/event.ts';
import type { Stage } from '../governance/interaction.ts';
import type { Hold } from '../governance/policy/hold.ts';
import type { BudgetMark } from '../governance/spending.ts';
import type { Watch } from '../proxy/proxy.ts';
import type { AskedOutcome } from '../outside/asker.ts';
import { type Shed, sheds } from './admission.ts';
import { type Instruments, type Readings, createInstruments } from './instruments.ts';

/** All metrics of one process at one moment. */
export type MetricsSnapshot = readonly MetricObjectWithValues<MetricValue<string>>[];

export type MetricsPage = { readonly type: string; readonly text: string };

export type Metrics = {
  readonly observe: (event: GovernanceEvent) => void;
  readonly observeEvaluation: (stage: Stage, seconds: number) => void;
  readonly observeLoss: () => void;
  /** A call that was refused for want of room. */
  readonly observeShed: (why: Shed) => void;
  readonly observeTurnedAway: () => void;
  /** A text that a model from outside was asked about. */
  readonly observeOutside: (detector: string, outcome: AskedOutcome, ms: number) => void;
  /** How upstreams answer and fail, and which of them are left alone. */
  readonly upstreams: Watch;
  /** How an answer that streams is held back. */
  readonly observeStream: (hold: Hold) => void;
  readonly setKeyStoreDegraded: (degraded: boolean) => void;
  readonly setRateStoreDegraded: (degraded: boolean) => void;
  readonly setBudgetStoreDegraded: (degraded: boolean) => void;
  /** Until when the certificate holds that clients are shown. */
  readonly setCertificateEnd: (untilMs: number) => void;
  /** The bundle in force, and whether a newer one was turned away. */
  readonly setPolicy: (version: string, rejected: boolean) => void;
  readonly write: () => Promise<MetricsPage>;
  readonly read: () => Promise<MetricsSnapshot>;
};

function countRuling(instruments: Instruments, ruling: Ruling, direction: Stage): void {
  for (const { policy, rule, action, mode } of ruling.fired) {
    instruments.decisions.inc({ policy, rule, action, direction, mode });
  }
  if (ruling.failures.length > 0) instruments.checkFailures.inc(ruling.failures.length);
}

function countCall(instruments: Instruments, call: Call, decision: string, status: number): void {
  instruments.requests.inc({
    route: call.route,
    provider: call.dialect,
    decision,
    status_class: `${Math.floor(status / 100)}xx`,
  });
}

function countMarks(instruments: Instruments, met: readonly BudgetMark[] = []): void {
  for (const { name, mark } of met) instruments.budgetMarks.inc({ budget: name, mark });
}

/** Once for each call, however often it was sent. */
function countEnd(instruments: Instruments, event: TerminalEvent): void {
  countCall(instruments, event.call, event.type, event.status);
  instruments.exchange.observe({ provider: event.call.dialect }, event.elapsedUs / 1e6);
}

function observeEvent(instruments: Instruments, event: GovernanceEvent): void {
  switch (event.type) {
    case 'request':
      countRuling(instruments, event.ruling, 'request');
      for (const { kind } of event.coverage.unjudged) instruments.unjudged.inc({ kind });
      countMarks(instruments, event.budgets);
      return;
    case 'answered':
    case 'blocked':
    case 'failed':
    case 'aborted':
      if (event.ruling !== undefined) countRuling(instruments, event.ruling, 'response');
      if (event.triedAgain !== true) countEnd(instruments, event);
      if (event.answer !== undefined) {
        instruments.tokens.inc({ type: 'input' }, event.answer.usage.input);
        instruments.tokens.inc({ type: 'output' }, event.answer.usage.output);
      }
      if (event.spent?.cost !== undefined)
        instruments.cost.inc({ currency: event.spent.currency ?? '' }, Number(event.spent.cost));
      return;
    case 'decision':
      countRuling(instruments, event.ruling, event.call.stage ?? 'request');
      countCall(instruments, event.call, event.ruling.action, event.status);
      return;
    case 'denied':
      countCall(instruments, event.call, 'denied', event.status);
      countMarks(instruments, event.budgets);
      return;
    case 'policy':
    case 'key':
    case 'admin':
    case 'reveal':
    case 'export':
    case 'erasure':
      return;
  }
}

/** The first refusal is to be seen as a rise from nothing, those of `limits` too: budgets and caps. */
export function createMetrics(
  readings: Readings,
  limits: readonly { readonly name: string }[] = [],
): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const instruments = createInstruments(register, readings);
  for (const why of sheds) instruments.shed.inc({ why }, 0);
  for (const { name } of limits) instruments.budgetMarks.inc({ budget: name, mark: 'hard' }, 0);
  return {
    observe: (event) => observeEvent(instruments, event),
    observeEvaluation: (direction, seconds) =>
      instruments.evaluation.observe({ direction }, seconds),
    observeShed: (why) => instruments.shed.inc({ why }),
    observeTurnedAway: () => instruments.turnedAway.inc(),
    observeLoss: () => instruments.auditFailures.inc(),
    observeOutside: (detector, outcome, ms) =>
      instruments.outside.observe({ detector, outcome }, ms / 1000),
    upstreams: {
      onFailure: (upstream, kind) => instruments.upstreamFailures.inc({ upstream, kind }),
      onRest: (upstream, resting) => instruments.upstreamResting.set({ upstream }, resting ? 1 : 0),
      onAnswer: (upstream, ms) => instruments.upstream.observe({ upstream }, ms / 1000),
    },
    observeStream: (hold) => {
      instruments.streams.inc({ mode: hold.kind });
      if (hold.kind === 'live') instruments.holdBack.set(hold.characters);
    },
    setKeyStoreDegraded: (degraded) => instruments.keyStoreDegraded.set(degraded ? 1 : 0),
    setRateStoreDegraded: (degraded) => instruments.rateStoreDegraded.set(degraded ? 1 : 0),
    setBudgetStoreDegraded: (degraded) => instruments.budgetStoreDegraded.set(degraded ? 1 : 0),
    setCertificateEnd: (untilMs) => instruments.certificateEnd.set(untilMs / 1000),
    setPolicy(version, rejected) {
      instruments.policy.reset();
      instruments.policy.set({ version, hash: version.slice(-12) }, 1);
      instruments.policyRejected.set(rejected ? 1 : 0);
    },
    write: async () => ({ type: register.contentType, text: await register.metrics() }),
    read: () => register.getMetricsAsJSON(),
  };
}

/** The metrics of several processes as one: what is counted is summed, and of a state the worst is told. */
export async function joinMetrics(snapshots: readonly MetricsSnapshot[]): Promise<MetricsPage> {
  const register = AggregatorRegistry.aggregate(snapshots.map((each) => [...each]));
  return { type: register.contentType, text: await register.metrics() };
}

/** The same as one snapshot. */
export function foldMetrics(snapshots: readonly MetricsSnapshot[]): Promise<MetricsSnapshot> {
  return AggregatorRegistry.aggregate(snapshots.map((each) => [...each])).getMetricsAsJSON();
}

/** What stays true of a process when it has ended: what it counted, and no state. */
export function toPast(snapshot: MetricsSnapshot): MetricsSnapshot {
  // Types are told as words here, whatever the declarations say.
  return snapshot.filter(({ type }) => ['counter', 'histogram'].includes(String(type)));
}
