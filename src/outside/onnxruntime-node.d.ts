/** As much of the optional package `onnxruntime-node` as is used here; the package has no types of its own. */
declare module 'onnxruntime-node' {
  export type Values = Float32Array | BigInt64Array | readonly string[];

  export class Tensor {
    constructor(type: 'string' | 'int64', values: Values, shape: readonly number[]);
    readonly type: string;
    readonly size: number;
    readonly data: Values;
  }

  export type Tensors = Readonly<Record<string, Tensor>>;

  export type InferenceSession = {
    readonly inputNames: readonly string[];
    readonly run: (feeds: Tensors) => Promise<Tensors>;
  };

  export const InferenceSession: {
    readonly create: (
      path: string,
      options: Readonly<Record<string, unknown>>,
    ) => Promise<InferenceSession>;
  };
}
