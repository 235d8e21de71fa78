/** How much work the readings of one text may be. */

/** Every bound of the reading of one text. */
export type Budget = {
  /** How many encodings may be undone inside each other. */
  readonly depthMax: number;
  /** Work on all that is decoded, in characters: those of each reading, and what a reading costs however short it is. */
  readonly workMax: number;
  readonly viewsMax: number;
};

/** What a reading costs beside its characters, in characters: its tables, its way back, the detectors that begin on it. */
export const readingWork = 64;
/** So that a short text may be wrapped several times over: 2,048 characters are a page. */
const workFloor = 2048;

/** Twice as much as the text is long, and a page: see docs/decisions/014. */
const workShare = 2;

/**
 * Three encodings inside each other are somebody hiding something. Two more, since what a text holds at different places
 * (an escape here, digits like letters there, JSON around both) is undone one after the other as well.
 */
const depthMax = 5;

export function budgetFor(text: string): Budget {
  return { depthMax, workMax: text.length * workShare + workFloor, viewsMax: 64 };
}

/** What is left of the work on the readings of one text. */
export class Work {
  #left: number;
  /** False once more was asked for than there was: something has not been read. */
  complete = true;

  constructor(most: number) {
    this.#left = most;
  }

  /** Takes the work on a reading of so many characters; answers whether it was there. */
  take(characters: number): boolean {
    this.#left -= characters + readingWork;
    if (this.#left < 0) this.complete = false;
    return this.complete;
  }

  giveBack(characters: number): void {
    this.#left += characters;
  }

  isLeftFor(characters: number): boolean {
    return characters + readingWork <= this.#left;
  }

  /** How long a reading of a text may be. What is no longer than the text is written in any case: it may turn out to have been read. */
  roomFor(text: string): number {
    return Math.max(text.length, this.#left - readingWork);
  }
}
