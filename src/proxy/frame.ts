/** A frame of a stream: what a format sends as one piece, an event or a line. */
import type { GatewayError } from '../errors.ts';

/** One event or line: the very text it came as, and what it says. */
export type Frame = {
  readonly source: string;
  readonly event: string;
  /** Undefined where the frame has no data: a comment, a blank line. */
  readonly data: string | undefined;
  /** Everything else that it says: comments, ids, fields that no client reads. */
  readonly aside: string;
};

/** All that a frame says beside its data, of which only the format's reader knows the event's name. */
export function besideData({ aside, event }: Frame): string {
  return event === '' || aside === '' ? aside + event : `${aside}\n${event}`;
}

/** Of a stream, at the same time: even one that says nothing takes as much room as a hundred bytes. */
export const framesHeldMax = 500_000;

export type FrameParser = {
  readonly push: (chunk: Uint8Array) => readonly Frame[];
  /** What was left when the stream ended: a frame without its end, which clients drop or take. */
  readonly end: () => readonly Frame[];
  /** Characters of a frame that has begun and not ended. */
  readonly open: () => number;
  /** Why nothing more can be read, as the bytes are no text; the frames before that were given back. */
  readonly fault: () => GatewayError | undefined;
};
