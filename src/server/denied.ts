/** The event of a call that was refused before anything of it was judged. */
import { type GatewayError, errorTable } from '../errors.ts';
import type { Actor, DeniedEvent } from '../governance/event.ts';

export type Denied = {
  readonly exchange: string;
  readonly requestId: string;
  readonly actor: Actor;
  readonly dialect: string;
  readonly route: string;
  readonly error: GatewayError;
};

export function toDeniedEvent(denied: Denied): DeniedEvent {
  const { exchange, requestId, actor, dialect, route, error } = denied;
  return {
    type: 'denied',
    exchange,
    requestId,
    actor,
    call: { dialect, route, model: '', upstream: '', stream: false, session: '', tags: [] },
    status: error.status,
    cause: error.code,
    // The message may name what the caller sent: a model, a member, a path. The record may not.
    reason: errorTable[error.code].title,
  };
}
