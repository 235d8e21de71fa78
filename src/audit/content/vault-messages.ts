/** What the vault's thread and its caller say to each other. */

import type { SharedHold } from './hold-rows.ts';
import type { LearnedErasure } from './told-erasures.ts';

/** What the thread is started with. */
export type VaultData = {
  readonly directory: string;
  readonly masterKey: Uint8Array;
  /** New keys have versions above it: each of a person's but the first follows an entry that erased the one before. */
  readonly floor: number;
};

export type ToVault =
  | { readonly kind: 'find'; readonly ticket: number; readonly id: string }
  | {
      readonly kind: 'read';
      readonly ticket: number;
      readonly id: string;
      readonly version: number;
    }
  | {
      readonly kind: 'begin-erasure' | 'finish-erasure' | 'settle-erasure' | 'release';
      readonly ticket: number;
      readonly id: string;
    }
  | {
      readonly kind: 'hold';
      readonly ticket: number;
      readonly id: string;
      readonly shared: SharedHold | undefined;
    }
  | {
      readonly kind: 'learn-erasure';
      readonly ticket: number;
      readonly learned: LearnedErasure;
    }
  | {
      readonly kind: 'unfinished-erasures' | 'told-erasures' | 'holds' | 'close';
      readonly ticket: number;
    };

export type FromVault =
  | { readonly ticket: number; readonly result: unknown }
  /** `row`: only this subject's key cannot be had, and the others can. */
  | { readonly ticket: number; readonly failed: string; readonly row?: true };

/** What the thread says first of all, unasked. */
export const startTicket = 0;
