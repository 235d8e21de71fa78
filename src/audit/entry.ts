/** Turns what the rooms tell into the members of an entry; no text, no credential and no name of a person gets in. */
import type { Ruling } from '../governance/decision.ts';
import type {
  ActEvent,
  Actor,
  Answer,
  Call,
  Coverage,
  DecisionEvent,
  DeniedEvent,
  GovernanceEvent,
  RequestEvent,
  TerminalEvent,
} from '../governance/event.ts';
import type { Finding } from '../governance/finding.ts';
import type { BudgetMark, Spent } from '../governance/spending.ts';
import type { Step, Unjudged } from '../governance/interaction.ts';
import { pathOf } from '../governance/interaction.ts';
import { writeList, writeString, writeWhole } from './canonical.ts';
import type { Sections } from './line.ts';
import type { Privacy } from './privacy.ts';

const rulesMax = 100;
const failuresMax = 50;
const unjudgedMax = 50;
const tagsMax = 32;
const budgetsMax = 32;
const detailsMax = 32;
const nameCharactersMax = 128;

/** What only some calls have: the size and outcome that a terminal entry adds. */
type CallSize = { readonly status?: number; readonly bytesIn?: number; readonly bytesOut?: number };

export function toSections(event: GovernanceEvent, privacy: Privacy): Sections {
  switch (event.type) {
    case 'request':
      return requestSections(event, privacy);
    case 'decision':
      return decisionSections(event, privacy);
    case 'denied':
      return deniedSections(event, privacy);
    case 'answered':
    case 'blocked':
    case 'failed':
    case 'aborted':
      return terminalSections(event, privacy);
    case 'policy':
    case 'key':
    case 'admin':
    case 'reveal':
    case 'export':
    case 'erasure':
      return actSections(event, privacy);
  }
}

function requestSections(event: RequestEvent, privacy: Privacy): Sections {
  return {
    actor: writeActor(event.actor, privacy),
    attempt: writeWhole(event.attempt),
    call: writeCall(event.call, { bytesIn: event.bytesIn }),
    coverage: writeCoverage(event.coverage),
    exchange: writeString(event.exchange),
    requestId: writeString(event.requestId),
    ruling: writeRuling(event.ruling),
    ...(event.budgets === undefined ? {} : { budgets: writeBudgets(event.budgets) }),
    ...(event.retry === undefined ? {} : { retry: writeWhole(event.retry) }),
    ...(event.trace === undefined ? {} : { trace: writeString(event.trace) }),
  };
}

function terminalSections(event: TerminalEvent, privacy: Privacy): Sections {
  return {
    actor: writeActor(event.actor, privacy),
    attempt: writeWhole(event.attempt),
    call: writeCall(event.call, event),
    elapsedUs: writeWhole(event.elapsedUs),
    exchange: writeString(event.exchange),
    outcome: `{"delivered":"${event.outcome.delivered}","ended_by":"${event.outcome.endedBy}"}`,
    requestId: writeString(event.requestId),
    ...(event.answer === undefined ? {} : { answer: writeAnswer(event.answer) }),
    ...(event.coverage === undefined ? {} : { coverage: writeCoverage(event.coverage) }),
    ...(event.reason === undefined ? {} : { reason: writeString(event.reason) }),
    ...(event.ruling === undefined ? {} : { ruling: writeRuling(event.ruling) }),
    ...(event.spent === undefined ? {} : { spent: writeSpent(event.spent) }),
  };
}

function decisionSections(event: DecisionEvent, privacy: Privacy): Sections {
  return {
    actor: writeActor(event.actor, privacy),
    attempt: writeWhole(event.attempt),
    call: writeCall(event.call, event),
    coverage: writeCoverage(event.coverage),
    elapsedUs: writeWhole(event.elapsedUs),
    exchange: writeString(event.exchange),
    requestId: writeString(event.requestId),
    ruling: writeRuling(event.ruling),
  };
}

function deniedSections(event: DeniedEvent, privacy: Privacy): Sections {
  return {
    actor: writeActor(event.actor, privacy),
    call: writeCall(event.call, event),
    cause: writeString(event.cause),
    count: '1',
    exchange: writeString(event.exchange),
    reason: writeString(event.reason),
    requestId: writeString(event.requestId),
    ...(event.budgets === undefined ? {} : { budgets: writeBudgets(event.budgets) }),
  };
}

function actSections(event: ActEvent, privacy: Privacy): Sections {
  return {
    act: writeString(event.act),
    actor: writeActor(event.actor, privacy),
    detail: writeDetail(event.detail),
  };
}

/** Names are ASCII and sorted; fractions have no place in an entry and are written as text. */
export function writeDetail(detail: Readonly<Record<string, string | number | boolean>>): string {
  const members = Object.entries(detail)
    .filter(([name]) => /^[a-z][a-z0-9_]{0,63}$/.test(name))
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .slice(0, detailsMax);
  const written = members.map(([name, value]) => {
    if (typeof value === 'boolean') return `"${name}":${value ? 'true' : 'false'}`;
    if (typeof value === 'string') return `"${name}":${writeString(value)}`;
    const whole = Number.isSafeInteger(value) && !Object.is(value, -0);
    return `"${name}":${whole ? String(value) : `"${value}"`}`;
  });
  return `{${written.join(',')}}`;
}

