/** Prometheus metrics, fed by the same events that the trail records, so that counts and record cannot drift apart. */
import { Registry, collectDefaultMetrics } from 'prom-client';
import type { Ruling } from '../governance/decision.ts';
import type { Call, GovernanceEvent } from '../governance/event.ts';
import type { Stage } from '../governance/interaction.ts';
import type { Hold } from '../governance/policy/hold.ts';
import type { AskedOutcome } from '../outside/asker.ts';
import { type Instruments, type Readings, createInstruments } from './instruments.ts';

export type Metrics = {
  readonly observe: (event: GovernanceEvent) => void;
  readonly observeEvaluation: (stage: Stage, seconds: number) => void;
  readonly observeLoss: () => void;
  /** A text that a model from outside was asked about. */
  readonly observeOutside: (detector: string, outcome: AskedOutcome, ms: number) => void;
  /** How an answer that streams is held back. */
  readonly observeStream: (hold: Hold) => void;
  readonly setRateStoreDegraded: (degraded: boolean) => void;
  /** The bundle in force, and whether a newer one was turned away. */
  readonly setPolicy: (version: string, rejected: boolean) => void;
  readonly write: () => Promise<{ readonly type: string; readonly text: string }>;
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

function observeEvent(instruments: Instruments, event: GovernanceEvent): void {
  switch (event.type) {
    case 'request':
      countRuling(instruments, event.ruling, 'request');
      for (const { kind } of event.coverage.unjudged) instruments.unjudged.inc({ kind });
      return;
    case 'answered':
    case 'blocked':
    case 'failed':
    case 'aborted':
      if (event.ruling !== undefined) countRuling(instruments, event.ruling, 'response');
      countCall(instruments, event.call, event.type, event.status);
      instruments.exchange.observe({ provider: event.call.dialect }, event.elapsedUs / 1e6);
      if (event.answer !== undefined) {
        instruments.tokens.inc({ type: 'input' }, event.answer.usage.input);
        instruments.tokens.inc({ type: 'output' }, event.answer.usage.output);
      }
      return;
    case 'decision':
      countRuling(instruments, event.ruling, 'request');
      countCall(instruments, event.call, event.ruling.action, event.status);
      return;
    case 'denied':
      countCall(instruments, event.call, 'denied', event.status);
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

export function createMetrics(readings: Readings): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const instruments = createInstruments(register, readings);
  return {
    observe: (event) => observeEvent(instruments, event),
    observeEvaluation: (direction, seconds) =>
      instruments.evaluation.observe({ direction }, seconds),
    observeLoss: () => instruments.auditFailures.inc(),
    observeOutside: (detector, outcome, ms) =>
      instruments.outside.observe({ detector, outcome }, ms / 1000),
    observeStream: (hold) => {
      instruments.streams.inc({ mode: hold.kind });
      if (hold.kind === 'live') instruments.holdBack.set(hold.characters);
    },
    setRateStoreDegraded: (degraded) => instruments.rateStoreDegraded.set(degraded ? 1 : 0),
    setPolicy(version, rejected) {
      instruments.policy.reset();
      instruments.policy.set({ version, hash: version.slice(-12) }, 1);
      instruments.policyRejected.set(rejected ? 1 : 0);
    },
    write: async () => ({ type: register.contentType, text: await register.metrics() }),
  };
}
