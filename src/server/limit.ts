/** The rate limit per key: express-rate-limit with the IETF draft-8 headers, one limiter for each rate that keys have. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { rateLimit, type Store } from 'express-rate-limit';
import { GatewayError } from '../errors.ts';
import type { Rate } from '../keys/term.ts';
import { contextOf, identityOf, markDegraded } from './context.ts';
import type { Counts } from './limit-shared.ts';

export type LimitOptions = {
  /** Calls per minute and key where the key names no rate of its own; 0 switches the default off. */
  readonly defaultPerMinute: number;
  readonly counts: Counts;
};

/** A store is told a key alone; which call it counts has to be known where it could not ask the others. */
const counting = new AsyncLocalStorage<Request | undefined>();

export function createLimit({ defaultPerMinute, counts }: LimitOptions): RequestHandler {
  const limiters = new Map<string, RequestHandler>();
  const fallback: Rate | undefined =
    defaultPerMinute > 0 ? { count: defaultPerMinute, windowMs: 60_000 } : undefined;
  return function limit(request, response, next) {
    const { rate = fallback } = identityOf(request);
    if (rate === undefined) {
      next();
      return;
    }
    const name = `${rate.count}/${rate.windowMs}`;
    let limiter = limiters.get(name);
    if (limiter === undefined) {
      limiter = createLimiter(rate, counts);
      limiters.set(name, limiter);
    }
    // What comes after is of no concern to the count: connections made there would hold on to this call.
    const leave = (fault?: unknown): void => counting.run(undefined, () => next(fault));
    void counting.run(request, limiter, request, response, leave);
  };
}

function createLimiter(rate: Rate, counts: Counts): RequestHandler {
  return rateLimit({
    windowMs: rate.windowMs,
    limit: rate.count,
    keyGenerator: (request) => identityOf(request).caller.id,
    identifier: 'default',
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    store: toStore(rate, counts),
    // These look at how the limiter is set up, on every first request; the tests do that here.
    validate: false,
    handler: (_request: Request, response: Response, next: NextFunction) => {
      const seconds = String(response.getHeader('retry-after') ?? 1);
      next(
        new GatewayError(
          'rate_limited',
          `this key's rate limit is used up; try again in ${seconds} s`,
          { headers: { 'retry-after': seconds } },
        ),
      );
    },
  });
}

/** Counts are a pace, not a window: what is left of it is told as the hits of a window would be. */
function toStore(rate: Rate, counts: Counts): Store {
  return {
    async increment(key) {
      const counted = await counts.take(key, rate);
      const request = counting.getStore();
      if (!counted.shared && request !== undefined) markDegraded(contextOf(request), 'rate_limit');
      const { allowed, remaining, resetMs, retryMs } = counted;
      return {
        totalHits: allowed ? rate.count - remaining : rate.count + 1,
        resetTime: new Date(Date.now() + (allowed ? resetMs : Math.max(1000, retryMs))),
      };
    },
    // A call that was counted stays counted, and a pace resets itself.
    decrement: () => undefined,
    resetKey: () => undefined,
  };
}
