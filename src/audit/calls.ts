/** Writes what is told of calls: each with its content, each exchange with one end. */
import { GatewayError } from '../errors.ts';
import type { Recorded, RequestEvent, TerminalEvent } from '../governance/event.ts';
import type { Ahead } from './content/ahead.ts';
import type { CallEvent, Capturer } from './content/capturer.ts';
import type { ContentKey } from './content/content-key.ts';
import { toSections } from './entry.ts';
import type { Sections } from './line.ts';
import { type Pairing, pairKey } from './pairing.ts';
import type { Pen } from './pen.ts';
import type { Privacy } from './privacy.ts';
import { openExchangesMax } from './writer-options.ts';

/** What content is kept with: its key, and what was made of it ahead. */
type Means = { readonly key: ContentKey; readonly ahead?: Ahead };

export class Calls {
  readonly #pen: Pen;
  readonly #pairing: Pairing;
  readonly #capturer: Capturer;
  readonly #privacy: Privacy;

  constructor(pen: Pen, pairing: Pairing, capturer: Capturer, privacy: Privacy) {
    this.#pen = pen;
    this.#pairing = pairing;
    this.#capturer = capturer;
    this.#privacy = privacy;
  }

  /** At once where the key of its content is at hand and none of it is long. */
  record(event: CallEvent): Promise<Recorded> {
    const key = this.#capturer.keyFor(event);
    if (key instanceof Promise) return key.then((found) => this.#prepare(event, found));
    return this.#prepare(event, key);
  }

  #prepare(event: CallEvent, key: ContentKey | undefined): Promise<Recorded> {
    const made =
      key === undefined || this.#pen.broken ? undefined : this.#capturer.prepare(event, key);
    if (key === undefined || made === undefined) return this.#write(event, key && { key });
    return made.then(async (ahead) => {
      // Whoever had the subject erased meanwhile has destroyed that key: then it is made anew under the next one.
      const now = await this.#capturer.keyFor(event);
      const isSame = now?.reference === key.reference;
      return this.#write(event, now && { key: now, ...(isSame && { ahead }) });
    });
  }

  #write(event: CallEvent, means: Means | undefined): Promise<Recorded> {
    if (event.type === 'request') return this.#writeRequest(event, means);
    if (event.type !== 'decision') return this.#writeTerminal(event, means);
    return this.#pen.write(event.type, this.#sectionsOf(event, means));
  }

  /** Content is taken only where its entry can follow. `ends` is the number of the request that the event ends. */
  #sectionsOf(event: CallEvent, means: Means | undefined, ends?: number): Sections {
    const content =
      means === undefined || this.#pen.broken
        ? undefined
        : this.#capturer.write(event, means.key, means.ahead);
    const request = ends === undefined ? undefined : String(ends);
    return toSections(event, this.#privacy, { content, request });
  }

  #writeRequest(event: RequestEvent, means: Means | undefined): Promise<Recorded> {
    const key = pairKey(event.exchange, event.attempt);
    this.#pairing.expectNew(key);
    if (this.#pairing.openCount >= openExchangesMax) {
      throw new GatewayError('overloaded', `more than ${openExchangesMax} exchanges are open`);
    }
    return this.#pen.write('request', this.#sectionsOf(event, means), {
      appended: (seq) => this.#pairing.begin(key, seq),
      lost: () => this.#pairing.dropRequest(key),
    });
  }

  #writeTerminal(event: TerminalEvent, means: Means | undefined): Promise<Recorded> {
    const key = pairKey(event.exchange, event.attempt);
    const request = this.#pairing.expectEnd(key, event.type);
    return this.#pen.write(event.type, this.#sectionsOf(event, means, request), {
      appended: () => this.#pairing.end(key),
      lost: () => this.#pairing.dropTerminal(key, request),
    });
  }
}
