/** What the writing thread and its caller say to each other. */

/** Lines that wait for their place in the chain. */
export type ToPress = {
  /** The descriptor to write to. It stays the caller's. */
  readonly file: number;
  /** What the lines stand in, behind one byte of room. */
  readonly memory: SharedArrayBuffer;
  readonly bytes: number;
  /** The hash of the line before the first. */
  readonly prev: string;
  /** Whether an fdatasync has to follow the write to make it durable. */
  readonly sync: boolean;
};

export type Pressed = {
  /** The hash of the last line. */
  readonly prev: string;
  /** The leaf hashes of all lines, one behind the other. */
  readonly leaves: Uint8Array;
};

/** The last word is the answer; the first says that the thread hears. */
export type FromPress =
  | { readonly kind: 'ready' }
  | { readonly kind: 'pressed'; readonly pressed: Pressed }
  | { readonly kind: 'failed'; readonly reason: string };
