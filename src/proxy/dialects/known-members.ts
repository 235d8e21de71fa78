/** The members of an object that a format knows, and the refusal of one that some servers would take for one of them. */
import { GatewayError } from '../../errors.ts';
import { pointerOf } from '../../governance/interaction.ts';
import { lies } from './places.ts';
import type { Sink } from './sink.ts';

export class KnownMembers<Shape> {
  readonly #shapes: ReadonlyMap<string, Shape>;
  /** Made where a name is met that is not known, which most requests have none of. */
  #folded: ReadonlyMap<string, string> | undefined;

  constructor(shapes: Readonly<Record<string, Shape>>) {
    this.#shapes = new Map(Object.entries(shapes));
  }

  find(name: string): Shape | undefined {
    return this.#shapes.get(name);
  }

  /**
   * Servers written in Go take `Tools` for `tools`, and of two that differ only in case the last: what was read here as a
   * stranger would be acted upon there. Clients written in it read a stream so, and put pieces together that came under
   * either. In an answer that is whole such a name is the upstream's, and is judged as any other.
   */
  checkStranger(name: string, sink: Sink): void {
    if (!sink.asks && !sink.streams) return;
    this.#folded ??= new Map([...this.#shapes.keys()].map((known) => [fold(known), known]));
    const known = this.#folded.get(fold(name));
    if (known === undefined || this.#shapes.has(name)) return;
    if (sink.streams) throw lies('writes a member of its format in another case');
    const pointer = pointerOf([...sink.steps, name]);
    throw new GatewayError('ambiguous_request', `a member must be written \`${known}\``, {
      faults: [{ pointer, detail: `expected \`${known}\`` }],
    });
  }
}

/** As Go compares names: some letters that are none of ASCII are the same as one of it, too. */
function fold(name: string): string {
  return name.toUpperCase().toLowerCase();
}
