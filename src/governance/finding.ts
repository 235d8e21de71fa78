/** Something seen in a text: what it is, how sure, and exactly where. It never holds the matched text. */

export const severities = ['low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof severities)[number];

/** UTF-16 code units into the text of one part, end exclusive. */
export type Span = { readonly part: number; readonly start: number; readonly end: number };

export type Finding = {
  /** `pii/email`, `secret/aws_access_key`, `pattern/<name>` … */
  readonly category: string;
  readonly severity: Severity;
  /** 0 to 1. */
  readonly confidence: number;
  /** One span, or several where a value was split over parts that were judged joined. */
  readonly spans: readonly Span[];
  /** The encodings that were undone to see it, outermost first; absent for the text as it stands. */
  readonly decoded?: readonly string[];
  /** `policy/rule` of the strongest rule that acted on it, or else of one in shadow that would have; absent without. */
  readonly rule?: string;
};

/** A check that could not run. It is never a pass: the policy's `onError` decides. */
export type Failure = {
  /** `policy/rule`, or the detector's name. */
  readonly check: string;
  /** A sentence without any content of the interaction. */
  readonly reason: string;
};
