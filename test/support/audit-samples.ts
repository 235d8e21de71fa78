/** Events as the rooms tell them, small enough to read, for tests of the audit trail. */
import type {
  Actor,
  Call,
  Coverage,
  DecisionEvent,
  DeniedEvent,
  RequestEvent,
  TerminalEvent,
} from '../../src/governance/event.ts';
import type { Ruling } from '../../src/governance/decision.ts';

export const sampleActor: Actor = {
  key: 'key1',
  owner: 'ada',
  team: 'search',
  subject: 'alice@example.com',
  address: '203.0.113.77',
  agent: 'openai-node/5.0',
};

export const sampleCall: Call = {
  dialect: 'openai-chat',
  route: '/v1/chat/completions',
  model: 'gpt-4o',
  upstream: 'openai',
  stream: false,
  session: 'session-1',
  tags: ['billing'],
};

export const sampleCoverage: Coverage = { parts: 2, judged: 2, unmapped: 0, unjudged: [] };

export const allowed: Ruling = {
  action: 'allow',
  policyVersion: `sha256:${'0'.repeat(64)}`,
  decisive: undefined,
  onBlock: 'error',
  fired: [],
  findings: [],
  failures: [],
  edits: [],
};

export function blockedBy(policy: string, rule: string, category = 'secret/aws_key'): Ruling {
  const firing = {
    policy,
    rule,
    action: 'block',
    mode: 'enforce',
    severity: 'critical',
    message: 'a credential was found',
    parts: [0],
    failed: false,
  } as const;
  return {
    ...allowed,
    action: 'block',
    decisive: firing,
    fired: [firing],
    findings: [
      { category, severity: 'critical', confidence: 1, spans: [{ part: 0, start: 0, end: 4 }] },
    ],
  };
}

let counter = 0;

/** A new exchange id; the numbers only have to differ. */
export function newExchange(): string {
  counter += 1;
  return `01970000-0000-7000-8000-${String(counter).padStart(12, '0')}`;
}

export function requestEvent(changes: Partial<RequestEvent> = {}): RequestEvent {
  const exchange = changes.exchange ?? newExchange();
  return {
    type: 'request',
    exchange,
    requestId: exchange,
    attempt: 1,
    actor: sampleActor,
    call: sampleCall,
    ruling: allowed,
    coverage: sampleCoverage,
    bytesIn: 2000,
    contents: {},
    ...changes,
  };
}

export function answerTo(
  request: RequestEvent,
  changes: Partial<TerminalEvent> = {},
): TerminalEvent {
  return {
    type: 'answered',
    exchange: request.exchange,
    requestId: request.requestId,
    attempt: request.attempt,
    actor: request.actor,
    call: request.call,
    status: 200,
    bytesIn: request.bytesIn,
    bytesOut: 1000,
    elapsedUs: 12_345,
    ruling: allowed,
    coverage: sampleCoverage,
    answer: {
      model: 'gpt-4o-2024-08-06',
      upstreamRequestId: 'req_1',
      finish: 'stop',
      usage: { input: 10, output: 20 },
    },
    outcome: { delivered: 'full', endedBy: 'upstream' },
    contents: {},
    ...changes,
  };
}

export function decisionEvent(changes: Partial<DecisionEvent> = {}): DecisionEvent {
  const exchange = newExchange();
  return {
    type: 'decision',
    exchange,
    requestId: exchange,
    attempt: 1,
    actor: sampleActor,
    call: { ...sampleCall, dialect: 'governance', route: '/v1/validate', upstream: '' },
    status: 200,
    bytesIn: 100,
    elapsedUs: 300,
    ruling: allowed,
    coverage: sampleCoverage,
    contents: {},
    ...changes,
  };
}

export function deniedEvent(changes: Partial<DeniedEvent> = {}): DeniedEvent {
  const exchange = newExchange();
  return {
    type: 'denied',
    exchange,
    requestId: exchange,
    actor: { ...sampleActor, key: '', owner: '', team: '', subject: '' },
    call: { ...sampleCall, model: '' },
    status: 401,
    cause: 'unauthorized',
    reason: 'a valid key is needed',
    ...changes,
  };
}
