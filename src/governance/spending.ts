/** What a call will use and what it used, as data: the proxy tells it, budgets are kept by it, and the trail writes it down. */

/** A budget that a call met: past its soft mark it is flagged, at its hard mark the call is refused. */
export type BudgetMark = { readonly name: string; readonly mark: 'soft' | 'hard' };

/** What is known of a call before it is sent. */
export type Want = {
  readonly key: string;
  readonly team: string;
  /** The model that is asked for, then those on which the call may run instead. */
  readonly models: readonly string[];
  /** UTF-8 bytes of all texts of the request. */
  readonly textBytes: number;
  /** Pieces of content that are no text: images, files. */
  readonly attachments: number;
  /** The most that each choice of the answer may have by what the request says; undefined where it says nothing. */
  readonly outputTokensMax: number | undefined;
  readonly choices: number;
};

/** Tokens as an upstream counted them; zeros where it did not. `cached` are those of the input that it read before. */
export type Usage = { readonly input: number; readonly output: number; readonly cached?: number };

/** What an answer said of itself, and what of it was seen. */
export type Used = {
  readonly usage: Usage;
  /** UTF-8 bytes, or about so many, of the answer's texts. */
  readonly textBytes: number;
  /** False where the answer broke off, so that less may have been counted than was used. */
  readonly whole: boolean;
};

/** What a call used in the end. */
export type Spent = {
  readonly input: number;
  /** Of the input. */
  readonly cached: number;
  readonly output: number;
  /** True where a figure was guessed because the upstream did not tell it. */
  readonly estimated: boolean;
  /** Exact, in units of the currency; absent where no price is known. */
  readonly cost?: string;
  readonly currency?: string;
};

/** What a call may use, set aside until it is known what it used. */
export type Reservation = {
  readonly marks: readonly BudgetMark[];
  /** The same for the caller, as a header's value; undefined where no mark was met. */
  readonly header: string | undefined;
  /** True where the store that replicas share could not be asked. */
  readonly degraded: boolean;
  readonly toSpent: (used: Used) => Spent;
  /** Gives back what was set aside and counts what was used instead: nothing, without `spent`. Only the first call counts. */
  readonly settle: (spent?: Spent) => void;
};

/** Throws GatewayError where a budget has no room for the call. */
export type Reserve = (want: Want) => Promise<Reservation>;
