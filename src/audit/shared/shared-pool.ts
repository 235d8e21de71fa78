/** Connections to the shared index: opened when they are first needed, anew where that failed, and only under the right master key. */
import type { Pool } from 'pg';
import { expectKey } from './claim.ts';
import type { Seal } from './seal.ts';
import type { SharedSettings } from './settings.ts';
import { openSharedTables } from './tables.ts';

const queryMsMax = 10_000;

export class SharedPool {
  readonly #settings: SharedSettings;
  readonly #seal: Seal;
  readonly #connectionsMax: number;
  #pool: Promise<Pool> | undefined;

  constructor(settings: SharedSettings, seal: Seal, connectionsMax: number) {
    this.#settings = settings;
    this.#seal = seal;
    this.#connectionsMax = connectionsMax;
  }

  open(): Promise<Pool> {
    return (this.#pool ??= this.#open());
  }

  async close(): Promise<void> {
    await this.#pool?.then((pool) => pool.end()).catch(() => undefined);
  }

  async #open(): Promise<Pool> {
    let pool: Pool | undefined;
    try {
      pool = await openSharedTables(this.#settings.databaseUrl, this.#connectionsMax, queryMsMax);
      await expectKey(pool, this.#seal.fingerprint);
      return pool;
    } catch (error) {
      this.#pool = undefined;
      await pool?.end();
      throw error;
    }
  }
}
