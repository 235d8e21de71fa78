/** Turns a credential into an identity, or refuses it and tells of the reason no more than its kind. */
import type { NextFunction, Request, Response } from 'express';
import { GatewayError } from '../errors.ts';
import type { KeyVerdict, Refusal } from '../keys/authenticate.ts';
import type { Scope } from '../governance/scope.ts';
import { contextOf, markDegraded, queryOf } from './context.ts';
import { type OwnPlaces, readCredential } from './credential.ts';

/** Handed in by gateway.ts; answers in the same time for every refusal. */
export type Authenticate = (presented: string) => Promise<KeyVerdict>;

const refusalTexts: Readonly<Record<Refusal, string>> = {
  unknown: 'this key is not known',
  malformed: 'this is no key of this gateway, or it is mistyped: its checksum does not fit',
  expired: 'this key has expired',
  revoked: 'this key was revoked',
};

export type Failures = {
  /** Throws `rate_limited` where an address failed too often. */
  readonly check: (address: string) => void;
  readonly count: (address: string) => void;
};

/** Where nobody has shown a key yet, an address is slowed down by what it was refused. */
export async function countRefusals<T>(
  failures: Failures,
  address: string,
  act: () => Promise<T>,
): Promise<T> {
  failures.check(address);
  try {
    return await act();
  } catch (error) {
    const refused = error instanceof GatewayError && [401, 403].includes(error.status);
    if (refused) failures.count(address);
    throw error;
  }
}

/** Asked only of who fails: a valid key behind the same address must go on. */
function slowDown(failures: Failures, address: string): void {
  failures.check(address);
  failures.count(address);
}

export type Guard = (request: Request, response: Response, next: NextFunction) => Promise<void>;

/** A guard for one route: who calls, and may that key do this. */
export function createGuard(
  authenticate: Authenticate,
  failures: Failures,
  scope: Scope | 'any',
  places: OwnPlaces = {},
): Guard {
  return async function guard(request, _response, next) {
    const context = contextOf(request);
    let verdict: KeyVerdict;
    try {
      verdict = await authenticate(readCredential(request, queryOf(request), places));
    } catch (error) {
      if (error instanceof GatewayError && error.code === 'unauthorized')
        slowDown(failures, context.address);
      throw error;
    }
    if (verdict.kind === 'refused') {
      slowDown(failures, context.address);
      throw new GatewayError('unauthorized', refusalTexts[verdict.reason], {
        headers: { 'www-authenticate': 'Bearer realm="governance-gateway", error="invalid_token"' },
      });
    }
    context.identity = verdict.identity;
    if (verdict.stale === true) markDegraded(context, 'key_store');
    if (scope !== 'any' && !verdict.identity.scopes.includes(scope)) {
      throw new GatewayError('forbidden', `this key lacks the scope \`${scope}\``);
    }
    next();
  };
}
