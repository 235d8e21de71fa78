/** The door of shipping: opens the copy of a trail, keeps it up to date, and holds calls for it where that was asked for. */
import type { Recorded } from '../../governance/event.ts';
import { readLines, segmentPath } from '../journal-files.ts';
import type { Gap, Position } from '../journal-options.ts';
import { readStoredEntry } from '../stored-entry.ts';
import { createBucketStore } from './bucket-store.ts';
import type { BucketSettings } from './bucket.ts';
import { Copy } from './copy.ts';
import { createDirectoryStore } from './directory-store.ts';
import { Neighbours } from './neighbours.ts';
import type { Seen } from './neighbours.ts';
import { SecondCopy } from './second-copy.ts';
import { Shipper } from './shipper.ts';
import type { Store } from './store.ts';

export type StorePlace =
  | { readonly kind: 'directory'; readonly directory: string }
  | { readonly kind: 'bucket'; readonly bucket: BucketSettings };

export type ShippingOptions = {
  readonly to: StorePlace;
  readonly intervalMs: number;
  readonly timeoutMs: number;
  /** Whether kept texts are shipped as well, encrypted as they are. */
  readonly content: boolean;
  /** How often the checkpoint of another log in the store is taken into this one's chain. */
  readonly neighbourIntervalMs?: number;
  /** How often it is looked whether the store has what it took. */
  readonly confirmIntervalMs?: number;
  /** Whether an entry counts only when it stands in the copy. */
  readonly strict: boolean;
};

/** Callers wait for a store that comes back only where each entry needs it. */
const retryMsMaxStrict = 1000;
const retryMsMaxElse = 30_000;
const neighbourIntervalMsDefault = 60_000;
const confirmIntervalMsDefault = 60_000;

export type ShippingNeeds = {
  readonly directory: string;
  readonly position: () => Position;
  /** As long as an entry may wait for its second copy. */
  readonly writeTimeoutMs: number;
  readonly onAlarm: (message: string, fields: Readonly<Record<string, unknown>>) => void;
  readonly onResumed: (gap: Gap) => void;
  /** Another log that ships to the same store, as it stands there. */
  readonly onSeen: (seen: Seen) => void;
};

export function openStore(place: StorePlace): Store {
  return place.kind === 'directory'
    ? createDirectoryStore(place.directory)
    : createBucketStore(place.bucket);
}

/** How far the copy is behind, and why. */
export type ShippingState = { readonly ageMs: number; readonly reason?: string | undefined };

export class Shipping {
  readonly #shipper: Shipper;
  readonly #second: SecondCopy | undefined;
  readonly #neighbours: NodeJS.Timeout;
  #resting = false;

  constructor(options: ShippingOptions, needs: ShippingNeeds) {
    const { intervalMs, timeoutMs, content, strict, to } = options;
    const { directory, position, onAlarm, onSeen } = needs;
    const store = openStore(to);
    const log = nameLog(directory);
    const neighbours = new Neighbours(store, log);
    const copy = new Copy({
      store,
      log,
      directory,
      onProgress: () => this.#shipper.progress(),
    });
    this.#shipper = new Shipper({
      copy,
      source: { position, content },
      intervalMs,
      timeoutMs,
      retryMsMax: strict ? retryMsMaxStrict : retryMsMaxElse,
      confirmIntervalMs: options.confirmIntervalMs ?? confirmIntervalMsDefault,
      onShipped: () => this.#second?.settle(),
      onAlarm,
    });
    const { writeTimeoutMs, onResumed } = needs;
    if (strict)
      this.#second = new SecondCopy(this.#shipper, {
        timeoutMs: writeTimeoutMs,
        onAlarm,
        onResumed,
      });
    this.#shipper.wake();
    this.#neighbours = setInterval(() => {
      if (this.#shipper.reason !== undefined) return;
      // A store that fails is told of by the next round.
      neighbours.look().then(
        (seen) => {
          if (seen !== undefined && !this.#resting) onSeen(seen);
        },
        () => undefined,
      );
    }, options.neighbourIntervalMs ?? neighbourIntervalMsDefault).unref();
  }

  get state(): ShippingState {
    return { ageMs: this.#shipper.ageMs, reason: this.#shipper.reason };
  }

  /** Why nothing may be recorded; undefined where all is well, and always where calls do not wait for the copy. */
  get trouble(): string | undefined {
    return this.#second?.trouble;
  }

  expect(): void {
    this.#second?.expect();
  }

  hold(recorded: Promise<Recorded>, onLost: (seq: number) => void): Promise<Recorded> {
    return this.#second?.hold(recorded, onLost) ?? recorded;
  }

  /** Brings nothing new about from here on. Answers what has to be told of calls that were refused. */
  rest(): Gap | undefined {
    this.#resting = true;
    clearInterval(this.#neighbours);
    return this.#second?.takeGap();
  }

  /** To be called when nothing is written any more. */
  async close(): Promise<void> {
    await this.#shipper.close();
    this.#second?.close();
  }
}

/**
 * The folder that a log's copy lies in: where it comes from, and the run of the writer that began it. A replica that
 * lost its directory begins another log, and leaves the copy of the lost one alone.
 */
export function nameLog(directory: string): string {
  let name = '';
  readLines(segmentPath(directory, 1), ({ bytes }) => {
    const entry = readStoredEntry(bytes);
    if (entry !== undefined)
      name = `${entry.origin.replaceAll(/[^A-Za-z0-9_-]/g, '_')}.${entry.epoch}`;
    return false;
  });
  if (name === '') throw new Error('the journal does not begin with an entry');
  return name;
}
