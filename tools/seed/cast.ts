/** Who calls in a seeded trail, by which way, and which rules stop them. */
import type { Firing, Ruling } from '../../src/governance/decision.ts';
import type { Actor, Call } from '../../src/governance/event.ts';
import type { Lot } from './lot.ts';

const owners = [
  ['support-bot', 'support'],
  ['search-service', 'search'],
  ['ada', 'research'],
  ['grace', 'research'],
  ['billing-batch', 'finance'],
  ['edsger', 'platform'],
  ['barbara', 'platform'],
  ['legal-desk', 'legal'],
] as const;
const agents = ['openai-node/7.55', 'openai-python/2.8', 'anthropic-node/1.11', 'curl/8.9'];
const ways = [
  [
    'openai-chat',
    '/v1/chat/completions',
    'openai',
    ['gpt-5-mini', 'gpt-5', 'gpt-4o', 'gpt-4o-mini'],
  ],
  ['anthropic-messages', '/v1/messages', 'anthropic', ['claude-sonnet-5', 'claude-haiku-5']],
  ['openai-responses', '/v1/responses', 'azure-eu', ['gpt-5', 'gpt-5-nano']],
  ['gemini', '/v1beta/models/{m}:generateContent', 'gemini', ['gemini-3-pro', 'gemini-3-flash']],
  ['ollama', '/api/chat', 'ollama', ['llama4', 'qwen3']],
] as const;
/** Rules of the shipped policies, each with what it would have found. */
export const seededRules = [
  ['prompt-injection', 'certain', 'block', 'high', 'injection/override'],
  ['prompt-injection', 'likely', 'flag', 'medium', 'injection/override'],
  ['personal-data', 'contact', 'redact', 'medium', 'pii/email'],
  ['personal-data', 'payment-card', 'block', 'high', 'pii/card'],
  ['secrets', 'credential', 'block', 'critical', 'secret/aws_access_key'],
  ['secrets', 'likely-credential', 'flag', 'medium', 'secret/generic'],
  ['size', 'long', 'flag', 'low', 'content/size/large'],
  ['offensive-language', 'hateful', 'flag', 'medium', 'toxic/hate'],
] as const;
const tags = ['batch', 'beta', 'eu', 'internal', 'night'];
const subjectsMax = 4000;
const sessionsMax = 20_000;
const policyVersion = `sha256:${'5eed'.repeat(16)}`;

export function castActor(lot: Lot): Actor {
  const [owner, team] = lot.pickUneven(owners);
  const subject = lot.chance(0.7) ? `user-${Math.floor(lot.below(subjectsMax) ** 0.9)}` : '';
  return {
    key: `k${owner.replaceAll('-', '').slice(0, 6)}1`,
    owner,
    team,
    subject,
    address: `198.51.${100 + lot.below(4)}.${lot.below(250)}`,
    agent: lot.pickUneven(agents),
  };
}

export function castCall(lot: Lot): Call {
  const [dialect, route, upstream, models] = lot.pickUneven(ways);
  return {
    dialect,
    route,
    model: lot.pickUneven(models),
    upstream,
    stream: lot.chance(0.4),
    session: lot.chance(0.5) ? `session-${lot.below(sessionsMax)}` : '',
    tags: lot.chance(0.3) ? [lot.pickUneven(tags)] : [],
  };
}

export const allowed: Ruling = {
  action: 'allow',
  policyVersion,
  decisive: undefined,
  onBlock: 'error',
  fired: [],
  findings: [],
  failures: [],
  edits: [],
};

/** A ruling under which one rule fired; with `action`, one of the rules that take it. */
export function castRuling(lot: Lot, action?: Ruling['action']): Ruling {
  const fitting = seededRules.filter(([, , taken]) => action === undefined || taken === action);
  const [policy, rule, taken, severity, category] = lot.pickUneven(fitting);
  const firing: Firing = {
    policy,
    rule,
    action: taken,
    mode: 'enforce',
    severity,
    message: 'found in a seeded trail',
    parts: [0],
    failed: false,
  };
  const span = { part: 0, start: 4, end: 12 };
  return {
    ...allowed,
    action: taken,
    decisive: firing,
    fired: [firing],
    findings: [{ category, severity, confidence: 0.9, spans: [span] }],
    edits: taken === 'redact' ? [{ ...span, replacement: '[removed]' }] : [],
  };
}
