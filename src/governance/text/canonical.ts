/** The canonical form: disguised characters replaced by what they stand for, invisible ones taken out, case of ASCII kept. */
import { pointAt } from './code-units.ts';
import { flagLength, isFlag } from './flags.ts';
import { expansionOf, foldPoint, foldUnit } from './fold.ts';
import { type Reading, Rewrite } from './rewrite.ts';
import { classes, digitBit, isControl, lowerBit, upperBit } from './signs.ts';
import { Units } from './units.ts';

/** Never longer than a few characters for each of the source, so it needs no room of its own. */
export function canonicalOf(text: string): Reading {
  const made = new Canonical(text);
  return made.finish();
}

class Canonical {
  readonly #text: string;
  readonly #rewrite: Rewrite;
  /** Units that stand one for one in the source, and the place there where they began. */
  readonly #held = Units.take();
  #from = 0;

  constructor(text: string) {
    this.#text = text;
    this.#rewrite = new Rewrite(text, Number.MAX_SAFE_INTEGER);
  }

  finish(): Reading {
    const text = this.#text;
    const length = text.length;
    let at = 0;
    while (at < length) {
      const unit = text.charCodeAt(at);
      if (isPlain(unit)) {
        const from = at;
        while (at < length && isPlain(text.charCodeAt(at))) at++;
        this.#held.addText(text, from, at);
      } else if (unit >= 0xd800 && unit <= 0xdfff) at += this.#pair(at);
      else {
        const folded = isApart(text, unit, at) ? unit : foldUnit(unit);
        if (folded > 0) this.#held.push(folded);
        else {
          this.#flush(at);
          if (folded < 0) this.#rewrite.put(expansionOf(folded), at, at + 1);
          this.#from = at + 1;
        }
        at++;
      }
    }
    this.#flush(length);
    this.#held.giveBack();
    return this.#rewrite.finish();
  }

  #flush(to: number): void {
    const { length } = this.#held;
    if (length > 0) {
      this.#rewrite.putUnits(this.#held, 0, length, this.#from, this.#from + length, 1, 1);
      this.#held.length = 0;
    }
    this.#from = to;
  }

  #pair(at: number): number {
    const code = pointAt(this.#text, at);
    if (code < 0x10000) {
      this.#held.push(code);
      return 1;
    }
    const folded = mayFold(code) ? foldPoint(code) : undefined;
    if (isFlag(this.#text, at)) return this.#flag(at);
    if (folded === undefined) {
      this.#held.push(this.#text.charCodeAt(at));
      this.#held.push(this.#text.charCodeAt(at + 1));
    } else {
      this.#flush(at);
      this.#rewrite.put(folded, at, at + 2);
      this.#from = at + 2;
    }
    return 2;
  }

  /** Read as its letters, it is a word of its own: they are no part of what stands against it. */
  #flag(at: number): number {
    const end = at + flagLength;
    const letters = [at, at + 2].map((half) => foldPoint(pointAt(this.#text, half)) ?? '').join('');
    this.#flush(at);
    this.#rewrite.put(`;${letters};`, at, end);
    this.#from = end;
    return flagLength;
  }
}

/** Dashes and full stops that stand for `-` and `.` inside a number or a word, and against one part it from what is beside it. */
function isApart(text: string, unit: number, at: number): boolean {
  if (unit === 0x2013 || unit === 0x3002 || unit === 0xff61)
    return !(isInWord(text, at, -1, wordBits) && isInWord(text, at, 1, wordBits));
  // What a name in another script gives stands behind its colon.
  if (unit === 0xff1a) return !isInWord(text, at, -1, wordBits);
  if (unit !== 0x2014 && unit !== 0x2015) return false;
  return !(isInWord(text, at, -1, digitBit) && isInWord(text, at, 1, digitBit));
}

const wordBits = lowerBit | upperBit | digitBit;
/** As many as may show nothing between it and the dash. */
const hiddenMax = 8;

/** Whether the next character that shows something is of a kind, once its own disguise is off. */
function isInWord(text: string, at: number, step: 1 | -1, bits: number): boolean {
  for (let place = at + step, tried = 0; tried < hiddenMax; place += step, tried++) {
    if (place < 0 || place >= text.length) return false;
    const unit = text.charCodeAt(place);
    if (unit >= 0xd800 && unit <= 0xdfff) {
      const pair = step < 0 ? place - 1 : place;
      if (isFlag(text, pair)) return false;
      const letter = foldPoint(pointAt(text, pair));
      if (letter !== '') return ((classes[letter?.charCodeAt(0) ?? 0] ?? 0) & bits) !== 0;
      place += step;
      continue;
    }
    const folded = unit < 128 ? unit : foldUnit(unit);
    if (folded !== 0) return folded > 0 && folded < 128 && ((classes[folded] ?? 0) & bits) !== 0;
  }
  return false;
}

/** ASCII that shows something: a zero and most controls show nothing, and fold to nothing. */
function isPlain(unit: number): boolean {
  return unit < 127 && (unit >= 32 || (unit > 0 && !isControl(unit)));
}

/** Controls of shorthand and music, mathematical letters, enclosed letters, segmented digits, selectors and tags. */
function mayFold(code: number): boolean {
  return (
    (code >= 0x1bca0 && code <= 0x1bca3) ||
    (code >= 0x1d173 && code <= 0x1d7ff) ||
    (code >= 0x1f100 && code <= 0x1f1ff) ||
    (code >= 0x1fbf0 && code <= 0x1fbf9) ||
    (code >= 0xe0000 && code <= 0xe0fff)
  );
}
