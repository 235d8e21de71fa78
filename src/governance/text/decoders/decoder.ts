/** The contract of a decoder: undoes one encoding where it finds it, and does next to nothing where it does not. */
import type { Edits } from '../edits.ts';
import type { Rewrite } from '../rewrite.ts';
import type { Scan } from '../scan.ts';

/** Undoes pieces of a text; several decoders share one reading. */
export type Decoder = {
  /** As findings tell it in `decoded`. */
  readonly name: string;
  /** True: its signs give it away, so what it undoes is not something else by chance. */
  readonly sure?: boolean;
  /** Proposes what each encoded piece stands for; nothing where nothing of the kind stands there. */
  readonly find: (scan: Scan, edits: Edits) => void;
};

/** Undoes an encoding of a text as a whole, in a reading of its own. */
export type Respelling = {
  readonly name: string;
  /** Writes the reading; leaves the rewrite empty where nothing of the kind stands there. */
  readonly read: (scan: Scan, rewrite: Rewrite) => void;
};
