/** Where a stretch of characters of one class ends, found once for all places within it. */

/** 1 for each ASCII character of the class; nothing beyond ASCII is in it. */
export type Members = Uint8Array;

export function membersOf(characters: RegExp): Members {
  return Uint8Array.from({ length: 128 }, (_, unit) =>
    Number(characters.test(String.fromCharCode(unit))),
  );
}

export class Stretch {
  readonly #text: string;
  readonly #members: Members;
  #start = -1;
  #end = -1;

  constructor(text: string, members: Members) {
    this.#text = text;
    this.#members = members;
  }

  /** The first place at or after this one that holds none of the class. */
  endFrom(at: number): number {
    if (at >= this.#start && at <= this.#end) return this.#end;
    let end = at;
    while (end < this.#text.length && this.#members[this.#text.charCodeAt(end)] === 1) end++;
    this.#start = at;
    this.#end = end;
    return end;
  }
}
