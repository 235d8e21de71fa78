/** What the writing thread and its caller tell each other once in a while; each batch goes over the desk. */
import type { Home, Slot, TextHome } from './ahead-record.ts';

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
  /** Where the batch is written ahead, which makes it durable as well. */
  readonly ahead?: ToAhead | undefined;
};

export type ToAhead = Slot &
  Home & { readonly file: number; readonly texts?: ToAheadTexts | undefined };

/** Texts that go with the batch. */
export type ToAheadTexts = TextHome & {
  readonly memory: SharedArrayBuffer;
  readonly from: number;
  readonly bytes: number;
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
  | { readonly kind: 'failed'; readonly reason: string; readonly ahead: boolean };
