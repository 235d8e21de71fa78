/** How a stream is cut into frames: by events (SSE), by lines (NDJSON), or by the elements of one long array. */
import { createEventParser, writeEvent } from './event-stream.ts';
import type { Frame, FrameParser } from './frame.ts';
import { createElementParser, writeElement } from './json-array.ts';
import { createLineParser, writeLine } from './ndjson.ts';

export type Framing = {
  readonly type: string;
  readonly createParser: () => FrameParser;
  /** The frame with other data, or its own text where nothing changed. */
  readonly write: (frame: Frame, data: string) => string;
};

export const framings = {
  sse: { type: 'text/event-stream', createParser: createEventParser, write: writeEvent },
  ndjson: { type: 'application/x-ndjson', createParser: createLineParser, write: writeLine },
  'json-array': {
    type: 'application/json',
    createParser: createElementParser,
    write: writeElement,
  },
} satisfies Record<string, Framing>;

/**
 * By the media type of an answer; undefined where it is no stream. `wanted`: how the format that was asked for
 * streams, since an array has the type of any JSON.
 */
export function findFraming(type: string, wanted?: keyof typeof framings): Framing | undefined {
  const { sse, ndjson, 'json-array': array } = framings;
  if (type === sse.type) return sse;
  if (type === ndjson.type) return ndjson;
  return type === array.type && wanted === 'json-array' ? array : undefined;
}
