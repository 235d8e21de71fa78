/** What is limited, as the configuration says it: budgets over a window of time, caps on calls at the same time, and prices. */

export const measures = ['requests', 'tokens', 'cost'] as const;
export type Measure = (typeof measures)[number];

export const windowNames = ['minute', 'hour', 'day', 'month'] as const;
export type WindowName = (typeof windowNames)[number];

/** What is counted apart from each other; without any of them all calls are counted together. */
export const dividers = ['key', 'team', 'model'] as const;
export type Divider = (typeof dividers)[number];

/** The calls that a limit is about: patterns of key ids, teams and models, of which an empty list means all. */
export type Reach = {
  readonly name: string;
  readonly per: readonly Divider[];
  readonly keys: readonly string[];
  readonly teams: readonly string[];
  readonly models: readonly string[];
};

/** Marks are in requests, tokens or units of the currency; from the soft one on calls are flagged, over the hard one refused. */
export type Budget = Reach & {
  readonly window: WindowName;
  readonly measure: Measure;
  readonly soft?: number | undefined;
  readonly hard?: number | undefined;
};

export type Cap = Reach & { readonly exchangesMax: number };

/** Per million tokens. */
export type Price = {
  readonly model: string;
  readonly input: number;
  readonly cachedInput?: number | undefined;
  readonly output: number;
};

export type Prices = {
  readonly currency: string;
  /** What becomes of a call under a cost budget whose model has no price. */
  readonly unknown: 'refuse' | 'free';
  readonly models: readonly Price[];
};

/** How tokens are guessed where nobody has counted them. */
export type Estimates = {
  readonly bytesPerToken: number;
  readonly outputTokens: number;
  readonly attachmentTokens: number;
};

export type Limits = {
  readonly budgets: readonly Budget[];
  readonly concurrency: readonly Cap[];
  readonly prices: Prices;
  readonly estimates: Estimates;
};
