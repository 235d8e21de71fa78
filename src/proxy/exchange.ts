/** The story of one exchange: received, judged, recorded, forwarded, answered, judged again, recorded, released. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { GatewayError } from '../errors.ts';
import type { Ruling } from '../governance/decision.ts';
import type { Recorded, RequestEvent, TerminalEvent } from '../governance/event.ts';
import type { Interaction, Part } from '../governance/interaction.ts';
import { isSuccess, readAnswer, type WholeAnswer } from './answer.ts';
import { findNext, toAttemptEvent, toNextAttempt } from './attempts.ts';
import { ClientLeft } from './client-left.ts';
import {
  toAnsweredEnd,
  toBlockedEnd,
  toFailedEnd,
  toRequestEvent,
  toReturned,
  type End,
} from './ends.ts';
import { runFlow } from './live/flow.ts';
import { makeAhead } from './kept-copy.ts';
import type { House } from './house.ts';
import type { LiveEnd } from './live/live-ends.ts';
import { planLive } from './live/live-plan.ts';
import { toOutbound } from './outbound.ts';
import type { Passage } from './passage.ts';
import { receive, type Received, withoutBody } from './received.ts';
import { redactJson } from './redaction.ts';
import { release, writeRefusal } from './release.ts';
import { setAside, sumSpent } from './reservation.ts';
import { finishSteps, takeSteps, toBytes } from './steps.ts';
import type { Story } from './story.ts';
import { readBeside, veilModel } from './told-facts.ts';
import type { Upstream } from './upstream.ts';

/** Rejects only before the request's entry is durable; from then on every way to end is recorded and told here. */
export async function runExchange(
  house: House,
  request: IncomingMessage,
  response: ServerResponse,
  passage: Passage,
): Promise<void> {
  let story = await begin(house, request, response, passage);
  try {
    for (;;) {
      const { end, fault } = await tellAll(story);
      const next = 'written' in end ? await findNext(story, end, fault) : undefined;
      if (next === undefined) {
        await finish(story, end);
        return;
      }
      await record(house, toAttemptEvent(end.event));
      story.place?.leave();
      story.place = undefined;
      const { spent } = end.event;
      if (spent !== undefined) story = { ...story, earlier: [...story.earlier, spent] };
      story = await beginAgain(story, next);
    }
  } finally {
    // Whatever did not come to an end of its own has used nothing more that anybody knows of.
    story.reservation?.settle(sumSpent(story.earlier));
    story.place?.leave();
  }
}

/** However it ends; `fault` where it could not be brought to an end of its own. */
async function tellAll(story: Story): Promise<{ end: End | LiveEnd; fault?: GatewayError }> {
  try {
    return { end: await tell(story) };
  } catch (error) {
    const fault = story.toFault(error);
    return { end: toFailedEnd(story, fault), fault };
  }
}

/** In a function of its own, so that nothing of the request is held while its answer streams. */
async function begin(
  house: House,
  request: IncomingMessage,
  response: ServerResponse,
  passage: Passage,
): Promise<Story> {
  const judge = house.policy();
  const { received: came, reservation } = await setAside(
    house,
    await receive(house, request, passage),
  );
  try {
    const turn = house.step();
    if (turn !== undefined) await turn;
    const ruling = await judge(came.interaction);
    const received = veilModel(came, ruling);
    const event = toRequestEvent(received, ruling, reservation);
    const { id: entry } = await record(house, event);
    const toFault = createToFault(house, passage.requestId);
    const tried = [received.upstream];
    house.targets.countCall();
    const known = { house, received, tried, ruling, coverage: event.coverage, judge, entry };
    const asked = { ...known, request, response, toFault, reservation };
    return { ...asked, earlier: [], sent: undefined, place: undefined };
  } catch (error) {
    reservation?.settle();
    throw error;
  }
}

/** Judged again, by the rules that judged it first, since they may say where a text must not go. */
async function beginAgain(story: Story, upstream: Upstream): Promise<Story> {
  const { house, judge } = story;
  const received = toNextAttempt(story.received, upstream);
  const turn = house.step();
  if (turn !== undefined) await turn;
  const ruling = await judge(received.interaction);
  const event = toRequestEvent(received, ruling, story.reservation);
  const { id: entry } = await record(house, event);
  const tried = [...story.tried, upstream];
  return { ...story, received, tried, ruling, coverage: event.coverage, entry, sent: undefined };
}