export function writeActor(actor: Actor, privacy: Privacy): string {
  const { degraded, env, tags } = actor;
  return (
    `{"address":"${privacy.toAddress(actor.address)}","agent":"${privacy.toDigest(actor.agent)}",` +
    (degraded === undefined ? '' : `"degraded":${writeTags(degraded)},`) +
    (env === undefined ? '' : `"env":${writeString(env, nameCharactersMax)},`) +
    `"key":${writeString(actor.key, nameCharactersMax)},"owner":${writeString(actor.owner, nameCharactersMax)},` +
    `"subject":"${privacy.toPseudonym(actor.subject)}",` +
    (tags === undefined ? '' : `"tags":${writeTags(tags)},`) +
    `"team":${writeString(actor.team, nameCharactersMax)}}`
  );
}

function writeTags(tags: readonly string[]): string {
  return writeList(tags.slice(0, tagsMax).map((tag) => writeString(tag, nameCharactersMax)));
}

function writeCall(call: Call, size: CallSize): string {
  const { status, bytesIn, bytesOut } = size;
  const { part, stage } = call;
  return (
    `{${bytesIn === undefined ? '' : `"bytes_in":${writeWhole(bytesIn)},`}` +
    (bytesOut === undefined ? '' : `"bytes_out":${writeWhole(bytesOut)},`) +
    `"dialect":${writeString(call.dialect, nameCharactersMax)},"model":${writeString(call.model, nameCharactersMax)},` +
    (part === undefined ? '' : `"part":"${part}",`) +
    `"route":${writeString(call.route)},"session":${writeString(call.session, nameCharactersMax)},` +
    (stage === undefined ? '' : `"stage":"${stage}",`) +
    (status === undefined ? '' : `"status":${writeWhole(status)},`) +
    `"stream":${call.stream ? 'true' : 'false'},"tags":${writeTags(call.tags)},` +
    `"upstream":${writeString(call.upstream, nameCharactersMax)}}`
  );
}

function writeAnswer(answer: Answer): string {
  return (
    `{"finish":${writeString(answer.finish, nameCharactersMax)},"model":${writeString(answer.model, nameCharactersMax)},` +
    `"upstream_request_id":${writeString(answer.upstreamRequestId, nameCharactersMax)},` +
    `"usage":{"input":${writeWhole(answer.usage.input)},"output":${writeWhole(answer.usage.output)}}}`
  );
}

function writeBudgets(budgets: readonly BudgetMark[]): string {
  return writeList(
    budgets
      .slice(0, budgetsMax)
      .map(({ mark, name }) => `{"mark":"${mark}","name":${writeString(name, nameCharactersMax)}}`),
  );
}

function writeSpent({ cached, cost, currency, estimated, input, output }: Spent): string {
  return (
    `{"cached":${writeWhole(cached)},` +
    (cost === undefined ? '' : `"cost":${writeString(cost)},`) +
    (currency === undefined ? '' : `"currency":${writeString(currency)},`) +
    `"estimated":${estimated ? 'true' : 'false'},"input":${writeWhole(input)},"output":${writeWhole(output)}}`
  );
}

function writeRuling(ruling: Ruling): string {
  const { decisive } = ruling;
  const decidedBy =
    decisive === undefined
      ? ''
      : `"decided_by":${writeString(`${decisive.policy}/${decisive.rule}`)},`;
  const failures = ruling.failures
    .slice(0, failuresMax)
    .map(({ check, reason }) => `{"check":${writeString(check)},"reason":${writeString(reason)}}`);
  const rules = ruling.fired
    .slice(0, rulesMax)
    .map(
      (firing) =>
        `{"action":"${firing.action}",${firing.failed ? '"failed":true,' : ''}"mode":"${firing.mode}",` +
        `"policy":${writeString(firing.policy)},"rule":${writeString(firing.rule)},"severity":"${firing.severity}"}`,
    );
  return (
    `{"action":"${ruling.action}",${decidedBy}"edits":${ruling.edits.length},"failures":${writeList(failures)},` +
    `"findings":${writeFindings(ruling.findings)},"policy_version":${writeString(ruling.policyVersion)},` +
    `"rules":${writeList(rules)}}`
  );
}

/** Categories with how often each was seen: where it stood is of no use without the text, which is kept elsewhere. */
function writeFindings(findings: readonly Finding[]): string {
  if (findings.length === 0) return '[]';
  const counts = new Map<string, number>();
  for (const { category } of findings) counts.set(category, (counts.get(category) ?? 0) + 1);
  const sorted = [...counts].sort(([left], [right]) => (left < right ? -1 : 1));
  return writeList(
    sorted.map(([category, count]) => `{"category":${writeString(category)},"count":${count}}`),
  );
}

function writeCoverage(coverage: Coverage): string {
  const listed = coverage.unjudged.slice(0, unjudgedMax).map(writeUnjudged);
  const more = coverage.unjudged.length - listed.length;
  return (
    `{"judged":${writeWhole(coverage.judged)},"parts":${writeWhole(coverage.parts)},` +
    `"unjudged":${writeList(listed)},${more > 0 ? `"unjudged_more":${more},` : ''}` +
    `"unmapped":${writeWhole(coverage.unmapped)}}`
  );
}

function writeUnjudged(content: Unjudged): string {
  return (
    `{"bytes":${writeWhole(content.bytes)},"kind":"${content.kind}",` +
    `"path":${writeString(pathOf(content.at.map(maskStep)))},"why":${writeString(content.why)}}`
  );
}

/** A member name can carry text of the caller's; only names as formats have them are repeated. */
function maskStep(step: Step): Step {
  return typeof step === 'number' || /^[A-Za-z][A-Za-z_]{0,31}$/.test(step) ? step : '*';
}
