/** What happens in a seeded trail: exchanges that end in every way, decisions, refusals and acts, one after the other. */
import type { Ruling } from '../../src/governance/decision.ts';
import type {
  Content,
  Coverage,
  GovernanceEvent,
  RequestEvent,
  TerminalEvent,
} from '../../src/governance/event.ts';
import { allowed, castActor, castCall, castRuling } from './cast.ts';
import type { Lot } from './lot.ts';
import { writeAnswer, writeRequest } from './words.ts';

/** An event, and how long after the start of its story it happens. */
export type Scene = { readonly event: GovernanceEvent; readonly afterUs: number };

const whole: Coverage = { parts: 1, judged: 1, unmapped: 0, unjudged: [] };
const partial: Coverage = {
  parts: 2,
  judged: 1,
  unmapped: 0,
  unjudged: [{ kind: 'image', at: ['messages', 0, 'content', 1], bytes: 48_000, why: 'an image' }],
};

export function tellStory(lot: Lot, newId: () => string): readonly Scene[] {
  const roll = lot.below(1000);
  if (roll < 760) return tellExchange(lot, newId());
  if (roll < 830) return [tellBlockedRequest(lot, newId())];
  if (roll < 980) return [tellDecision(lot, newId())];
  if (roll < 997) return [tellDenial(lot, newId())];
  return [tellAct(lot)];
}

function tellExchange(lot: Lot, exchange: string): readonly Scene[] {
  const ruling = lot.chance(0.06) ? castRuling(lot, 'flag') : allowed;
  const body = { messages: [{ role: 'user', content: writeRequest(lot) }] };
  const received = toContent(JSON.stringify(body));
  const request: RequestEvent = {
    type: 'request',
    exchange,
    requestId: exchange,
    attempt: 1,
    actor: castActor(lot),
    call: castCall(lot),
    ruling,
    coverage: lot.chance(0.05) ? partial : whole,
    bytesIn: received.raw.length,
    contents: { received, forwarded: received },
  };
  const elapsedUs = 150_000 + lot.below(900_000) * (lot.chance(0.1) ? 8 : 1);
  const end = tellEnd(lot, request, elapsedUs);
  return [
    { event: request, afterUs: 0 },
    { event: end, afterUs: elapsedUs },
  ];
}

function tellEnd(lot: Lot, request: RequestEvent, elapsedUs: number): TerminalEvent {
  const { exchange, requestId, attempt, actor, call, bytesIn } = request;
  const { ruling: onIt, coverage: ofIt } = request;
  const seen = onIt !== allowed || ofIt !== whole;
  const told = {
    ...{ exchange, requestId, attempt, actor, call, bytesIn, elapsedUs },
    ...(seen && { onRequest: { ruling: onIt, coverage: ofIt } }),
  };
  const roll = lot.below(100);
  if (roll < 4) {
    const reason = 'the upstream answered 503';
    const outcome = { delivered: 'none', endedBy: 'upstream' } as const;
    return { ...told, type: 'failed', status: 502, bytesOut: 0, outcome, reason, contents: {} };
  }
  if (roll < 6) {
    const outcome = { delivered: 'partial', endedBy: 'client' } as const;
    return { ...told, type: 'aborted', status: 200, bytesOut: 120, outcome, contents: {} };
  }
  const stopped = roll < 9;
  const ruling: Ruling = stopped ? castRuling(lot, 'block') : allowed;
  const returned = toContent(JSON.stringify({ content: writeAnswer(lot) }));
  return {
    ...told,
    type: stopped ? 'blocked' : 'answered',
    status: stopped ? 400 : 200,
    bytesOut: stopped ? 0 : returned.raw.length,
    ruling,
    coverage: whole,
    answer: {
      model: call.model,
      upstreamRequestId: `req_${exchange.slice(-12)}`,
      finish: 'stop',
      usage: { input: 20 + lot.below(3000), output: 10 + lot.below(900) },
    },
    outcome: { delivered: stopped ? 'none' : 'full', endedBy: stopped ? 'gateway' : 'upstream' },
    contents: stopped ? { returned } : { returned, released: returned },
  };
}

function tellBlockedRequest(lot: Lot, exchange: string): Scene {
  const received = toContent(
    JSON.stringify({ messages: [{ role: 'user', content: writeRequest(lot) }] }),
  );
  const event: TerminalEvent = {
    type: 'blocked',
    exchange,
    requestId: exchange,
    attempt: 1,
    actor: castActor(lot),
    call: castCall(lot),
    status: 400,
    bytesIn: received.raw.length,
    bytesOut: 300,
    elapsedUs: 300 + lot.below(3000),
    ruling: castRuling(lot, 'block'),
    coverage: whole,
    outcome: { delivered: 'none', endedBy: 'gateway' },
    contents: { received },
  };
  return { event, afterUs: 0 };
}

function tellDecision(lot: Lot, exchange: string): Scene {
  const received = toContent(writeRequest(lot));
  const event: GovernanceEvent = {
    type: 'decision',
    exchange,
    requestId: exchange,
    attempt: 1,
    actor: castActor(lot),
    call: {
      ...castCall(lot),
      dialect: 'governance',
      route: lot.chance(0.7) ? '/v1/validate' : '/v1/policy/check',
      upstream: '',
      stream: false,
    },
    status: 200,
    bytesIn: received.raw.length,
    elapsedUs: 200 + lot.below(1500),
    ruling: lot.chance(0.25) ? castRuling(lot) : allowed,
    coverage: whole,
    contents: { received },
  };
  return { event, afterUs: 0 };
}

function tellDenial(lot: Lot, exchange: string): Scene {
  const limited = lot.chance(0.4);
  const known = castActor(lot);
  const event: GovernanceEvent = {
    type: 'denied',
    exchange,
    requestId: exchange,
    actor: limited ? known : { ...known, key: '', owner: '', team: '', subject: '' },
    call: { ...castCall(lot), model: '', upstream: '', stream: false, session: '', tags: [] },
    status: limited ? 429 : 401,
    cause: limited ? 'rate_limited' : 'unauthorized',
    reason: limited ? 'the rate limit of this key is reached' : 'a valid key is needed',
  };
  return { event, afterUs: 0 };
}

function tellAct(lot: Lot): Scene {
  const actor = { ...castActor(lot), subject: '' };
  const event: GovernanceEvent = lot.chance(0.5)
    ? { type: 'key', actor, act: 'created', detail: { key: `k${lot.below(900)}` } }
    : { type: 'policy', actor, act: 'loaded', detail: { policies: 9 } };
  return { event, afterUs: 0 };
}

function toContent(text: string): Content {
  const raw = Buffer.from(text);
  return { raw, redacted: () => raw };
}
