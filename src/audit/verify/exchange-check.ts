/** Checks that each request entry has exactly one terminal entry and that none is told twice. */
import { z } from 'zod';
import { terminalTypes } from '../line.ts';
import { Recent } from '../recent.ts';
import type { EntryScan } from './scan-entry.ts';

/** So many at least are remembered, as docs/AUDIT-FORMAT.md says. */
const endedMax = 4000;
const openSchema = z.array(z.tuple([z.string(), z.int()]));

export class ExchangeCheck {
  readonly #open = new Map<string, number>();
  readonly #ended = new Recent(endedMax);
  #endedCount = 0;

  get openCount(): number {
    return this.#open.size;
  }

  get endedCount(): number {
    return this.#endedCount;
  }

  /** Exchanges without a terminal entry, with the number of their request entry. */
  get open(): ReadonlyMap<string, number> {
    return this.#open;
  }

  /** A sentence that says what is wrong with this entry's place in its exchange; undefined where nothing is. */
  take(entry: EntryScan, type: string, seq: number): string | undefined {
    if (type === 'heartbeat') return this.#compare(entry, seq);
    const terminal = terminalTypes.has(type);
    if (!terminal && type !== 'request') return undefined;
    const key = shortKey(entry.text('exchange'), entry.whole('attempt'));
    if (!terminal) {
      if (this.#open.has(key) || this.#ended.has(key))
        return 'a second request entry of its exchange';
      this.#open.set(key, seq);
      return undefined;
    }
    return this.#end(entry, key, type);
  }

  #end(entry: EntryScan, key: string, type: string): string | undefined {
    const request = this.#open.get(key);
    if (request === undefined && this.#ended.has(key)) {
      return 'a second terminal entry of its exchange';
    }
    const named = entry.has('request') ? entry.whole('request') : undefined;
    this.#open.delete(key);
    this.#ended.add(key);
    this.#endedCount += 1;
    if (request !== named) return 'it does not name the request entry that it ends';
    const needsRequest = type === 'answered' || type === 'recovered';
    return request === undefined && needsRequest
      ? 'it ends an exchange that never began'
      : undefined;
  }

  /** The first entry of a segment, and of a run, lists what is open. */
  #compare(entry: EntryScan, seq: number): string | undefined {
    const cause = entry.text('cause');
    if (cause !== 'opened' && cause !== 'rotated') return undefined;
    const listed = openSchema.safeParse(JSON.parse(entry.raw('open') || 'null'));
    if (!listed.success) return 'its list of open exchanges cannot be read';
    const open = listed.data.map(([key, request]) => [key.replace(/\/1$/, ''), request] as const);
    const same =
      open.length === this.#open.size &&
      open.every(([key, request]) => this.#open.get(key) === request);
    // The first entry that is read has nothing before it to compare with.
    if (seq > 0 && this.#comparable && !same)
      return 'its list of open exchanges is not what came before';
    this.#open.clear();
    for (const [key, request] of open) this.#open.set(key, request);
    return undefined;
  }

  #comparable = true;

  /** Reading begins in the middle: the first list of open exchanges is taken as it is. */
  beginInside(): void {
    this.#comparable = false;
  }
}

/** Nearly all exchanges have one attempt, and a shorter name is compared sooner. */
function shortKey(exchange: string, attempt: number): string {
  return attempt === 1 ? exchange : `${exchange}/${attempt}`;
}
