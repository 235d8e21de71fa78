/** Texts of a live stream that come whole: which wait to be judged, which are known to be clean, and what pieces go on with. */
import type { Part } from '../../governance/interaction.ts';
import { nameOf, tailOf, type LiveText } from './live-text.ts';

/** What was judged as a whole and is clean need not be judged when it is said again; so much of it is remembered. */
const cleanCharactersMax = 65_536;
const begunMax = 4_096;

export class WholeTexts {
  /** Those that wait, by place and text; none most of the time. */
  #waiting: Map<string, LiveText> | undefined;
  /** The ends of texts by their places, which later pieces may go on with. */
  #begun: Map<string, string> | undefined;
  #clean: Set<string> | undefined;
  #cleanCharacters = 0;
  /** Those in which something was found, with what is cut out of them. */
  #found: Map<string, LiveText> | undefined;
  #foundCharacters = 0;

  get waiting(): readonly LiveText[] | undefined {
    return this.#waiting && [...this.#waiting.values()];
  }

  isClean(part: Part): boolean {
    return this.#clean?.has(wholeNameOf(part)) === true;
  }

  /** One that was said before: what is cut out of it goes wherever it is said, also where it was split over others that are not said again. */
  find(part: Part): LiveText | undefined {
    if (this.#waiting === undefined && this.#found === undefined) return undefined;
    const name = wholeNameOf(part);
    return this.#waiting?.get(name) ?? this.#found?.get(name);
  }

  add(part: Part, text: LiveText): void {
    (this.#waiting ??= new Map<string, LiveText>()).set(wholeNameOf(part), text);
  }

  /** Clients go on with what stands at a place already, however it was said. */
  beginWith(part: Part): void {
    if (this.#begun === undefined || this.#begun.size >= begunMax) this.#begun = new Map();
    this.#begun.set(nameOf(part), tailOf(part.text));
  }

  /** What pieces at a place of this name go on with. */
  begunAt(name: string): string {
    return this.#begun?.get(name) ?? '';
  }

  /** Lets go of what waits no more. `clean` tells of each text that was judged whether nothing was found in it. */
  settle(clean: ReadonlyMap<LiveText, boolean>): void {
    if (this.#waiting === undefined) return;
    for (const [name, text] of this.#waiting) {
      if (clean.get(text) === false) text.stained = true;
      if (text.waiting > 0) continue;
      this.#waiting.delete(name);
      if (clean.has(text) && !text.stained) this.#remember(name);
      else this.#rememberFound(name, text);
    }
    if (this.#waiting.size === 0) this.#waiting = undefined;
  }

  #remember(name: string): void {
    this.#cleanCharacters += name.length;
    if (this.#clean === undefined || this.#cleanCharacters > cleanCharactersMax) {
      this.#clean = new Set();
      this.#cleanCharacters = name.length;
    }
    this.#clean.add(name);
  }

  #rememberFound(name: string, text: LiveText): void {
    this.#foundCharacters += name.length;
    if (this.#found === undefined || this.#foundCharacters > cleanCharactersMax) {
      this.#found = new Map();
      this.#foundCharacters = name.length;
    }
    this.#found.set(name, text);
  }
}

function wholeNameOf(part: Part): string {
  return `${nameOf(part)}\0${part.text}`;
}
