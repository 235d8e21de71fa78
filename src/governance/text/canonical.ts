/** The canonical form: disguised characters replaced by what they stand for, invisible ones taken out, case of ASCII kept. */
import { pointAt } from './code-units.ts';
import { expansionOf, foldPoint, foldUnit } from './fold.ts';
import { type Reading, Rewrite } from './rewrite.ts';
import { isControl } from './signs.ts';
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
        const folded = foldUnit(unit);
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
