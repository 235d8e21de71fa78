/** Where the items of a streamed Response stand: at the index that an event names, or, on servers that name none, by their ids in the order in which they begin. */
import { readObject } from '../json.ts';
import { readWord } from './members.ts';
import type { Body } from './openai-responses-events.ts';
import { lies, readPlace } from './places.ts';

export class ItemPlaces {
  readonly #begun = new Set<number>();
  readonly #ids = new Map<string, number>();
  #last = 0;

  /** The event with the place of its item, where it names none. */
  locate(event: Body): Body {
    const begins = readWord(event.type) === 'response.output_item.added';
    const id = readWord(event.item_id) || idOf(event.item);
    const named = event.output_index ?? undefined;
    const given = named === undefined ? undefined : readPlace(named);
    const place = given ?? (begins ? this.#next(id) : this.#find(id));
    if (begins) {
      this.#begin(place);
      if (id !== '') this.#ids.set(id, place);
    }
    return given === undefined ? { ...event, output_index: place } : event;
  }

  /** Without an id it is the item that began last, as it is where a server begins none. */
  #find(id: string): number {
    const known = this.#ids.get(id);
    if (known !== undefined || id === '') return known ?? this.#last;
    // Clients that go by the ids put together what others read as the words of two.
    if (this.#ids.size > 0) throw lies('goes on with an item that has not begun');
    this.#ids.set(id, this.#last);
    return this.#last;
  }

  /** Without an id there is nothing that its words could be told from those of the one before by. */
  #next(id: string): number {
    if (this.#begun.size === 0) return 0;
    if (id === '' || this.#ids.has(id)) throw lies('begins one item twice');
    return this.#last + 1;
  }

  #begin(place: number): void {
    if (this.#begun.has(place)) throw lies('begins one item twice');
    // Some clients put them together as they begin, others by their index.
    if (place < this.#last) throw lies('begins one item behind the next');
    this.#begun.add(place);
    this.#last = place;
  }
}

/** Some servers give a call no id but the one that its result will name. */
function idOf(item: unknown): string {
  const record = readObject(item);
  return readWord(record?.id) || readWord(record?.call_id);
}
