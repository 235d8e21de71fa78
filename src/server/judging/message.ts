/** What the gateway and a judging thread say to each other: plain data that can be cloned. */
import type { Ruling } from '../../governance/decision.ts';
import type { Evidence } from '../../governance/evidence.ts';
import type { Interaction } from '../../governance/interaction.ts';
import type { OutsideDetector } from '../../governance/outside.ts';

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
  /** Placeholders that the exchange has given out so far. */
  readonly placeholders: readonly (readonly [key: string, placeholder: string])[];
};

/** Shown before there is anything to judge by it. */
export type Ahead = { readonly bundle: BundleCopy };

export type Done =
  | {
      readonly ruling: Ruling;
      readonly placeholders: readonly (readonly [key: string, placeholder: string])[];
    }
  /** A sentence without any content of the interaction. */
  | { readonly failed: string };

/** Bundles that a thread keeps: the newest and the one before it. */
export const bundlesKept = 2;

export type ThreadData = {
  readonly redactionKey: Uint8Array;
  readonly outside: readonly OutsideDetector[];
};
