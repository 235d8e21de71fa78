/** The ways an exchange can end: for each, the event that goes on record and what the client is told. */
import { GatewayError } from '../errors.ts';
import { coverageOf } from '../governance/coverage.ts';
import type { Ruling } from '../governance/decision.ts';
import type { Content, RequestEvent, TerminalEvent } from '../governance/event.ts';
import type { Reservation } from '../governance/spending.ts';
import type { Interaction } from '../governance/interaction.ts';
import type { WholeAnswer } from './answer.ts';
import { ClientLeft } from './client-left.ts';
import type { Notice } from './dialects/dialect.ts';
import { findFraming, framings } from './framing.ts';
import { KeptCopy } from './kept-copy.ts';
import { writeNotice } from './notice.ts';
import type { Received } from './received.ts';
import { hiddenInSteps, maskJson } from './redaction.ts';
import { writeIds, writeRefusal, type Written } from './release.ts';
import { bytesOf, spentOn, spentUnseen } from './reservation.ts';
import { type Steps, toBytes } from './steps.ts';
import type { Story } from './story.ts';
import {
  answerOf,
  forwardedOf,
  governanceHeaders,
  holdHeader,
  onRequestOf,
  toContent,
  toNotice,
  toTerminal,
  whyFailed,
  type Came,
} from './terminal.ts';
import { readJudgedHeaders } from './told-facts.ts';

/** An answer, or as much of one as came, of which nothing goes on. */
export type Unreleased = {
  readonly came: Came;
  /** On as much of it as was judged; undefined where nothing was. */
  readonly ruling: Ruling | undefined;
  readonly returned: Content;
};

export type End = { readonly event: TerminalEvent; readonly written: Written };

export function toRequestEvent(
  received: Received,
  ruling: Ruling,
  reservation: Reservation | undefined,
): RequestEvent {
  const { told, bytes, bytesIn, json, interaction } = received;
  const content =
    bytes && new KeptCopy(bytes, () => maskReceived(bytes, json, interaction, ruling));
  return {
    ...told,
    type: 'request',
    ruling,
    coverage: coverageOf(interaction, ruling),
    bytesIn,
    ...(reservation !== undefined &&
      reservation.marks.length > 0 && { budgets: reservation.marks }),
    contents: content === undefined ? {} : { received: content },
  };
}

/** The very bytes where nothing is masked, so that nobody has to compare or keep them twice. */
function* maskReceived(
  bytes: Buffer,
  json: Received['json'],
  { parts }: Interaction,
  ruling: Ruling,
): Steps<Buffer> {
  const hidden = yield* hiddenInSteps(ruling);
  if (hidden.length === 0) return bytes;
  return yield* toBytes(maskJson(json?.source ?? '', parts, hidden));
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
  const notice = toNotice(story, message);
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
  const written = failed ? asFailed(shown, came, ruling) : shown;
  return {
    written,
    event: {
      ...toTerminal(story, written.status, written.body.length),
      type: 'blocked',
      ruling,
      coverage,
      ...(came !== undefined && onRequestOf(story)),
      ...answerOf(came && { ...came, facts: came.answer.facts }, ruling),
      ...(came !== undefined && !failed && spentOnAnswer(story, came)),
      outcome: { delivered: 'none', endedBy: 'gateway' },
      contents: {
        ...forwardedOf(story),
        ...(came && { returned: toReturned(came.answer, ruling) }),
        released: toContent(written.body),
      },
    },
  };
}

/** `body`: the answer as it may go, its edits made. */
export function toAnsweredEnd(story: Story, verdict: Ruling, came: Came, body: Buffer): End {
  const { answer, interaction } = came;
  const coverage = coverageOf(interaction, verdict);
  const mask = (): Steps<Buffer> => maskAnswer(answer, verdict);
  const written: Written = {
    status: answer.status,
    type: answer.type,
    headers: {
      ...readJudgedHeaders(came.headers, verdict, interaction),
      ...governanceHeaders(story, verdict, coverage),
      ...(findFraming(answer.type) !== undefined && { [holdHeader]: 'whole' }),
      ...writeIds(story.received.passage.route.dialect.family, story.received.told.requestId),
    },
    body,
  };
  const reason = whyFailed(answer.status, answer.facts);
  const failed = reason !== undefined;
  return {
    written,
    event: {
      ...toTerminal(story, written.status, written.body.length),
      type: failed ? 'failed' : 'answered',
      ruling: verdict,
      coverage,
      ...onRequestOf(story),
      ...answerOf({ ...came, facts: answer.facts }, verdict),
      ...(answer.status < 400 && spentOnAnswer(story, came)),
      outcome: { delivered: 'full', endedBy: failed ? 'upstream' : 'gateway' },
      ...(failed && { reason }),
      contents: {
        ...forwardedOf(story),
        ...(body !== answer.bytes && { returned: new KeptCopy(answer.bytes, mask) }),
        released: new KeptCopy(body, mask),
      },
    },
  };
}

export function toFailedEnd(story: Story, error: GatewayError, unreleased?: Unreleased): End {
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
      ...toTerminal(story, written.status, written.body.length),
      type: left ? 'aborted' : 'failed',
      bytesOut: left ? 0 : written.body.length,
      ...onRequestOf(story),
      ...(unreleased === undefined ? spentUnseen(story, error) : tellUnreleased(story, unreleased)),
      outcome: {
        delivered: 'none',
        endedBy: left ? 'client' : fromUpstream ? 'upstream' : 'gateway',
      },
      reason: error.message,
      contents: {
        ...forwardedOf(story),
        ...(unreleased && { returned: unreleased.returned }),
        ...(!left && { released: toContent(written.body) }),
      },
    },
  };
}

/** An answer that came was used and judged, whoever gets it. */
function tellUnreleased(
  story: Story,
  { came, ruling }: Unreleased,
): Pick<TerminalEvent, 'answer' | 'coverage' | 'ruling' | 'spent'> {
  return {
    ...(ruling && { ruling, coverage: coverageOf(came.interaction, ruling) }),
    ...answerOf({ ...came, facts: came.answer.facts }, ruling),
    ...(came.answer.status < 400 && spentOnAnswer(story, came)),
  };
}

export function toReturned(answer: WholeAnswer, ruling: Ruling): KeptCopy {
  return new KeptCopy(answer.bytes, () => maskAnswer(answer, ruling));
}

function spentOnAnswer(story: Story, { answer, textBytes }: Came): Pick<TerminalEvent, 'spent'> {
  // Of a live stream only the count is left, and what was stopped may not have told all that it used.
  const whole = textBytes === undefined;
  return spentOn(story, answer.facts.usage, textBytes ?? bytesOf(answer.parts), whole);
}

/** An upstream's error stays one, with its advice on when to try again; only its words are withheld. */
function asFailed(written: Written, came: Came, ruling: Ruling): Written {
  const { 'x-should-retry': _ours, ...headers } = written.headers;
  return {
    ...written,
    status: came.answer.status,
    headers: { ...headers, ...readJudgedHeaders(came.headers, ruling, came.interaction) },
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

function* maskAnswer(answer: WholeAnswer, ruling: Ruling): Steps<Buffer> {
  const count = answer.parts.length;
  // What stands beside the answer is no part of its bytes.
  const all = yield* hiddenInSteps(ruling);
  const hidden = all.filter(({ spans }) => spans.every(({ part }) => part < count));
  if (hidden.length === 0) return answer.bytes;
  return yield* answer.mask(hidden);
}
