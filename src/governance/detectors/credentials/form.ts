/** What stands behind a word that a credential follows in one written form, and what of it is one. */
import type { WordSet } from '../../text/word-set.ts';

export type Form = {
  readonly category: string;
  readonly words: WordSet;
  /** The first group is the credential. */
  readonly shape: RegExp;
  readonly check: (value: string) => boolean;
};
