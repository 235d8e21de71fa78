/** What the writer of a trail is told, and what holds where nothing is said. */
import type { CaptureLevel } from './content/capture.ts';
import type { Durability } from './journal-options.ts';
import type { ShippingOptions } from './ship/shipping.ts';

export type WriterOptions = {
  readonly directory: string;
  /** Names this log among others: host, replica or worker. */
  readonly origin: string;
  readonly durability?: Durability;
  readonly journalBytesMax?: number;
  readonly writeTimeoutMs?: number;
  readonly heartbeatMs?: number;
  /** 32 bytes; without it a key is generated into the directory. */
  readonly masterKey?: Uint8Array;
  /** What is kept of the texts themselves. */
  readonly content?: CaptureLevel;
  readonly contentBytesMax?: number;
  /** How often the tree is signed while entries arrive. */
  readonly sealIntervalMs?: number;
  /** How often a checkpoint is kept for good and given to the witnesses. */
  readonly historyIntervalMs?: number;
  /** Files or http addresses that take a copy of the checkpoints. */
  readonly witnesses?: readonly string[];
  /** Where a copy is kept up to date; absent where there is none. */
  readonly ship?: ShippingOptions | undefined;
  /** How long a checkpoint may wait for all of them before no new call is taken; 0: for ever. */
  readonly witnessLagMaxMs?: number;
  /** Room on the disk that is kept for the ends of what is under way. */
  readonly reserveBytes?: number;
  readonly onAlarm?: (message: string, fields: Readonly<Record<string, unknown>>) => void;
};

export const journalBytesMaxDefault = 67_108_864;
export const writeTimeoutMsDefault = 2000;
export const reserveBytesDefault = 67_108_864;
export const heartbeatMsDefault = 60_000;
export const contentBytesMaxDefault = 268_435_456;
export const contentDefault: CaptureLevel = 'redacted';
export const sealIntervalMsDefault = 1000;
export const historyIntervalMsDefault = 60_000;
/** More exchanges at once cannot be listed in a segment's first line. */
export const openExchangesMax = 15_000;

/** The settings that are themselves recorded. */
export function settingsOf(options: WriterOptions): {
  durability: Durability;
  heartbeatMs: number;
} {
  const { durability = 'fsync', heartbeatMs = heartbeatMsDefault } = options;
  return { durability, heartbeatMs };
}

export function sealTimesOf(options: WriterOptions): {
  sealIntervalMs: number;
  historyIntervalMs: number;
} {
  const { sealIntervalMs = sealIntervalMsDefault, historyIntervalMs = historyIntervalMsDefault } =
    options;
  return { sealIntervalMs, historyIntervalMs };
}
