/** Turns what the rooms tell into the members of an entry; no text, no credential and no name of a person gets in. */
import type {
  ActEvent,
  Answer,
  DecisionEvent,
  DeniedEvent,
  GovernanceEvent,
  OnRequest,
  RequestEvent,
  TerminalEvent,
} from '../governance/event.ts';
import type { BudgetMark, Spent } from '../governance/spending.ts';
import { writeActor } from './actor-text.ts';
import { writeCall } from './call-text.ts';
import { inOnePiece, writeList, writeName, writeString, writeWhole } from './canonical.ts';
import type { Sections } from './line.ts';
import type { Privacy } from './privacy.ts';
import { Recurring } from './recurring.ts';
import { writeCoverage, writeRuling } from './ruling-text.ts';

const budgetsMax = 32;
const detailsMax = 32;
/** How nearly all exchanges end. */
const served = '{"delivered":"full","ended_by":"upstream"}';

/** What the trail itself knows of a call: what is kept of its content, and the number of the request that it ends. */
export type Added = Pick<Sections, 'content' | 'request'>;

const nothing: Added = { content: undefined, request: undefined };

export function toSections(event: GovernanceEvent, privacy: Privacy, added = nothing): Sections {
  switch (event.type) {
    case 'request':
      return requestSections(event, privacy, added);
    case 'decision':
      return decisionSections(event, privacy, added);
    case 'denied':
      return deniedSections(event, privacy);
    case 'answered':
    case 'blocked':
    case 'failed':
    case 'aborted':
      return terminalSections(event, privacy, added);
    case 'policy':
    case 'key':
    case 'admin':
    case 'reveal':
    case 'export':
    case 'erasure':
      return actSections(event, privacy);
  }
}

function requestSections(event: RequestEvent, privacy: Privacy, { content }: Added): Sections {
  const { budgets, retry, trace } = event;
  return {
    actor: writeActor(event.actor, privacy),
    attempt: writeWhole(event.attempt),
    budgets: budgets && writeBudgets(budgets),
    call: writeCall(event.call, event.bytesIn, undefined, undefined),
    content,
    coverage: writeCoverage(event.coverage),
    exchange: writeString(event.exchange),
    requestId: writeString(event.requestId),
    retry: retry === undefined ? undefined : writeWhole(retry),
    ruling: writeRuling(event.ruling),
    trace: trace === undefined ? undefined : writeString(trace),
  };
}

function terminalSections(event: TerminalEvent, privacy: Privacy, added: Added): Sections {
  const { answer, bytesIn, bytesOut, coverage, outcome, reason, ruling, spent, status } = event;
  return {
    actor: writeActor(event.actor, privacy),
    answer: answer && writeAnswer(answer),
    attempt: writeWhole(event.attempt),
    call: writeCall(event.call, bytesIn, bytesOut, status),
    content: added.content,
    coverage: coverage && writeCoverage(coverage),
    elapsedUs: writeWhole(event.elapsedUs),
    exchange: writeString(event.exchange),
    onRequest: event.onRequest && writeOnRequest(event.onRequest),
    outcome: writeOutcome(outcome),
    reason: reason === undefined ? undefined : writeString(reason),
    request: added.request,
    requestId: writeString(event.requestId),
    ruling: ruling && writeRuling(ruling),
    spent: spent && writeSpent(spent),
  };
}

function decisionSections(event: DecisionEvent, privacy: Privacy, { content }: Added): Sections {
  return {
    actor: writeActor(event.actor, privacy),
    attempt: writeWhole(event.attempt),
    call: writeCall(event.call, event.bytesIn, undefined, event.status),
    content,
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
    budgets: event.budgets && writeBudgets(event.budgets),
    call: writeCall(event.call, undefined, undefined, event.status),
    cause: writeString(event.cause),
    count: '1',
    exchange: writeString(event.exchange),
    reason: writeString(event.reason),
    requestId: writeString(event.requestId),
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

/** By model: what stands before the id that the upstream gave its answer. */
const answers = new Recurring<{ readonly finish: string; readonly before: string }>();

function writeAnswer({ finish, model, upstreamRequestId, usage }: Answer): string {
  const found = answers.find(model);
  const { before } =
    found?.finish === finish ? found : answers.keep(model, beginAnswer(finish, model));
  const id = writeName(upstreamRequestId);
  const [input, output] = [writeWhole(usage.input), writeWhole(usage.output)];
  return `${before}${id},"usage":{"input":${input},"output":${output}}}`;
}

function beginAnswer(finish: string, model: string): { finish: string; before: string } {
  const before = `{"finish":${writeName(finish)},"model":${writeName(model)},"upstream_request_id":`;
  return { finish, before: inOnePiece(before) };
}

function writeOnRequest({ coverage, ruling }: OnRequest): string {
  return `{"coverage":${writeCoverage(coverage)},"ruling":${writeRuling(ruling)}}`;
}

function writeOutcome({ delivered, endedBy }: TerminalEvent['outcome']): string {
  if (delivered === 'full' && endedBy === 'upstream') return served;
  return `{"delivered":"${delivered}","ended_by":"${endedBy}"}`;
}

function writeBudgets(budgets: readonly BudgetMark[]): string {
  return writeList(
    budgets
      .slice(0, budgetsMax)
      .map(({ mark, name }) => `{"mark":"${mark}","name":${writeName(name)}}`),
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
