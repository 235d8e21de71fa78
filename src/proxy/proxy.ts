/** The proxy's door: the governed routes, one call to handle each, and refusals in the shape that their clients read. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { errorTable, GatewayError } from '../errors.ts';
import { AnswerRoom } from './answer-room.ts';
import { families } from './dialects/families.ts';
import type { FamilyName } from './dialects/family.ts';
import { runExchange } from './exchange.ts';
import { createForward, type Forward, type Watch } from './forward.ts';
import { findFamily, writeHint } from './hints.ts';
import type { ProxyOptions } from './house.ts';
import type { Passage } from './passage.ts';
import { toTold } from './received.ts';
import { release, tellRefusal, type ToldRefusal, writeDenial, writeRefusal } from './release.ts';
import { asDegraded } from './reservation.ts';
import { chooseRoute, listRoutes, type ProxyRoute } from './routes.ts';
import { Targets } from './targets.ts';
import type { Upstream } from './upstream.ts';

export type { Watch } from './forward.ts';
export type { ProxyLimits, ProxyOptions } from './house.ts';
export type { Passage } from './passage.ts';
export type { ProxyRoute } from './routes.ts';
export type { RouteEntry, Upstream } from './upstream.ts';

export type Proxy = {
  readonly routes: readonly ProxyRoute[];
  /** Never rejects: whatever happens is recorded and told to the client here. */
  readonly handle: (
    request: IncomingMessage,
    response: ServerResponse,
    passage: Passage,
  ) => Promise<void>;
  /** Whose clients call this path; undefined for paths that are not the proxy's. */
  readonly familyOf: (path: string, headers?: IncomingHttpHeaders) => FamilyName | undefined;
  /** A refusal from before the route was reached, in the family's shape. */
  readonly refuse: (
    family: FamilyName,
    response: ServerResponse,
    error: GatewayError,
    requestId: string,
  ) => void;
  /** The same, for a call that is turned away at the door, and for a socket on which no request was read. */
  readonly tellRefusal: (family: FamilyName, error: GatewayError, requestId: string) => ToldRefusal;
  /** Which routes exist, for somebody who asked for another of the same family. */
  readonly hintFor: (path: string, headers?: IncomingHttpHeaders) => string | undefined;
  /** Ends every exchange that still waits for its upstream, each in its format and with its entry. */
  readonly cut: () => void;
  readonly close: () => void;
};

export function createProxy(options: ProxyOptions): Proxy {
  const routes = listRoutes(options.upstreams);
  const forwards = createForwards(options);
  const forwardTo = (upstream: Upstream): Forward => {
    const forward = forwards.get(upstream);
    if (forward === undefined) throw new Error(`the upstream ${upstream.name} was not set up`);
    return forward;
  };
  const targets = new Targets((upstream) => forwardTo(upstream).rests());
  const room = new AnswerRoom(options.limits.answersHeldBytesMax);
  const house = { ...options, forwardTo, targets, room };
  let running = 0;
  return {
    routes,
    handle: async (request, response, taken) => {
      const passage = { ...taken, route: chooseRoute(taken.route, request.headers, taken.query) };
      try {
        if (running >= options.limits.exchangesMax)
          throw new GatewayError('overloaded', 'the gateway holds as many exchanges as it may', {
            headers: { 'retry-after': '1' },
          });
        running += 1;
        await runExchange(house, request, response, passage).finally(() => (running -= 1));
      } catch (error) {
        await deny(options, response, passage, error);
      }
    },
    familyOf: (path, headers) => findFamily(path, routes, headers),
    refuse: (family, response, error, requestId) => {
      release(response, writeRefusal(families[family], error, requestId));
    },
    tellRefusal: (family, error, requestId) => tellRefusal(families[family], error, requestId),
    hintFor: (path, headers) => writeHint(path, routes, headers),
    cut: () => {
      const error = new GatewayError(
        'not_ready',
        'the gateway stopped before the answer was complete',
        {
          headers: { 'retry-after': '1' },
        },
      );
      for (const forward of forwards.values()) forward.cut(error);
    },
    close: () => {
      for (const forward of forwards.values()) forward.close();
    },
  };
}

function createForwards({ upstreams, limits, watch }: ProxyOptions): Map<Upstream, Forward> {
  return new Map(
    upstreams.map((upstream) => [
      upstream,
      createForward(upstream.name, upstream.baseUrl, limits, watch ?? unwatched),
    ]),
  );
}

const unwatched: Watch = {
  onFailure: () => undefined,
  onRest: () => undefined,
  onAnswer: () => undefined,
};

/** Refused before anything was judged or sent: told also where it cannot be recorded, since it lets nothing through. */
async function deny(
  options: ProxyOptions,
  response: ServerResponse,
  passage: Passage,
  thrown: unknown,
): Promise<void> {
  const error =
    thrown instanceof GatewayError
      ? thrown
      : new GatewayError('internal', 'something is broken in the gateway', { cause: thrown });
  if (error.code === 'internal') options.onBug(thrown, passage.requestId);
  const { exchange, requestId, actor, call } = toTold(passage, undefined, '');
  const told = { exchange, requestId, actor, call };
  const { status, code: cause } = error;
  // The message may name what the caller sent: a model, a member. The record may not.
  const reason = errorTable[cause].title;
  try {
    const { budget } = error;
    const met = budget && { budgets: [{ name: budget.name, mark: 'hard' as const }] };
    const degraded = budget?.degraded === true ? asDegraded(actor) : actor;
    await options.record({
      ...told,
      ...met,
      actor: degraded,
      type: 'denied',
      status,
      cause,
      reason,
    });
  } catch (unrecorded) {
    // The trail itself tells that it had a gap; a bug is told to the log.
    if (!(unrecorded instanceof GatewayError)) options.onBug(unrecorded, requestId);
  }
  const { family } = passage.route.dialect;
  release(response, writeDenial(family, error, requestId));
}
