/** The ways a live stream can end once something of it was sent: the event that goes on record, and what the client reads last. */
import type { GatewayError } from '../../errors.ts';
import { coverageOf } from '../../governance/coverage.ts';
import type { Ruling } from '../../governance/decision.ts';
import type { Delivered, TerminalEvent } from '../../governance/event.ts';
import type { Interaction } from '../../governance/interaction.ts';
import { ClientLeft } from '../client-left.ts';
import type { Inbound } from '../crossing.ts';
import type { AnswerFacts, Notice, StreamFormat } from '../dialects/dialect.ts';
import { writeNotice } from '../notice.ts';
import { spentOn } from '../reservation.ts';
import type { Story } from '../story.ts';
import {
  answerOf,
  forwardedOf,
  onRequestOf,
  toNotice,
  toTerminal,
  whyFailed,
} from '../terminal.ts';
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
  readonly status: number;
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
  const reason = whyFailed(flow.status, flow.facts);
  if (reason === undefined) {
    const outcome = { delivered: 'full', endedBy: 'gateway' } as const;
    return toEnd(flow, { type: 'answered', outcome }, last);
  }
  const outcome = { delivered: 'full', endedBy: 'upstream' } as const;
  return toEnd(flow, { type: 'failed', outcome, reason }, last);
}

/** Where the client stands when a stream is stopped. */
export type Standing = {
  /** What the last frame that went said; undefined where none did. */
  readonly last: unknown;
  /** The id under which the answer began, or ''. */
  readonly began: string;
  /** Choices or candidates that have not ended. */
  readonly open: readonly number[];
};

/** Tells in the format's own words that it was stopped. */
export function toLiveBlockedEnd(flow: Flow, ruling: Ruling, standing: Standing): LiveEnd {
  const { message } = writeNotice(ruling, flow.interaction, flow.story.entry);
  const last = writeBlocked(flow, ruling, toNotice(flow.story, message), standing);
  sayLast(flow, last);
  const outcome = { delivered: deliveredOf(flow), endedBy: 'gateway' } as const;
  return toEnd(flow, { type: 'blocked', outcome }, last);
}

function writeBlocked(
  { format }: Flow,
  ruling: Ruling,
  notice: Notice,
  { last, began, open }: Standing,
): string {
  const { writeBlockedEnd, writeBlockedError, writeRefusal } = format;
  if (ruling.onBlock !== 'refusal' && writeBlockedError !== undefined)
    return writeBlockedError(notice, last);
  // Who only heard that it should wait has no answer that could be ended.
  if (last === undefined) return writeRefusal(notice);
  return writeBlockedEnd(began === '' ? notice : { ...notice, began }, last, open);
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
      ...toTerminal(story, flow.status, contents.bytesOut),
      ...ended,
      ...(ruling && { ruling, coverage: coverageOf(interaction, ruling) }),
      ...onRequestOf(story),
      ...answerOf({ facts, headers, interaction }, ruling),
      ...spentOn(story, facts.usage, flow.textBytes, ended.outcome.delivered === 'full'),
      contents: { ...forwardedOf(story), ...contents.finish() },
    },
    end: () => client.end(last),
    fail: (fault) => client.end(format.writeFailedEnd(fault.message, fault.code)),
  };
}
