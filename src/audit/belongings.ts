/** What has to lie beside the journal for as long as it is written: told of when it was deleted or replaced under the gateway. */
import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';

export type BelongingsOptions = {
  readonly paths: readonly string[];
  readonly onAlarm: (message: string, fields: Readonly<Record<string, unknown>>) => void;
};

const lookedAtEveryMs = 1000;

export class Belongings {
  readonly #options: BelongingsOptions;
  readonly #timer: NodeJS.Timeout;
  /** As each was found first. */
  readonly #known = new Map<string, Stats>();
  #lost: string | undefined;
  #looking = false;

  constructor(options: BelongingsOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.look(), lookedAtEveryMs).unref();
  }

  /** Why nothing that leans on them may begin; undefined while all are there, and again when they are back. */
  get trouble(): string | undefined {
    return this.#lost;
  }

  /** A disk that hangs is not asked again before it has answered. */
  async look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    try {
      let lost: string | undefined;
      for (const path of this.#options.paths) lost ??= await this.#findLoss(path);
      this.#turn(lost);
    } catch {
      // What cannot be asked says nothing of what lies there; where it cannot be written either, the journal tells of that.
    } finally {
      this.#looking = false;
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #findLoss(path: string): Promise<string | undefined> {
    const found = await statOf(path);
    const known = this.#known.get(path);
    if (known === undefined) {
      if (found !== undefined) this.#known.set(path, found);
      return undefined;
    }
    if (found?.ino === known.ino && found.dev === known.dev) return undefined;
    const how = found === undefined ? 'deleted or moved away' : 'replaced';
    return `\`${path}\` was ${how} while the gateway had it open: put that file back, or start again`;
  }

  #turn(lost: string | undefined): void {
    if (lost === this.#lost) return;
    this.#lost = lost;
    if (lost === undefined) this.#options.onAlarm('all files of the audit trail are back', {});
    else
      this.#options.onAlarm('a file of the audit trail is lost: no new call is taken', {
        reason: lost,
      });
  }
}

async function statOf(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
