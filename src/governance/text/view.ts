/** One reading of a text: as it stands, canonical, or with an encoding undone, and the way back to the original. */

export type View = {
  readonly text: string;
  /** The encodings undone to get here, outermost first; empty for the text as it stands and its canonical form. */
  readonly decoded: readonly string[];
  /** True for the canonical form (folded, invisible characters removed) of whatever was decoded. */
  readonly canonical: boolean;
  /** True: some of its signs were others, or had marks, before they were folded. */
  readonly folded?: boolean;
  /** True: a part of another view without what stands around it, for those whom that could mislead. */
  readonly alone?: boolean;
  /** What detectors are shown of it, where another view tells the rest just as well; patterns are matched with all of it. */
  readonly near?: View | undefined;
  /** What detectors are shown of it where it holds dumps of bytes, which another view tells: all else. */
  readonly beside?: View | undefined;
  /** Those of them that [start, end) comes from; all of them where it comes from none alone. */
  readonly undone?: (start: number, end: number) => readonly string[];
  /** Where [start, end) of this view stands in the original, in UTF-16 code units. Never throws. */
  readonly origin: (start: number, end: number) => { readonly start: number; readonly end: number };
};
