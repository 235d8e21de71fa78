/** What is known of an exchange once its request is on record; every way to end is told from it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GatewayError } from '../errors.ts';
import type { Ruling } from '../governance/decision.ts';
import type { Coverage } from '../governance/event.ts';
import type { Reservation, Spent } from '../governance/spending.ts';
import type { Place } from './answer-room.ts';
import type { House, Judge } from './house.ts';
import type { Received } from './received.ts';
import type { Upstream } from './upstream.ts';

export type Sent = {
  readonly changed: Buffer | undefined;
  /** Whether its answer is a success; undefined until it begins. */
  readonly answering?: boolean;
};

export type Story = {
  readonly house: House;
  /** Without its body once that is not needed any more. */
  received: Received;
  /** Upstreams that were sent this request before and failed, and the one that has it now. */
  readonly tried: readonly Upstream[];
  /** On the request. */
  readonly ruling: Ruling;
  /** Of the request. */
  readonly coverage: Coverage;
  /** The rules that judged the request, for the answer. */
  readonly judge: Judge;
  /** Settled once, however the exchange ends. */
  readonly reservation: Reservation | undefined;
  /** Used by attempts before this one. */
  readonly earlier: readonly Spent[];
  /** Set once the upstream may have the request; `changed` is the copy that it got in the place of what was received. */
  sent: Sent | undefined;
  /** What its answer has of the room; given back once, however the exchange ends. */
  place: Place | undefined;
  /** The id of the request's entry. */
  readonly entry: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** What is told of a thrown error; a bug is told to the log as well. */
  readonly toFault: (error: unknown) => GatewayError;
};
