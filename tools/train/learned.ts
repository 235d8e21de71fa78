/** What a training begins with and what comes of it: texts as features, and the weights of four heads. */
import { headNames } from '../../src/governance/detectors/model-weights.ts';
import type { Encoded } from './encode.ts';
import type { Example } from './example.ts';

export const heads = headNames.length;

/** Weights by feature and head, `heads` to a feature. */
export type Learned = {
  readonly words: Float32Array;
  readonly concepts: Float32Array;
  readonly bias: Float64Array;
};

export type Taught = Encoded & { readonly example: Example };
