/** Where keys are kept. Each change and the act that tells of it are one transaction. */
import { GatewayError } from '../errors.ts';
import type { KeyAct, KeyRecord } from './record.ts';

/** The store cannot be read or written: nobody is told that a key is wrong because of that. */
export class StoreError extends Error {}

/** What a driver throws may name the server and the user, so it is the cause alone and never the message. */
export function toStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  if (error instanceof GatewayError) return new StoreError(error.message);
  return new StoreError('the key store cannot be used', { cause: error });
}

/** What whoever asked is told of it: nothing was found out about any key, and asking again may help. */
export function toStoreAway(cause?: unknown): GatewayError {
  return new GatewayError('not_ready', 'the key store cannot be asked now', {
    headers: { 'retry-after': '1' },
    ...(cause === undefined ? {} : { cause }),
  });
}

export type KeyStore = {
  readonly create: (record: KeyRecord, act: KeyAct) => Promise<void>;
  /** False where there has ever been a key: then nothing is created, whoever else starts at the same time. */
  readonly createFirst: (record: KeyRecord, act: KeyAct) => Promise<boolean>;
  readonly find: (id: string) => Promise<KeyRecord | undefined>;
  /** Oldest first. */
  readonly list: () => Promise<readonly KeyRecord[]>;
  /** False where there is no such key or it is revoked already. */
  readonly revoke: (id: string, at: number, act: KeyAct) => Promise<boolean>;
  /** The old key ends at `expiresAt` at the latest, or at once by whatever clock where `revokedAt` is given. False where it is missing or revoked. */
  readonly rotate: (
    id: string,
    expiresAt: number,
    successor: KeyRecord,
    acts: readonly KeyAct[],
    revokedAt?: number,
  ) => Promise<boolean>;
  readonly touch: (seen: ReadonlyMap<string, number>) => Promise<void>;
  /** Hands each waiting act over, oldest first, and forgets it when that has succeeded. Answers how many. */
  readonly drain: (hand: (act: KeyAct) => Promise<void>) => Promise<number>;
  readonly close: () => Promise<void>;
};
