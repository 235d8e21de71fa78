/** What all workers counted, those included that are gone: a sum must not fall when one of them ends. */
import { setTimeout as pause } from 'node:timers/promises';
import {
  type MetricsPage,
  type MetricsSnapshot,
  foldMetrics,
  joinMetrics,
  toPast,
} from '../server/metrics.ts';
import { type FiredCounts, addCounts } from '../server/rule-counts.ts';
import type { WorkerCalls } from './calls.ts';
import type { Channel } from './channel.ts';

export type Asked = { readonly worker: number; readonly channel: Channel<WorkerCalls> };

type Counted = { readonly metrics: MetricsSnapshot; readonly fired: FiredCounts };

/** Whoever reads figures waits no longer than this for a worker that stands still: they are needed most just then. */
const waitedMsMax = 2_000;

export class Figures {
  readonly #serving: () => readonly Asked[];
  /** As each worker told them last. */
  readonly #latest = new Map<number, Counted>();
  #past: Promise<MetricsSnapshot> = Promise.resolve([]);
  #pastFired: FiredCounts = new Map();

  constructor(serving: () => readonly Asked[]) {
    this.#serving = serving;
  }

  async writeMetrics(own: MetricsSnapshot): Promise<MetricsPage> {
    await this.#ask();
    const latest = [...this.#latest.values()].map(({ metrics }) => metrics);
    return joinMetrics([...latest, await this.#past, own]);
  }

  async readFired(): Promise<FiredCounts> {
    await this.#ask();
    return addCounts([this.#pastFired, ...[...this.#latest.values()].map(({ fired }) => fired)]);
  }

  tell(worker: number, metrics: MetricsSnapshot, fired: FiredCounts): void {
    this.#latest.set(worker, { metrics, fired });
  }

  /** The worker is gone: what it counted since it was asked last is gone with it, unless it told. */
  leave(worker: number): void {
    const latest = this.#latest.get(worker);
    this.#latest.delete(worker);
    if (latest === undefined) return;
    this.#past = this.#past.then((past) => foldMetrics([past, toPast(latest.metrics)]));
    this.#pastFired = addCounts([this.#pastFired, latest.fired]);
  }

  async #ask(): Promise<void> {
    const all = this.#serving().map(async ({ worker, channel }) => {
      const asked = [channel.call('readMetrics'), channel.call('readFired')] as const;
      // One that cannot be asked now is told of as it was.
      const told = await Promise.all(asked).catch(() => undefined);
      if (told !== undefined) this.tell(worker, ...told);
    });
    const waited = new AbortController();
    const { signal } = waited;
    const late = pause(waitedMsMax, undefined, { signal }).catch(() => undefined);
    await Promise.race([Promise.all(all), late]);
    waited.abort();
  }
}
