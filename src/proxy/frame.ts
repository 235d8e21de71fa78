/** A frame of a stream: what a format sends as one piece, an event or a line. */

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

export type FrameParser = {
  /** Throws GatewayError where the bytes are no text. */
  readonly push: (chunk: Uint8Array) => readonly Frame[];
  /** What was left when the stream ended: a frame without its end, which clients drop or take. */
  readonly end: () => readonly Frame[];
};
