/** The form of one country's number for a person: how it is written, what it checks, what stands beside it. */
import type { WordSet } from '../../text/word-set.ts';

export type NationalId = {
  /** Behind `pii/national_id/`: country, then number. */
  readonly name: string;
  /** Length of the first token (letters and digits up to the first sign or space), for dispatch. */
  readonly leads: readonly number[];
  readonly shape: RegExp;
  /** Over the letters and digits alone, in capitals. */
  readonly check: (compact: string) => boolean;
  readonly words: WordSet;
  /** Confidence with none of the words near; 0: not without them. */
  readonly alone: number;
  /** Shown only where the shape is written with its signs. */
  readonly aloneNeedsSigns?: boolean;
};
