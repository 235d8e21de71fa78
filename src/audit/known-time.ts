/** The latest time that a log has lived through: a clock that is far ahead of it must not destroy what cannot come back. */
import { readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { syncDirectory } from './segment-file.ts';

const dayMs = 86_400_000;
const fileName = 'retention-clock';

export type KnownTimeOptions = {
  readonly directory: string;
  readonly aheadDaysMax: number;
  /** What is known where nothing was kept yet, by what the log holds; undefined where it holds nothing. */
  readonly otherwise: () => number | undefined;
};

export class KnownTime {
  readonly #options: KnownTimeOptions;

  constructor(options: KnownTimeOptions) {
    this.#options = options;
  }

  /** Kept where it is believed; else answers by how many days the clock is ahead. */
  async accept(nowMs: number): Promise<number | undefined> {
    const knownMs = this.#read() ?? this.#options.otherwise() ?? nowMs;
    const aheadMs = nowMs - knownMs;
    if (aheadMs > this.#options.aheadDaysMax * dayMs) return Math.ceil(aheadMs / dayMs);
    // One that was set back takes nothing of what is known.
    await this.#keep(Math.max(knownMs, nowMs));
    return undefined;
  }

  get #path(): string {
    return join(this.#options.directory, fileName);
  }

  /** What cannot be read is nothing known, and not a time that anything may be destroyed by. */
  #read(): number | undefined {
    try {
      const readMs = Date.parse(readFileSync(this.#path, 'utf8').trim());
      return Number.isNaN(readMs) ? undefined : readMs;
    } catch {
      return undefined;
    }
  }

  async #keep(knownMs: number): Promise<void> {
    const draft = `${this.#path}.new`;
    const handle = await open(draft, 'w', 0o600);
    try {
      await handle.writeFile(`${new Date(knownMs).toISOString()}\n`);
      await handle.datasync();
    } finally {
      await handle.close();
    }
    await rename(draft, this.#path);
    await syncDirectory(this.#options.directory);
  }
}
