/** Whether an exchange whose upstream failed before anything was released is tried again, and where. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { GatewayError } from '../errors.ts';
import type { TerminalEvent } from '../governance/event.ts';
import type { End } from './ends.ts';
import { type FailureKind, kindOfError, kindOfStatus } from './failure.ts';
import type { Received } from './received.ts';
import type { Story } from './story.ts';
import { findRoute, isAllowed, serves, type Upstream } from './upstream.ts';

/** An upstream that asks for a longer pause is not asked again by the gateway: the caller decides. */
const pauseMaxMs = 2_000;
const pauseFirstMs = 100;

/** Waits where the same upstream is to be asked again. Only what the route allows is tried again. */
export async function findNext(
  story: Story,
  end: End,
  fault: GatewayError | undefined,
): Promise<Upstream | undefined> {
  const { house, received, response } = story;
  const kind = fault === undefined ? kindOfEnd(end.event) : kindOfError(fault);
  if (kind === undefined) return undefined;
  const entry = routeOf(story);
  const { attempt } = received.told;
  if (entry === undefined || attempt >= (entry.attempts ?? 1)) return undefined;
  if (!(entry.retryOn ?? []).includes(kind) || !canSendAgain(received)) return undefined;
  const next = house.targets.next(entry, story.tried, candidatesOf(story));
  if (next === undefined || response.destroyed) return undefined;
  // Nobody was asked yet, so nobody is asked more often than callers ask: however long it rests, others serve.
  const goesRound = fault?.code === 'upstream_resting' && next !== received.upstream;
  if (!goesRound && !house.targets.takeTry()) return undefined;
  if (next !== received.upstream) return next;
  const askedMs = Number(end.written.headers['retry-after'] ?? 0) * 1_000;
  // A date instead of seconds is longer than anybody should wait here.
  if (!(askedMs <= pauseMaxMs)) return undefined;
  const drawnMs = Math.random() * Math.min(pauseMaxMs, pauseFirstMs * 2 ** attempt);
  await sleep(Math.max(drawnMs, askedMs));
  return next;
}

/** As the end of one attempt that another one follows: nothing of it reached the client. */
export function toAttemptEvent(event: TerminalEvent): TerminalEvent {
  const { released, returned = released, ...contents } = event.contents;
  return {
    ...event,
    bytesOut: 0,
    triedAgain: true,
    outcome: { ...event.outcome, delivered: 'none' },
    contents: { ...contents, ...(event.answer !== undefined && returned && { returned }) },
  };
}

/** The same request for another upstream. */
export function toNextAttempt(received: Received, upstream: Upstream): Received {
  const { told, interaction } = received;
  return {
    ...received,
    upstream,
    interaction: { ...interaction, upstream: upstream.name },
    told: { ...told, attempt: told.attempt + 1, call: { ...told.call, upstream: upstream.name } },
  };
}

function kindOfEnd(event: TerminalEvent): FailureKind | undefined {
  return event.type === 'failed' ? kindOfStatus(event.status) : undefined;
}

/** A live stream has let go of the bytes. */
function canSendAgain({ bytes, passage }: Received): boolean {
  return bytes !== undefined || passage.route.method === 'GET';
}

function routeOf({ house, received }: Story): ReturnType<typeof findRoute> {
  const { family, prefix } = received.passage.route;
  const { model } = received.asked;
  if (prefix !== undefined || model === '') return undefined;
  return findRoute({ family, model, prefix }, house.upstreams, house.routes);
}

function candidatesOf({ house, received }: Story): readonly Upstream[] {
  const { route, upstreams } = received.passage;
  return house.upstreams.filter(
    (upstream) =>
      upstream.family === route.family &&
      serves(upstream, received.asked.model) &&
      isAllowed(upstreams, upstream.name),
  );
}
