/** The ways an exchange can end: for each, the event that goes on record and what the client is told. */
import { GatewayError } from '../errors.ts';
import { coverageOf, isFull } from '../governance/coverage.ts';
import { strongest, type Ruling } from '../governance/decision.ts';
import type { Content, Coverage, RequestEvent, TerminalEvent } from '../governance/event.ts';
import type { Interaction } from '../governance/interaction.ts';
import type { WholeAnswer } from './answer.ts';
import { ClientLeft } from './client-left.ts';
import type { Notice } from './dialects/dialect.ts';
import type { Inbound } from './crossing.ts';
import { framings } from './framing.ts';
import { writeNotice } from './notice.ts';
import type { Received } from './received.ts';
import { maskJson } from './redaction.ts';
import { writeIds, writeRefusal, type Written } from './release.ts';
import type { Story } from './story.ts';
import { readAnswerHeaders } from './wire-headers.ts';

export type End = { readonly event: TerminalEvent; readonly written: Written };

/** What came back from the upstream, and what had been sent to it. */
export type Came = {
  readonly answer: WholeAnswer;
  readonly interaction: Interaction;
  readonly headers: Inbound['headers'];
  readonly sent: Buffer | undefined;
};

export function toRequestEvent(received: Received, ruling: Ruling): RequestEvent {
  const { told, bytes, json, interaction } = received;
  const content = bytes && {
    raw: bytes,
    // The very bytes where nothing is masked, so that nobody has to compare or keep them twice.
    redacted: () =>
      ruling.findings.length === 0
        ? bytes
        : Buffer.from(maskJson(json?.source ?? '', interaction.parts, ruling.findings)),
  };
  return {
    ...told,
    type: 'request',
    ruling,
    coverage: coverageOf(interaction, ruling),
    bytesIn: bytes?.length ?? 0,
    contents: content === undefined ? {} : { received: content },
  };
}

export function toBlockedEnd(
  story: Story,
  interaction: Interaction,
  ruling: Ruling,
  came?: Came,
): End {
  const { received, entry } = story;
  const { dialect } = received.passage.route;
  const { message, param } = writeNotice(ruling, interaction, entry);
  const coverage = coverageOf(interaction, ruling);
  const headers = governanceHeaders(story, ruling, coverage);
  const notice: Notice = {
    message,
    model: received.asked.model,
    id: received.told.exchange.replaceAll('-', ''),
    at: story.house.now(),
  };
  const failed = came !== undefined && came.answer.status >= 400;
  const soft = ruling.onBlock === 'refusal' && !failed;
  const refused = writeRefusal(
    dialect.family,
    new GatewayError('blocked', message),
    received.told.requestId,
    param,
  );
  const said = (soft ? writeCompletion(story, notice) : undefined) ?? refused;
  const shown = { ...said, headers: { ...said.headers, ...headers } };
  const written = failed ? asFailed(shown, came) : shown;
  return {
    written,
    event: {
      ...toTerminal(story, written),
      type: 'blocked',
      ruling,
      coverage,
      ...answerOf(came),
      outcome: { delivered: 'none', endedBy: 'gateway' },
      contents: {
        ...forwardedOf(story, came),
        ...(came && {
          returned: toContent(came.answer.bytes, () => maskAnswer(came.answer, ruling)),
        }),
        released: toContent(written.body),
      },
    },
  };
}

export function toAnsweredEnd(story: Story, verdict: Ruling, came: Came): End {
  const { answer, interaction } = came;
  const coverage = coverageOf(interaction, verdict);
  const body = answer.write(verdict.action === 'redact' ? verdict.edits : []);
  const mask = (): Buffer => maskAnswer(answer, verdict);
  const written: Written = {
    status: answer.status,
    type: answer.type,
    headers: {
      ...readAnswerHeaders(came.headers),
      ...governanceHeaders(story, verdict, coverage),
      ...writeIds(story.received.passage.route.dialect.family, story.received.told.requestId),
    },
    body,
  };
  const failed = answer.status >= 400;
  return {
    written,
    event: {
      ...toTerminal(story, written),
      type: failed ? 'failed' : 'answered',
      ruling: verdict,
      coverage,
      ...answerOf(came),
      outcome: { delivered: 'full', endedBy: failed ? 'upstream' : 'gateway' },
      ...(failed && { reason: `the upstream answered with the status ${answer.status}` }),
      contents: {
        ...forwardedOf(story, came),
        ...(body !== answer.bytes && { returned: toContent(answer.bytes, mask) }),
        released: toContent(body, mask),
      },
    },
  };
}

