/** What a trail does by itself while it is open: the index catches up, and texts whose time is over are destroyed. */
import { hasUnfinishedErasures } from './content/key-store.ts';
import type { Holds } from './holds.ts';
import { Retention } from './retention.ts';
import type { SearchThread } from './search/thread.ts';
import type { Steward } from './steward.ts';
import type { TrailOptions } from './trail-options.ts';
import type { Writer } from './writer.ts';

export const indexIntervalMsDefault = 1000;
const retentionIntervalMs = 600_000;
/** So often in a row the index lets those go first who need the core more; whoever asks has it catch up at once. */
const restsMax = 10;

type ChoreParts = {
  readonly writer: Writer;
  readonly search: SearchThread;
  readonly steward: Steward;
  readonly holds: Holds;
};

export class Chores {
  readonly #writer: Writer;
  readonly #search: SearchThread;
  readonly #steward: Steward;
  readonly #retention: Retention | undefined;
  readonly #onAlarm: TrailOptions['onAlarm'];
  readonly #timers: readonly NodeJS.Timeout[];
  #followed = -1;
  #isBusy: (() => boolean) | undefined;
  #rests = 0;
  #retentionStopped = false;
  #owesErasures = false;
  #finishing = false;

  constructor(options: TrailOptions, { writer, search, steward, holds }: ChoreParts) {
    const { directory, retention, indexIntervalMs = indexIntervalMsDefault } = options;
    this.#writer = writer;
    this.#search = search;
    this.#onAlarm = options.onAlarm;
    this.#retention = retention && new Retention(directory, retention, writer, search, holds);
    this.#timers = [
      setInterval(() => this.#catchUp(), indexIntervalMs).unref(),
      setInterval(() => {
        this.#expireNow();
        this.begin();
      }, retentionIntervalMs).unref(),
    ];
    this.#owesErasures = hasUnfinishedErasures(directory);
    this.#steward = steward;
  }

  /** Answers how many texts were destroyed because their time is over. */
  async expire(nowMs: number): Promise<number> {
    try {
      const destroyed = (await this.#retention?.run(nowMs)) ?? 0;
      this.#retentionStopped = false;
      return destroyed;
    } catch (error) {
      this.#retentionStopped = true;
      throw error;
    }
  }

  /** Whether the last look for such texts failed, or would not believe the clock. */
  get retentionStopped(): boolean {
    return this.#retentionStopped;
  }

  /** Where one core has to do for all: the index rests while that holds, though not for ever. */
  restWhile(isBusy: () => boolean): void {
    this.#isBusy = isBusy;
  }

  /** Ends erasures that a crash interrupted; tried again where it cannot be known now who is held. */
  begin(): void {
    if (!this.#owesErasures || this.#finishing) return;
    this.#finishing = true;
    this.#steward
      .finishErasures()
      .then(() => {
        this.#owesErasures = false;
      })
      .catch((error: unknown) => {
        this.#alarm('an erasure that was interrupted cannot be finished', error);
      })
      .finally(() => {
        this.#finishing = false;
      });
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  #catchUp(): void {
    const { position } = this.#writer;
    if (position.link.seq === this.#followed) return;
    if (this.#isBusy?.() === true && this.#rests < restsMax) {
      this.#rests += 1;
      return;
    }
    this.#rests = 0;
    this.#followed = position.link.seq;
    this.#search.follow(position, this.#isBusy !== undefined);
  }

  #expireNow(): void {
    this.expire(Date.now()).catch((error: unknown) => {
      this.#alarm('texts whose time is over cannot be destroyed', error);
    });
  }

  #alarm(message: string, error: unknown): void {
    this.#onAlarm?.(message, { reason: error instanceof Error ? error.message : String(error) });
  }
}
