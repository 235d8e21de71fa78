/** What the server knows of one call besides its bytes: id, time, address and, once known, who calls. */
import type { IncomingMessage } from 'node:http';
import type { Actor, Degraded } from '../governance/event.ts';
import type { Identity } from '../keys/authenticate.ts';
import type { Target } from './target.ts';

export type Context = {
  readonly requestId: string;
  /** The exchange's id, given once here so that a refusal and its entry share it. */
  readonly exchange: string;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  /** Of the monotonic clock, for durations. */
  readonly startedNs: bigint;
  readonly address: string;
  readonly agent: string;
  /** Set once the address has been read and found to be plain. */
  target?: Target;
  identity: Identity | undefined;
  /** What could not be asked for while this call was let in. */
  degraded?: readonly Degraded[];
};

// Express's own `locals` is untyped and lives on the response; a map keeps the types and costs nothing.
const contexts = new WeakMap<IncomingMessage, Context>();

export function bindContext(request: IncomingMessage, context: Context): void {
  contexts.set(request, context);
}

export function findContext(request: IncomingMessage): Context | undefined {
  return contexts.get(request);
}

export function contextOf(request: IncomingMessage): Context {
  const context = contexts.get(request);
  if (context === undefined) throw new Error('the request has no context yet');
  return context;
}

/** What its address asks for, which every step behind the first finds read. */
export function queryOf(request: IncomingMessage): URLSearchParams {
  const { target } = contextOf(request);
  if (target === undefined) throw new Error('the request has no target yet');
  return target.query;
}

/** A call that is let in on less than is known at other times says so in the record. */
export function markDegraded(context: Context, what: Degraded): void {
  const { degraded = [] } = context;
  if (!degraded.includes(what)) context.degraded = [...degraded, what].sort();
}

/** The key that called, or nobody, in the words of the record. */
export function actorOf(context: Context, subject = ''): Actor {
  const caller = context.identity?.caller;
  return {
    key: caller?.id ?? '',
    owner: caller?.owner ?? '',
    team: caller?.team ?? '',
    ...(context.degraded !== undefined && { degraded: context.degraded }),
    ...(caller !== undefined && caller.env !== '' && { env: caller.env }),
    ...(caller !== undefined && caller.tags.length > 0 && { tags: caller.tags }),
    subject,
    address: context.address,
    agent: context.agent,
  };
}

export function identityOf(request: IncomingMessage): Identity {
  const identity = contextOf(request).identity;
  if (identity === undefined) throw new Error('the route was reached without an identity');
  return identity;
}
