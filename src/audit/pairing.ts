/** Exactly one terminal entry for each request entry: which exchanges are open, ending, ended or left without one. */
import { GatewayError } from '../errors.ts';
import { Recent } from './recent.ts';

const endedMax = 20_000;

/** One attempt of one exchange; a retry is recorded as an attempt of its own. */
export function pairKey(exchange: string, attempt: number): string {
  return `${exchange}/${attempt}`;
}

export class Pairing {
  /** Open exchanges with the number of their request entry. */
  readonly #open = new Map<string, number>();
  /** Exchanges whose terminal entry could not be written. */
  readonly #orphans = new Map<string, number>();
  readonly #ended = new Recent(endedMax);

  constructor(open: ReadonlyMap<string, number> = new Map()) {
    for (const [key, seq] of open) this.#orphans.set(key, seq);
  }

  begin(key: string, seq: number): void {
    this.#open.set(key, seq);
  }

  /** Throws where a second request entry, or a request after the end, would be written. */
  expectNew(key: string): void {
    if (this.#open.has(key) || this.#orphans.has(key) || this.#ended.has(key)) {
      throw new GatewayError('internal', `the exchange \`${key}\` was already recorded`);
    }
  }

  /** The number of the request entry that a terminal closes; undefined for an exchange refused before it had one. */
  expectEnd(key: string, type: string): number | undefined {
    const request = this.#open.get(key);
    if (request !== undefined) return request;
    if (this.#ended.has(key) || this.#orphans.has(key)) {
      throw new GatewayError('internal', `the exchange \`${key}\` has ended already`);
    }
    if (type === 'answered') {
      throw new GatewayError('internal', `the exchange \`${key}\` has no request entry`);
    }
    return undefined;
  }

  /** The terminal is on its way: no second one is taken. */
  end(key: string): void {
    this.#open.delete(key);
    this.#ended.add(key);
  }

  /** The request entry did not become durable, so there is nothing to end. */
  dropRequest(key: string): void {
    this.#open.delete(key);
  }

  /** The terminal entry did not become durable: the trail owes one. */
  dropTerminal(key: string, request: number | undefined): void {
    this.#open.delete(key);
    this.#ended.delete(key);
    if (request !== undefined) this.#orphans.set(key, request);
  }

  get openCount(): number {
    return this.#open.size + this.#orphans.size;
  }

  /** Exchanges whose terminal is owed, with the number of their request entry. */
  orphans(): ReadonlyMap<string, number> {
    return this.#orphans;
  }

  /** The trail has written the terminals that it owed. */
  settleOrphans(keys: Iterable<string>): void {
    for (const key of keys) {
      this.#orphans.delete(key);
      this.end(key);
    }
  }

  /** Exchanges that have a request entry and no terminal, with that entry's number. */
  unfinished(): [string, number][] {
    return [...this.#open, ...this.#orphans];
  }
}
