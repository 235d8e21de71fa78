/** A text to learn from: what each head should say of it, and which fold it is tested in. */

/** 1: to be found. 0: to be let through. Undefined: this head is not taught by it. */
export type Targets = {
  readonly attack?: 0 | 1;
  readonly document?: 0 | 1;
  readonly harm?: 0 | 1;
  readonly toxic?: 0 | 1;
};

export type Example = {
  readonly text: string;
  readonly targets: Targets;
  readonly family: string;
  /** What its source calls the family, where that is split further here. */
  readonly origin?: string;
  readonly lang: string;
  /** Examples of one origin are trained on or tested on, never both. */
  readonly fold: string;
  readonly weight: number;
  /** The stretch of the text that makes it what it is. */
  readonly payload?: string;
  /** The folds of what stands around it, a document or other texts: held out with them, since their words would be known. */
  readonly hosts?: readonly string[];
  /** What it is about, for the finer categories. */
  readonly subject?: string;
  /** True: made from another example, and never tested on. */
  readonly derived: boolean;
  /** One bit for each draw of the corpus that it stands in; undefined: all. */
  readonly draws?: number;
};

/** Texts written for this training are spread over folds by what they say; each keeps its variants beside it. */
export const ownFolds = 7;

export function ownFoldOf(origin: string): string {
  let hash = 7;
  const length = Math.min(60, origin.length);
  for (let at = 0; at < length; at++) {
    hash = Math.imul(hash ^ origin.charCodeAt(at), 16777619);
  }
  return `own-${((hash >>> 8) & 0xffff) % ownFolds}`;
}
