/** Counts calls under way and refuses more than there is room for, before anything of them is read, and fairly by key. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { GatewayError } from '../errors.ts';
import type { Recorder } from '../governance/event.ts';
import { identityOf } from './context.ts';
import { Callers } from './callers.ts';
import { GiveWay } from './give-way.ts';
import { Pace } from './pace.ts';
import { type Pressure, type PressureLimits, createPressure } from './pressure.ts';
import { Turns, type TurnsLimits } from './turns.ts';
import { UnderWay } from './under-way.ts';
import { Writing } from './writing.ts';

export type AdmissionLimits = PressureLimits &
  TurnsLimits & {
    readonly bodyBytesMax: number;
    readonly heldBytesMax: number;
    readonly clientStallTimeoutMs: number;
  };

export const sheds = ['full', 'late', 'memory', 'share'] as const;
export type Shed = (typeof sheds)[number];

export type Admission = {
  /** Counts the call in, or says why there is no room for it. */
  readonly admit: (request: IncomingMessage, response: ServerResponse) => GatewayError | undefined;
  /** Behind the guard: a call waits until the thread can begin with it, and no key waits for all calls of another. */
  readonly turn: RequestHandler;
  /** Behind the guard: when room runs short, no key takes the share of another. */
  readonly share: RequestHandler;
  /** Before each step of a call that has begun: undefined, or resolves when the thread has time for it. */
  readonly step: () => Promise<void> | undefined;
  /** The same recorder, so that it is known how many calls wait for the disk. */
  readonly counting: (record: Recorder) => Recorder;
  readonly count: () => number;
  readonly lagMs: () => number;
  /** Whether calls were refused of late, since more came than there was room for. */
  readonly crowded: () => boolean;
  /** From now on every new call is refused: the gateway stops. */
  readonly close: () => void;
};

/** Below this part of the room nobody is asked to share; above that, what is left is for keys that have nothing under way. */
const roomy = 0.5;
const oneKeyMax = 0.9;

export type AdmissionOptions = {
  readonly onShed?: (why: Shed) => void;
  /** Whether all threads of this process have one core together. */
  readonly sharesCore?: boolean;
};

export function createAdmission(
  limits: AdmissionLimits,
  { onShed = () => undefined, sharesCore = false }: AdmissionOptions = {},
): Admission {
  const underWay = new UnderWay(limits);
  const { pace, writing, turns } = openDoor(limits);
  const callers = new Callers();
  const giveWay = sharesCore ? new GiveWay(() => !writing.idle) : undefined;
  const refusals = toRefusals(limits);
  let closed = false;
  const shed = (why: Shed): void => {
    giveWay?.soon();
    onShed(why);
  };
  const late = (): GatewayError => {
    shed('late');
    return refusals.late;
  };
  const pressure: Pressure = createPressure(
    limits,
    () => underWay.weight,
    () => underWay.look(),
  );
  return {
    admit(request, response) {
      if (isWatch(request)) return undefined;
      if (closed) response.setHeader('connection', 'close');
      const bytes = underWay.bytesOf(request);
      const why = findLack(underWay, bytes, limits, pressure.allowed());
      if (why !== undefined) {
        shed(why);
        return refusals[why];
      }
      const caller = callers.find(request);
      if (caller !== '' && turns.refuses(caller)) return late();
      underWay.add(response, bytes);
      return undefined;
    },
    turn: createTurn(turns, callers, late),
    share: createShare(pressure, underWay, limits, shed),
    step: () => pace.step(),
    counting: (record) => writing.count(record),
    count: () => underWay.count,
    ...{ lagMs: pressure.lagMs, crowded: () => turns.crowded },
    close() {
      closed = true;
      pressure.close();
    },
  };
}

type Door = { readonly pace: Pace; readonly writing: Writing; readonly turns: Turns };

/** Whoever has begun is brought on before another one begins: what waits inside waits longer, and all of it together. */
function openDoor(limits: TurnsLimits): Door {
  const wake = (): void => turns.wake();
  const pace: Pace = new Pace(wake, () => turns.crowded);
  const writing: Writing = new Writing(wake, () => turns.pressed);
  const turns: Turns = new Turns(limits, () => !pace.busy && !writing.full);
  return { pace, writing, turns };
}

const watched: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

export function isWatched(path: string): boolean {
  return watched.has(path);
}

/** Whoever watches over the gateway must get an answer above all when it is full. */
function isWatch({ method, url = '' }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && isWatched(url.split('?', 1)[0] ?? '');
}

type Lack = 'full' | 'late' | 'memory';

/** Made once: in a crowd the trace of each would cost as much as all else about it. */
function toRefusals({ exchangesMax }: AdmissionLimits): Readonly<Record<Lack, GatewayError>> {
  return {
    full: refuse(`more than ${exchangesMax} calls are under way; try again`),
    late: refuse('the gateway is late with what it has; try again'),
    memory: refuse('the bodies of the calls under way take all the memory they may; try again'),
  };
}

/** What there is no room for, or undefined. */
function findLack(
  underWay: UnderWay,
  bytes: number,
  { exchangesMax, heldBytesMax }: AdmissionLimits,
  allowed: number,
): Lack | undefined {
  if (underWay.count >= exchangesMax) return 'full';
  if (allowed < exchangesMax && underWay.weight >= allowed) return 'late';
  // One that is larger than all the room is let in alone, since a limit of its own bounds it.
  if (underWay.heldBytes > 0 && underWay.heldBytes + bytes > heldBytesMax && bytes > 0)
    return 'memory';
  return undefined;
}

function createTurn(turns: Turns, callers: Callers, toRefusal: () => GatewayError): RequestHandler {
  return function turn(request, response, next) {
    const { id } = identityOf(request).caller;
    callers.keep(request, id);
    turns.take(id, response, next, () => next(toRefusal()));
  };
}

function createShare(
  pressure: Pressure,
  underWay: UnderWay,
  { exchangesMax }: AdmissionLimits,
  onShed: (why: Shed) => void,
): RequestHandler {
  const ofKeys = new Map<string, number>();
  return function share(request, response, next) {
    const key = identityOf(request).caller.id;
    const own = ofKeys.get(key) ?? 0;
    const keys = Math.max(1, ofKeys.size);
    const { count, weight } = underWay;
    // Of the room that there is, and of what the thread can do while it is late; streams are little work there.
    const taken =
      isTaken(exchangesMax, count, own, keys) ||
      isTaken(pressure.allowed(), weight, (own * weight) / Math.max(1, count), keys);
    // A key that has nothing under way is always let in here.
    if (own > 0 && taken) {
      onShed('share');
      throw refuse('this key has its share of the calls that are under way; try again');
    }
    ofKeys.set(key, own + 1);
    response.once('close', () => {
      const left = (ofKeys.get(key) ?? 1) - 1;
      if (left > 0) ofKeys.set(key, left);
      else ofKeys.delete(key);
    });
    next();
  };
}

function isTaken(room: number, all: number, own: number, keys: number): boolean {
  return all > room * roomy && own >= room * Math.min(oneKeyMax, 1 / keys);
}

function refuse(detail: string): GatewayError {
  return new GatewayError('overloaded', detail, { headers: { 'retry-after': '1' } });
}
