/** How much of the disk the trail has left: told of in time, and the last of it kept for the ends of what is under way. */
import { statfs } from 'node:fs/promises';

export type RoomOptions = {
  readonly directory: string;
  /** Less than that free, and nothing new is begun. */
  readonly reserveBytes: number;
  readonly onAlarm: (message: string, fields: Readonly<Record<string, unknown>>) => void;
};

/** `low`: somebody should look. `scarce`: what can wait waits. `reserved`: nothing new is begun. */
export type RoomLevel = 'ample' | 'low' | 'scarce' | 'reserved';

const lookedAtEveryMs = 1000;
const lowShare = 0.8;
const scarceShare = 0.95;
/** On a small disk a reserve of bytes would be most of it. */
const reserveShareMax = 0.04;
/** Once begun, a level is left only when this much more is free, so that it does not come and go with each entry. */
const slackShare = 0.01;

const alarms: Readonly<Record<RoomLevel, string>> = {
  ample: 'the disk of the audit trail has room again',
  low: 'the disk of the audit trail is filling up',
  scarce: 'the disk of the audit trail is nearly full: no evidence bundles are made',
  reserved: 'the disk of the audit trail is full but for its reserve: no new call is taken',
};

const order: readonly RoomLevel[] = ['ample', 'low', 'scarce', 'reserved'];

export class Room {
  readonly #options: RoomOptions;
  readonly #timer: NodeJS.Timeout;
  #level: RoomLevel = 'ample';
  #used = 0;
  #looking = false;

  constructor(options: RoomOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.look(), lookedAtEveryMs).unref();
  }

  get level(): RoomLevel {
    return this.#level;
  }

  /** Between 0 and 1. */
  get used(): number {
    return this.#used;
  }

  /** A disk that hangs is not asked again before it has answered. */
  async look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    try {
      const { bavail, blocks, bsize } = await statfs(this.#options.directory);
      if (blocks > 0) this.#judge(bavail * bsize, blocks * bsize);
    } catch {
      // What cannot be asked cannot be written either, and the journal tells of that.
    } finally {
      this.#looking = false;
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #judge(freeBytes: number, bytes: number): void {
    this.#used = 1 - freeBytes / bytes;
    const level = this.#levelOf(freeBytes, bytes);
    const easier = order.indexOf(level) < order.indexOf(this.#level);
    // Left only with some slack, entered at once.
    const next = easier ? this.#levelOf(freeBytes - bytes * slackShare, bytes) : level;
    if (next === this.#level) return;
    this.#level = next;
    this.#options.onAlarm(alarms[next], { used: Math.round(this.#used * 1000) / 1000, freeBytes });
  }

  #levelOf(freeBytes: number, bytes: number): RoomLevel {
    const used = 1 - freeBytes / bytes;
    const reserve = Math.min(this.#options.reserveBytes, bytes * reserveShareMax);
    if (freeBytes < reserve) return 'reserved';
    if (used >= scarceShare) return 'scarce';
    return used >= lowShare ? 'low' : 'ample';
  }
}
