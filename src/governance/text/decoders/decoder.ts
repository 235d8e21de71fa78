/** The contract of a decoder: undoes one encoding where it finds it, and does next to nothing where it does not. */
import type { Rewrite } from '../rewrite.ts';
import type { Scan } from '../scan.ts';

export type Decoder = {
  /** As findings tell it in `decoded`. */
  readonly name: string;
  /** Writes the reading with the encoding undone; leaves the rewrite empty where nothing of the kind stands there. */
  readonly read: (scan: Scan, rewrite: Rewrite) => void;
};
