/** Room for answers that are taken in whole: whoever finds none waits, and reads nothing of its upstream meanwhile. */

/** What one exchange has of it. */
export type Place = {
  /** Counts so many bytes in all; undefined where there is room for them, else resolves when there is. */
  readonly take: (bytesInAll: number) => Promise<void> | undefined;
  /** Nothing of them is held any more, or waited for. */
  readonly leave: () => void;
};

type Guest = { bytes: number; wanted: number; go: (() => void) | undefined };

export class AnswerRoom {
  readonly #bytesMax: number;
  /** The one that came first stands first. */
  readonly #guests = new Set<Guest>();
  #bytes = 0;
  #waiting = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  enter(): Place {
    const guest: Guest = { bytes: 0, wanted: 0, go: undefined };
    this.#guests.add(guest);
    return {
      take: (bytesInAll) => this.#take(guest, bytesInAll),
      leave: () => this.#leave(guest),
    };
  }

  #take(guest: Guest, bytesInAll: number): Promise<void> | undefined {
    if (bytesInAll <= guest.bytes || !this.#guests.has(guest)) return undefined;
    guest.wanted = bytesInAll;
    if (this.#fits(guest)) {
      this.#grant(guest);
      return undefined;
    }
    const before = guest.go;
    if (before === undefined) this.#waiting += 1;
    return new Promise((resolve) => {
      guest.go = () => {
        before?.();
        resolve();
      };
    });
  }

  /** The first one always goes on, within the limit of a single answer: else all could wait for each other. */
  #fits(guest: Guest): boolean {
    const bytes = this.#bytes - guest.bytes + guest.wanted;
    return bytes <= this.#bytesMax || this.#guests.values().next().value === guest;
  }

  #grant(guest: Guest): void {
    this.#bytes += guest.wanted - guest.bytes;
    guest.bytes = guest.wanted;
  }

  #leave(guest: Guest): void {
    if (!this.#guests.delete(guest)) return;
    this.#bytes -= guest.bytes;
    this.#release(guest);
    if (this.#waiting === 0) return;
    for (const each of this.#guests) {
      if (each.go === undefined || !this.#fits(each)) continue;
      this.#grant(each);
      this.#release(each);
    }
  }

  #release(guest: Guest): void {
    if (guest.go === undefined) return;
    guest.go();
    guest.go = undefined;
    this.#waiting -= 1;
  }
}
