/** Asks a ledger with patience: calls are not held up by one that hangs, and it is told nothing more before it has answered. */
import type { Batch, Ledger, Reply } from './ledger.ts';

const patienceMs = 1_000;
/** For one that is known to be down. */
const patienceDownMs = 250;

export class Patience {
  readonly #ledger: Pick<Ledger, 'take'>;
  readonly #onBack: () => void;
  #late: Promise<void> | undefined;

  /** `onBack`: it answers again within the time that calls wait, to whom does not matter. */
  constructor(ledger: Pick<Ledger, 'take'>, onBack: () => void) {
    this.#ledger = ledger;
    this.#onBack = onBack;
  }

  /** An answer that nobody waited for is still to come: an older word must not reach the ledger behind a newer one. */
  get late(): Promise<void> | undefined {
    return this.#late;
  }

  /** Rejects also where the answer is long in coming; what was granted with it nobody was told of. */
  ask(batch: Batch, degraded: boolean): Promise<Reply> {
    const askedAt = performance.now();
    const asked = this.#ledger.take(batch);
    const back = (): void => {
      if (performance.now() - askedAt < patienceMs) this.#onBack();
    };
    return new Promise((resolve, reject) => {
      let look: NodeJS.Immediate | undefined;
      const leave = (): void => {
        this.#late = asked.then(back, () => undefined).finally(() => (this.#late = undefined));
        reject(new Error('it timed out'));
      };
      // A process that was busy meanwhile may not have seen yet what came in time.
      const timer = setTimeout(
        () => (look = setImmediate(leave)),
        degraded ? patienceDownMs : patienceMs,
      );
      const clear = (): void => {
        clearTimeout(timer);
        clearImmediate(look);
      };
      asked.finally(clear).then(resolve, reject);
    });
  }
}
