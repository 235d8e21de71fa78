/** The rate limit per key: express-rate-limit with the IETF draft-8 headers, one window length per limiter. */
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { rateLimit } from 'express-rate-limit';
import { GatewayError } from '../errors.ts';
import type { Rate } from '../keys/term.ts';
import { identityOf } from './context.ts';
import type { Counts } from './limit-store.ts';

export type LimitOptions = {
  /** Calls per minute and key where the key names no rate of its own; 0 switches the default off. */
  readonly defaultPerMinute: number;
  readonly counts: Counts;
};

export function createLimit(options: LimitOptions): RequestHandler {
  const limiters = new Map<number, RequestHandler>();
  const fallback: Rate | undefined =
    options.defaultPerMinute > 0
      ? { count: options.defaultPerMinute, windowMs: 60_000 }
      : undefined;
  return function limit(request, response, next) {
    const rate = identityOf(request).rate ?? fallback;
    if (rate === undefined) {
      next();
      return;
    }
    let limiter = limiters.get(rate.windowMs);
    if (limiter === undefined) {
      limiter = createLimiter(rate.windowMs, options, fallback);
      limiters.set(rate.windowMs, limiter);
    }
    void limiter(request, response, next);
  };
}

function createLimiter(
  windowMs: number,
  options: LimitOptions,
  fallback: Rate | undefined,
): RequestHandler {
  return rateLimit({
    windowMs,
    limit: (request) => (identityOf(request).rate ?? fallback)?.count ?? 0,
    keyGenerator: (request) => identityOf(request).caller.id,
    identifier: 'default',
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    store: options.counts.createStore(`governance:rate:${windowMs}:`),
    // These look at how the limiter is set up, on every first request; the tests do that here.
    validate: false,
    handler: (_request: Request, response: Response, next: NextFunction) => {
      const seconds = response.getHeader('retry-after');
      next(
        new GatewayError(
          'rate_limited',
          `this key's rate limit is used up; try again in ${Number(seconds ?? 1)} s`,
          { headers: { 'retry-after': String(seconds ?? 1) } },
        ),
      );
    },
  });
}
