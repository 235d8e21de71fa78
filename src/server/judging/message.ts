/** What the gateway and a judging thread say to each other: plain data that can be cloned. */
import type { Evidence } from '../../governance/evidence.ts';
import type { Interaction } from '../../governance/interaction.ts';
import type { OutsideDetector } from '../../governance/outside.ts';
import type { PackedRuling, PackedTexts } from './packed.ts';

/** A bundle as a thread can compile it once more: the policies as they were read, under their version. */
export type BundleCopy = {
  readonly version: string;
  readonly policies: readonly { readonly file: string; readonly document: unknown }[];
};

export type Job = {
  readonly version: string;
  /** Left out where the thread has it. */
  readonly bundle?: BundleCopy;
  readonly interaction: Interaction;
  readonly system?: readonly string[];
  /** True: only by the rules that need no model from outside. */
  readonly inside?: boolean;
  readonly evidence?: Evidence;
  /** Placeholders that the exchange has given out so far: each key with what stands for it. */
  readonly placeholders: PackedTexts;
};

/** Shown before there is anything to judge by it. */
export type Ahead = { readonly bundle: BundleCopy };

export type Done =
  | {
      readonly ruling: PackedRuling;
      /** Those that were given out beyond those of the job. */
      readonly placeholders: PackedTexts;
    }
  /** A sentence without any content of the interaction. */
  | { readonly failed: string };

/** Bundles that a thread keeps: the newest and the one before it. */
export const bundlesKept = 2;

export type ThreadData = {
  readonly redactionKey: Uint8Array;
  readonly outside: readonly OutsideDetector[];
};
