/** Where keys are kept. Each change and the act that tells of it are one transaction. */
import type { KeyAct, KeyRecord } from './record.ts';

/** The store cannot be read or written: nobody is told that a key is wrong because of that. */
export class StoreError extends Error {}

export type KeyStore = {
  readonly create: (record: KeyRecord, act: KeyAct) => Promise<void>;
  /** False where there has ever been a key: then nothing is created, whoever else starts at the same time. */
  readonly createFirst: (record: KeyRecord, act: KeyAct) => Promise<boolean>;
  readonly find: (id: string) => Promise<KeyRecord | undefined>;
  /** Oldest first. */
  readonly list: () => Promise<readonly KeyRecord[]>;
  /** False where there is no such key or it is revoked already. */
  readonly revoke: (id: string, at: number, act: KeyAct) => Promise<boolean>;
  /** The old key ends at `expiresAt` at the latest. False where it is missing or revoked. */
  readonly rotate: (
    id: string,
    expiresAt: number,
    successor: KeyRecord,
    acts: readonly KeyAct[],
  ) => Promise<boolean>;
  readonly touch: (seen: ReadonlyMap<string, number>) => Promise<void>;
  /** Hands each waiting act over, oldest first, and forgets it when that has succeeded. Answers how many. */
  readonly drain: (hand: (act: KeyAct) => Promise<void>) => Promise<number>;
  readonly close: () => Promise<void>;
};
