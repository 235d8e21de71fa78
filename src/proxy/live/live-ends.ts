/** The ways a live stream can end once something of it was sent: the event that goes on record, and what the client reads last. */
import type { GatewayError } from '../../errors.ts';
import { coverageOf } from '../../governance/coverage.ts';
import type { Ruling } from '../../governance/decision.ts';
import type { Delivered, TerminalEvent } from '../../governance/event.ts';
import type { Interaction } from '../../governance/interaction.ts';
import { ClientLeft } from '../client-left.ts';
import type { Inbound } from '../crossing.ts';
import type { AnswerFacts, StreamFormat } from '../dialects/dialect.ts';
import { writeNotice } from '../notice.ts';
import { spentOn } from '../reservation.ts';
import type { Story } from '../story.ts';
import { answerOf, forwardedOf, toNotice, toTerminal } from '../terminal.ts';
import type { LiveClient } from './live-client.ts';
import type { LiveContents } from './live-contents.ts';

/** `last` leaves when the event is durable; where it cannot be made so, the client reads that instead. */
export type LiveEnd = {
  readonly event: TerminalEvent;
  readonly end: () => void;
  readonly fail: (fault: GatewayError) => void;
};

/** A live stream as it stands when it ends. */
export type Flow = {
  readonly story: Story;
  readonly format: StreamFormat;
  readonly headers: Inbound['headers'];
  readonly facts: AnswerFacts;
  /** About how much text came. */
  readonly textBytes: number;
  readonly contents: LiveContents;
  readonly client: LiveClient;
  /** Of all that was judged, or undefined where nothing was. */
  readonly ruling: Ruling | undefined;
  readonly interaction: Interaction;
};

export function toLiveAnsweredEnd(flow: Flow, last: string): LiveEnd {
  flow.contents.addSent(last);
  const outcome = { delivered: 'full', endedBy: 'gateway' } as const;
  return toEnd(flow, { type: 'answered', outcome }, last);
}

/** Tells in the format's own words that it was stopped; `frame` is what the last frame that went said. */
export function toLiveBlockedEnd(
  flow: Flow,
  ruling: Ruling,
  frame: unknown,
  open: readonly number[],
): LiveEnd {
  const { message } = writeNotice(ruling, flow.interaction, flow.story.entry);
  const notice = toNotice(flow.story, message);
  const { writeBlockedEnd, writeBlockedError } = flow.format;
  const last =
    ruling.onBlock === 'refusal' || writeBlockedError === undefined
      ? writeBlockedEnd(notice, frame, open)
      : writeBlockedError(notice, frame);
  sayLast(flow, last);
  const outcome = { delivered: deliveredOf(flow), endedBy: 'gateway' } as const;
  return toEnd(flow, { type: 'blocked', outcome }, last);
}

export function toLiveFailedEnd(flow: Flow, fault: GatewayError): LiveEnd {
  const left = fault instanceof ClientLeft;
  const fromUpstream = fault.code === 'upstream_failed' || fault.code === 'upstream_timeout';
  // Where the upstream broke off as well, nobody is left to be told of it.
  const last = flow.client.gone ? '' : flow.format.writeFailedEnd(fault.message, fault.code);
  if (last !== '') sayLast(flow, last);
  const endedBy = left ? 'client' : fromUpstream ? 'upstream' : 'gateway';
  const outcome = { delivered: deliveredOf(flow), endedBy } as const;
  const type = left ? 'aborted' : 'failed';
  return toEnd(flow, { type, outcome, reason: fault.message }, last);
}

/** A client that only heard that it should wait, or why it waited for nothing, has got nothing of the answer. */
function deliveredOf({ contents }: Flow): Delivered {
  return contents.hasReleased ? 'partial' : 'none';
}

function sayLast({ contents }: Flow, last: string): void {
  contents.addOwn(last);
  contents.addSent(last);
}

function toEnd(
  flow: Flow,
  ended: Pick<TerminalEvent, 'type' | 'outcome' | 'reason'>,
  last: string,
): LiveEnd {
  const { story, format, ruling, interaction, contents, client, facts, headers } = flow;
  return {
    event: {
      ...toTerminal(story, 200, contents.bytesOut),
      ...ended,
      ...(ruling && { ruling, coverage: coverageOf(interaction, ruling) }),
      ...answerOf({ facts, headers, interaction }, ruling),
      ...spentOn(story, facts.usage, flow.textBytes, ended.outcome.delivered === 'full'),
      contents: { ...forwardedOf(story), ...contents.finish() },
    },
    end: () => client.end(last),
    fail: (fault) => client.end(format.writeFailedEnd(fault.message, fault.code)),
  };
}
