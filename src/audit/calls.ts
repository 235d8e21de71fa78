/** Writes what is told of calls: each with its content, each exchange with one end. */
import { GatewayError } from '../errors.ts';
import type { Recorded, RequestEvent, TerminalEvent } from '../governance/event.ts';
import type { CallEvent, Capturer } from './content/capturer.ts';
import type { ContentKey } from './content/content-key.ts';
import { toSections } from './entry.ts';
import type { Sections } from './line.ts';
import { type Pairing, pairKey } from './pairing.ts';
import type { Pen } from './pen.ts';
import type { Privacy } from './privacy.ts';
import { openExchangesMax } from './writer-options.ts';

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

  /** At once where the key of its content is at hand. */
  record(event: CallEvent): Promise<Recorded> {
    const key = this.#capturer.keyFor(event);
    if (key instanceof Promise) return key.then((found) => this.#write(event, found));
    return this.#write(event, key);
  }

  #write(event: CallEvent, contentKey: ContentKey | undefined): Promise<Recorded> {
    if (event.type === 'request') return this.#writeRequest(event, contentKey);
    if (event.type !== 'decision') return this.#writeTerminal(event, contentKey);
    return this.#pen.write(event.type, this.#sectionsOf(event, contentKey));
  }

  /** Content is taken only where its entry can follow. */
  #sectionsOf(event: CallEvent, contentKey: ContentKey | undefined): Sections {
    const sections = toSections(event, this.#privacy);
    if (contentKey === undefined || this.#pen.broken) return sections;
    return { ...sections, content: this.#capturer.write(event, contentKey) };
  }

  #writeRequest(event: RequestEvent, contentKey: ContentKey | undefined): Promise<Recorded> {
    const key = pairKey(event.exchange, event.attempt);
    this.#pairing.expectNew(key);
    if (this.#pairing.openCount >= openExchangesMax) {
      throw new GatewayError('overloaded', `more than ${openExchangesMax} exchanges are open`);
    }
    return this.#pen.write('request', this.#sectionsOf(event, contentKey), {
      appended: (seq) => this.#pairing.begin(key, seq),
      lost: () => this.#pairing.dropRequest(key),
    });
  }

  #writeTerminal(event: TerminalEvent, contentKey: ContentKey | undefined): Promise<Recorded> {
    const key = pairKey(event.exchange, event.attempt);
    const request = this.#pairing.expectEnd(key, event.type);
    const sections = this.#sectionsOf(event, contentKey);
    const linked = request === undefined ? sections : { ...sections, request: String(request) };
    return this.#pen.write(event.type, linked, {
      appended: () => this.#pairing.end(key),
      lost: () => this.#pairing.dropTerminal(key, request),
    });
  }
}
