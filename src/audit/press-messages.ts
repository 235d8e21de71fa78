/** What the writing thread and its caller tell each other once in a while; each batch goes over the desk. */

/** What an order is for. */
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

/** From here on orders that name this place mean this memory. */
export type Place = { readonly place: number; readonly memory: SharedArrayBuffer };

/** `ready` says that the thread hears, `leaves` where it puts them from here on; the others are the answer to an order. */
export type FromPress =
  | { readonly kind: 'ready' }
  | { readonly kind: 'leaves'; readonly memory: SharedArrayBuffer }
  | { readonly kind: 'pressed' }
  | { readonly kind: 'failed'; readonly reason: string };
