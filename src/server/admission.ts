/** Counts exchanges under way and refuses more than the limit before anything of them is read. */
import type { NextFunction, Request, Response } from 'express';
import { GatewayError } from '../errors.ts';

export type Admission = {
  readonly middleware: (request: Request, response: Response, next: NextFunction) => void;
  readonly count: () => number;
  /** From now on every new call is refused: the gateway stops. */
  readonly close: () => void;
};

export function createAdmission(exchangesMax: number): Admission {
  let underWay = 0;
  let closed = false;
  return {
    middleware(request, response, next) {
      // Whoever watches over the gateway must get an answer above all when it is full.
      if (request.method === 'GET' && (request.path === '/healthz' || request.path === '/readyz')) {
        next();
        return;
      }
      if (closed) response.setHeader('connection', 'close');
      if (underWay >= exchangesMax) {
        throw new GatewayError(
          'overloaded',
          `more than ${exchangesMax} calls are under way; try again`,
          {
            headers: { 'retry-after': '1' },
          },
        );
      }
      underWay += 1;
      response.once('close', () => {
        underWay -= 1;
      });
      next();
    },
    count: () => underWay,
    close() {
      closed = true;
    },
  };
}
