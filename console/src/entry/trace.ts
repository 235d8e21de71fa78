/** What the gateway explains: each rule, whether it fired, and the first operand that made it false. */

export type Trace = {
  readonly source: string;
  readonly value: string;
  readonly found?: readonly { readonly category: string; readonly confidence: number }[];
  readonly operands: readonly Trace[];
};

export type ExplainedRule = {
  readonly rule: string;
  readonly action: string;
  readonly outcome: 'fired' | 'silent' | 'failed' | 'exempt';
  readonly reason?: string;
  readonly because?: Trace;
  readonly trace?: Trace;
};

export type Explained = {
  readonly action: string;
  readonly reason: string;
  readonly policy_version: string;
  readonly dialect: string;
  readonly policies: readonly {
    readonly policy: string;
    readonly file: string;
    readonly mode: string;
    readonly skipped?: string;
    readonly rules: readonly ExplainedRule[];
  }[];
};
