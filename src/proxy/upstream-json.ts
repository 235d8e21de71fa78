/** Reads JSON that an upstream wrote; what cannot be read is told without its place, as names on the way there are words that nobody judged. */
import { GatewayError } from '../errors.ts';
import { readJson, readJsonText, type Json, type JsonLimits } from './json.ts';

const mark = Buffer.from('\ufeff');

/** What clients skip at the beginning of an answer; it goes on to them with the rest where nothing is changed. */
function withoutMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, mark.length).equals(mark) ? bytes.subarray(mark.length) : bytes;
}

export function readAnswerJson(bytes: Buffer, limits: JsonLimits): Json {
  const what = 'the upstream’s answer';
  return tellNothing(what, () => readJson(withoutMark(bytes), limits, what));
}

export function readFrameJson(data: string, limits: JsonLimits): Json {
  const what = 'a frame of the upstream’s stream';
  return tellNothing(what, () => readJsonText(data, limits, what));
}

// Invariant: no error holds a word of an answer.
function tellNothing(what: string, read: () => Json): Json {
  try {
    return read();
  } catch (error) {
    throw new GatewayError('upstream_failed', why(what, error), { cause: error });
  }
}

function why(what: string, error: unknown): string {
  if (!(error instanceof GatewayError)) return `${what} cannot be read`;
  const [fault] = error.faults;
  return fault === undefined ? error.message : `${what} ${fault.detail}`;
}
