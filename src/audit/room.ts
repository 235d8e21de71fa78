/** How much of the disk the trail has left, in bytes and in files: told of in time, and the last of it kept for the ends of what is under way. */
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
/** A disk may have room and no place for one more file: each checkpoint takes one for a moment, and each new segment for good. */
const reserveFiles = 256;
/** Once begun, a level is left only when this much more is free, so that it does not come and go with each entry. */
const slackShare = 0.01;

const alarms: Readonly<Record<RoomLevel, string>> = {
  ample: 'the disk of the audit trail has room again',
  low: 'the disk of the audit trail is filling up',
  scarce: 'the disk of the audit trail is nearly full: no evidence bundles are made',
  reserved: 'the disk of the audit trail is full but for its reserve: no new call is taken',
};

const order: readonly RoomLevel[] = ['ample', 'low', 'scarce', 'reserved'];

/** What runs out, in its own unit. */
type Stock = { readonly free: number; readonly all: number; readonly reserve: number };

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
      const { bavail, blocks, bsize, ffree, files } = await statfs(this.#options.directory);
      const { reserveBytes } = this.#options;
      const stocks = [
        { free: bavail * bsize, all: blocks * bsize, reserve: reserveBytes },
        { free: ffree, all: files, reserve: reserveFiles },
      ];
      this.#judge(stocks);
    } catch {
      // What cannot be asked cannot be written either, and the journal tells of that.
    } finally {
      this.#looking = false;
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #judge(stocks: readonly Stock[]): void {
    this.#used = Math.max(...stocks.map(usedOf));
    const level = levelOf(stocks);
    const easier = order.indexOf(level) < order.indexOf(this.#level);
    // Left only with some slack, entered at once.
    const next = easier ? levelOf(stocks.map(lessSlack)) : level;
    if (next === this.#level) return;
    this.#level = next;
    const [freeBytes, freeFiles] = stocks.map(({ free }) => free);
    const used = Math.round(this.#used * 1000) / 1000;
    this.#options.onAlarm(alarms[next], { used, freeBytes, freeFiles });
  }
}

/** Some file systems make files for as long as there is room, and count none. */
function usedOf({ free, all }: Stock): number {
  return all > 0 ? 1 - free / all : 0;
}

function lessSlack({ free, all, reserve }: Stock): Stock {
  return { free: free - all * slackShare, all, reserve };
}

/** That of what is scarcest. */
function levelOf(stocks: readonly Stock[]): RoomLevel {
  const levels = stocks.map((stock) => {
    if (stock.free < Math.min(stock.reserve, stock.all * reserveShareMax)) return 'reserved';
    const used = usedOf(stock);
    if (used >= scarceShare) return 'scarce';
    return used >= lowShare ? 'low' : 'ample';
  });
  return order.findLast((level) => levels.includes(level)) ?? 'ample';
}
