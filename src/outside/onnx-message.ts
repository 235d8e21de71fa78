/** What the gateway and the process that runs a local model say to each other: plain data. */
export type Load = {
  readonly modelFile: string;
  /** Undefined: the model reads the text itself. */
  readonly vocabularyFile: string | undefined;
  readonly lowerCase: boolean;
  readonly tokensMax: number;
  readonly scores: 'softmax' | 'sigmoid' | 'probabilities';
};

export type Question = { readonly id: number; readonly text: string };

/** Half a sentence without content where there are no scores: one of each output, the highest of all windows. */
export type Reply =
  | { readonly id: number; readonly scores: readonly number[] }
  | { readonly id: number; readonly failed: string };