export function toFailedEnd(story: Story, error: GatewayError): End {
  const { family } = story.received.passage.route.dialect;
  const left = error instanceof ClientLeft;
  const refused = writeRefusal(family, error, story.received.told.requestId);
  const written = {
    ...refused,
    headers: { ...refused.headers, 'x-governance-entry': story.entry },
  };
  const fromUpstream = error.code === 'upstream_failed' || error.code === 'upstream_timeout';
  return {
    written,
    event: {
      ...toTerminal(story, written),
      type: left ? 'aborted' : 'failed',
      bytesOut: left ? 0 : written.body.length,
      outcome: {
        delivered: 'none',
        endedBy: left ? 'client' : fromUpstream ? 'upstream' : 'gateway',
      },
      reason: error.message,
      contents: left ? {} : { released: toContent(written.body) },
    },
  };
}

/** An upstream's error stays one, with its advice on when to try again; only its words are withheld. */
function asFailed(written: Written, came: Came): Written {
  const { 'x-should-retry': _ours, ...headers } = written.headers;
  return {
    ...written,
    status: came.answer.status,
    headers: { ...headers, ...readAnswerHeaders(came.headers) },
  };
}

function writeCompletion(story: Story, notice: Notice): Written | undefined {
  const { passage, asked, told } = story.received;
  const { family, stream, writeRefusal } = passage.route.dialect;
  const headers = writeIds(family, told.requestId);
  if (asked.stream && stream !== undefined) {
    const body = Buffer.from(stream.writeRefusal(notice));
    return { status: 200, type: framings[stream.framing].type, headers, body };
  }
  if (writeRefusal === undefined) return undefined;
  return {
    status: 200,
    type: 'application/json',
    headers,
    body: Buffer.from(writeRefusal(notice)),
  };
}

type Terminal = Omit<TerminalEvent, 'type' | 'outcome' | 'contents'>;

function toTerminal(story: Story, written: Written): Terminal {
  const { told, bytes, passage } = story.received;
  return {
    ...told,
    status: written.status,
    bytesIn: bytes?.length ?? 0,
    bytesOut: written.body.length,
    elapsedUs: Number((process.hrtime.bigint() - passage.startedNs) / 1000n),
  };
}

function answerOf(came: Came | undefined): Pick<TerminalEvent, 'answer'> {
  if (came === undefined) return {};
  const { facts } = came.answer;
  const upstreamRequestId = readAnswerHeaders(came.headers)['x-upstream-request-id'] ?? '';
  return {
    answer: { model: facts.model, upstreamRequestId, finish: facts.finish, usage: facts.usage },
  };
}

/** Kept apart from what was received only where a redaction made the two differ. */
function forwardedOf(
  { received }: Story,
  came: Came | undefined,
): { readonly forwarded?: Content } {
  const sent = came?.sent;
  return sent === undefined || sent === received.bytes ? {} : { forwarded: toContent(sent) };
}

function maskAnswer(answer: WholeAnswer, ruling: Ruling): Buffer {
  return ruling.findings.length === 0 ? answer.bytes : answer.mask(ruling.findings);
}

function toContent(raw: Buffer, redacted: () => Buffer = () => raw): Content {
  return { raw, redacted };
}

function governanceHeaders(
  story: Story,
  verdict: Ruling,
  coverage: Coverage,
): Record<string, string> {
  const { interaction } = story.received;
  const full = isFull(coverage) && isFull(coverageOf(interaction, story.ruling));
  return {
    'x-governance-decision': strongest(story.ruling.action, verdict.action),
    'x-governance-policy-version': verdict.policyVersion,
    'x-governance-entry': story.entry,
    'x-governance-coverage': full ? 'full' : 'partial',
  };
}
