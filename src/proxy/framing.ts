/** How a stream is cut into frames: by events (SSE) or by lines (NDJSON). */
import { createEventParser, writeEvent } from './event-stream.ts';
import type { Frame, FrameParser } from './frame.ts';
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
} satisfies Record<string, Framing>;

/** By the media type of an answer; undefined where it is no stream. */
export function findFraming(type: string): Framing | undefined {
  return Object.values(framings).find((framing) => framing.type === type);
}
