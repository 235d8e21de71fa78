/** What logs that ship to one store know of each other: each keeps checkpoints of the next one in its own chain. */
import { stringCharactersMax } from '../canonical.ts';
import { checkpointFile } from '../proof/sealed-files.ts';
import type { Store } from './store.ts';

export type Seen = { readonly log: string; readonly checkpoint: string };

/** Logs that have ended stay in the store; so many that did not change are passed over at a time. */
const readsMax = 16;

export class Neighbours {
  readonly #store: Store;
  readonly #own: string;
  readonly #known = new Map<string, string>();

  constructor(store: Store, own: string) {
    this.#store = store;
    this.#own = own;
  }

  /** The next log, in the order of names and around, whose checkpoint is another than when it was looked at last. */
  async look(): Promise<Seen | undefined> {
    const logs = await this.#store.listLogs();
    const behind = logs.filter((log) => log > this.#own);
    const ring = [...behind, ...logs.filter((log) => log < this.#own)];
    for (const log of ring.slice(0, readsMax)) {
      const checkpoint = await this.#store.read(`${log}/${checkpointFile}`);
      if (checkpoint === undefined || checkpoint === this.#known.get(log)) continue;
      this.#known.set(log, checkpoint);
      // One that an entry cannot hold as a whole would vouch for nothing.
      if (checkpoint.length <= stringCharactersMax) return { log, checkpoint };
    }
    return undefined;
  }
}