async function tell(story: Story): Promise<End | LiveEnd> {
  const { received, ruling, house, response } = story;
  if (ruling.action === 'block') return toBlockedEnd(story, received.interaction, ruling);
  const turn = house.step();
  if (turn !== undefined) await turn;
  const made = toSentBytes(received, ruling, house.step);
  const sent = made instanceof Promise ? await made : made;
  checkPresent(response, 'before its request was sent on');
  story.sent = { changed: sent === received.bytes ? undefined : sent };
  const inbound = await house
    .forwardTo(received.upstream)
    .send(
      toOutbound(received, story.request.headers, sent, house.toTraceParent?.(received.told)),
      response,
    );
  story.sent = { ...story.sent, answering: isSuccess(inbound.status) };
  const system = systemTexts(received);
  const plan = planLive(story, inbound);
  if (plan !== undefined) {
    // What it was changed from is asked for once more, for the copy that is kept; the bytes never are.
    const isChanged = story.sent.changed !== undefined;
    story.received = isChanged ? { ...received, bytes: undefined } : withoutBody(received);
    return runFlow(story, inbound, plan, system);
  }
  story.place ??= house.room.enter();
  const answer = await readAnswer(received, inbound, house.limits, story.place);
  const next = house.step();
  if (next !== undefined) await next;
  const interaction = toAnswerInteraction(received, answer, readBeside(inbound.headers));
  const verdict = await story.judge(interaction, system);
  const { action, edits } = verdict;
  const body =
    action === 'redact'
      ? await takeSteps(answer.write(edits), house.step)
      : action !== 'block' && finishSteps(answer.write([]));
  const came = { answer, interaction, headers: inbound.headers };
  if (response.destroyed) {
    const unreleased = { came, ruling: verdict, returned: toReturned(answer, verdict) };
    return toFailedEnd(story, new ClientLeft('before its answer was released'), unreleased);
  }
  if (body === false) return toBlockedEnd(story, interaction, verdict, came);
  return toAnsweredEnd(story, verdict, came, body);
}

/** What is kept of long bytes is made first, while others are served. */
async function record(house: House, event: RequestEvent | TerminalEvent): Promise<Recorded> {
  const made = makeAhead(event.contents, house.step);
  if (made !== undefined) await made;
  return house.record(event);
}

/** The terminal entry is durable before the answer leaves, and is written also when nobody waits for the answer. */
async function finish(story: Story, end: End | LiveEnd): Promise<void> {
  const { family } = story.received.passage.route.dialect;
  story.reservation?.settle(sumSpent(story.earlier, end.event.spent));
  let durable = false;
  try {
    await record(story.house, end.event);
    durable = true;
    const turn = story.house.step();
    if (turn !== undefined) await turn;
    if ('written' in end) release(story.response, end.written);
    else end.end();
  } catch (error) {
    const fault = story.toFault(error);
    // A record that cannot be written is no bug, and nothing else can be written there either.
    if (!durable && !(error instanceof GatewayError)) await recordBare(story, end, fault);
    // Of a stream of which nothing has gone yet its client can be told as of any other answer.
    if ('fail' in end && story.response.headersSent) end.fail(fault);
    else release(story.response, writeRefusal(family, fault, story.received.passage.requestId));
  }
}

/** Where something is broken in what an entry was to hold of an answer, how it ended goes on record all the same. */
async function recordBare(
  story: Story,
  end: End | LiveEnd,
  { message, status }: GatewayError,
): Promise<void> {
  const { outcome } = end.event;
  const unsent = !story.response.headersSent;
  const delivered = unsent || outcome.delivered === 'none' ? 'none' : 'partial';
  const event: TerminalEvent = {
    ...end.event,
    ...(unsent && { status, bytesOut: 0 }),
    type: 'failed',
    reason: message,
    outcome: { delivered, endedBy: 'gateway' },
    contents: {},
  };
  try {
    await story.house.record(event);
  } catch (error) {
    story.toFault(error);
  }
}

function checkPresent(response: ServerResponse, when: string): void {
  if (response.destroyed) throw new ClientLeft(when);
}

/** The very bytes that were judged, or the redacted copy of them. */
function toSentBytes(
  received: Received,
  ruling: Ruling,
  step: House['step'],
): Buffer | undefined | Promise<Buffer> {
  const { json, bytes, interaction, passage } = received;
  if (ruling.action !== 'redact' || json === undefined) return bytes;
  const { drop } = passage.route.dialect;
  return takeSteps(toBytes(redactJson(json, interaction.parts, ruling.edits, drop)), step);
}

function toAnswerInteraction(
  received: Received,
  { parts, unjudged }: WholeAnswer,
  beside: readonly Part[],
): Interaction {
  const all = beside.length === 0 ? parts : [...parts, ...beside];
  return { ...received.interaction, stage: 'response', parts: all, unjudged };
}

function systemTexts({ interaction }: Received): readonly string[] {
  return interaction.parts.filter((part) => part.kind === 'system').map((part) => part.text);
}

function createToFault(house: House, requestId: string): Story['toFault'] {
  return (error) => {
    if (error instanceof GatewayError) return error;
    house.onBug(error, requestId);
    return new GatewayError('internal', 'something is broken in the gateway', { cause: error });
  };
}
