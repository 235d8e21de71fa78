/** One strict reading of a JSON body: what two parsers could read differently is refused, not interpreted. */
import { isUtf8 } from 'node:buffer';
import { GatewayError } from '../errors.ts';
import { describeJsonFault } from './json-fault.ts';
import { parseInSteps } from './json-long.ts';
import { checkStructure, halfOfPair, type JsonLimits } from './json-structure.ts';
import type { Rounded } from './rounded.ts';
import { finishSteps, type Step, type Steps, takeSteps } from './steps.ts';

export type { JsonLimits } from './json-structure.ts';

/** The text as it came and what it says: an edit of the one is found again in the other. */
export type Json = {
  readonly source: string;
  readonly value: unknown;
  readonly rounded?: Rounded | undefined;
};

/** `what` names the body in messages: `the request body`. */
export function readJson(bytes: Buffer, limits: JsonLimits, what: string): Json {
  return finishSteps(readJsonInSteps(bytes, limits, what));
}

/** Shorter ones are read sooner than anybody else could be looked at. */
const longBytesMin = 65_536;

/** In steps where it is long; a promise only then. */
export function readBodyJson(
  bytes: Buffer,
  limits: JsonLimits,
  step: Step,
  what = 'the request body',
): Json | Promise<Json> {
  if (bytes.length < longBytesMin) return readJson(bytes, limits, what);
  return takeSteps(readJsonInSteps(bytes, limits, what), step);
}

/** The same as `readJson`, of megabytes. */
export function* readJsonInSteps(bytes: Buffer, limits: JsonLimits, what: string): Steps<Json> {
  if (!isUtf8(bytes)) throw new GatewayError('ambiguous_request', `${what} is not valid UTF-8`);
  yield;
  const source = bytes.toString('utf8');
  yield;
  const { value, rounded } = yield* readTextInSteps(source, limits, what);
  return new JsonOfBytes(bytes, value, rounded);
}

class JsonOfBytes implements Json {
  readonly value: unknown;
  readonly rounded: Rounded | undefined;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer, value: unknown, rounded: Rounded | undefined) {
    this.value = value;
    this.rounded = rounded;
    this.#bytes = bytes;
  }

  /** Made anew where it is asked for, which few are: kept, a long body would stand in memory once more. */
  get source(): string {
    return this.#bytes.toString('utf8');
  }
}

export function readJsonText(source: string, limits: JsonLimits, what: string): Json {
  return finishSteps(readTextInSteps(source, limits, what));
}

function* readTextInSteps(source: string, limits: JsonLimits, what: string): Steps<Json> {
  if (source.charCodeAt(0) === 0xfeff)
    throw new GatewayError('ambiguous_request', `${what} begins with a byte order mark`);
  const { rounded, long } = yield* checkStructure(source, limits, what);
  yield;
  try {
    const value = yield* parseInSteps(source, long, (at) => halfOfPair(what, at));
    return { source, value, rounded };
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    // The parser's own message quotes the text, which no error may hold.
    throw new GatewayError('invalid_request', `${what} ${describeJsonFault(source)}`);
  }
}

/** An object that is no array, or undefined. */
export function readObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return isObject(value) ? value : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
