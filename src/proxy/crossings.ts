/** The crossings that are under way. */
import type { ServerResponse } from 'node:http';
import type { GatewayError } from '../errors.ts';
import type { Crossing } from './crossing.ts';

/** `at`: its place in the list. */
type Entry = { readonly crossing: Crossing; at: number };

/**
 * A list, since a set that members come to and leave makes itself anew every few calls: what it was made anew from still
 * names all that were in it, and once the engine takes that for old, every call after it is kept until the whole heap is
 * looked through.
 */
export class Crossings {
  readonly #entries: Entry[] = [];

  /** It is under way until its client has been answered or is gone. */
  add(crossing: Crossing, client: ServerResponse): void {
    const entry = { crossing, at: this.#entries.length };
    this.#entries.push(entry);
    client.once('close', () => this.#remove(entry));
  }

  cut(error: GatewayError): void {
    for (const { crossing } of [...this.#entries]) crossing.cut(error);
  }

  /** The last one takes its place. */
  #remove(entry: Entry): void {
    const last = this.#entries.pop();
    if (last === undefined || last === entry) return;
    last.at = entry.at;
    this.#entries[entry.at] = last;
  }
}
