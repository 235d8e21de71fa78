/** Cuts in a text that is JSON, made so that it stays JSON: an escape goes as a whole, and a number becomes a text. */
import type { Part } from './interaction.ts';

export type Stretch = { readonly start: number; readonly end: number };

/** What a cut goes through; `structure` is a name, or anything that is not inside one value alone. */
export type Through = 'string' | 'scalar' | 'structure';

export type Fitted = Stretch & { readonly through: Through };

/** The arguments of a call that came as JSON in a string: a caller must be able to read what is left of them. */
export function isArguments({ kind, tool, text }: Part): boolean {
  if (kind !== 'tool_call' || typeof tool?.args !== 'object' || tool.args === null) return false;
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

/** `stretches` are sorted and do not overlap; each is answered in its place. The text is gone through once. */
export function fitToJson(text: string, stretches: readonly Stretch[]): readonly Fitted[] {
  const literals = walkLiterals(text);
  let literal = literals.next();
  let way: EscapeWay | undefined;
  return stretches.map((stretch) => {
    while (!literal.done && literal.value.end <= stretch.start) {
      literal = literals.next();
      way = undefined;
    }
    if (literal.done === true) return { ...stretch, through: 'structure' };
    const { start, end, kind } = literal.value;
    const inside = start <= stretch.start && stretch.end <= end;
    if (!inside || kind === 'name') return { ...stretch, through: 'structure' };
    if (kind === 'scalar') return { start, end, through: 'scalar' };
    way ??= new EscapeWay(text, start);
    const from = way.startOf(stretch.start);
    return { start: from, end: way.endOf(stretch.end), through: 'string' };
  });
}

type Literal = Stretch & { readonly kind: 'name' | 'string' | 'scalar' };

/** Names and strings, without their quotes, and what stands for itself: numbers, true, false and null. */
function* walkLiterals(text: string): Generator<Literal, undefined> {
  let at = 0;
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === '"') {
      const end = findQuote(text, at + 1);
      colon.lastIndex = end + 1;
      yield { start: at + 1, end, kind: colon.test(text) ? 'name' : 'string' };
      at = end + 1;
    } else if (/[\s,:{}[\]]/.test(char)) at += 1;
    else {
      scalar.lastIndex = at;
      const end = scalar.test(text) ? scalar.lastIndex : at + 1;
      yield { start: at, end, kind: 'scalar' };
      at = end;
    }
  }
  return undefined;
}

const colon = /\s*:/y;
const scalar = /[^\s,:{}[\]"]+/y;

/** The index of the closing quote, or the length where there is none. */
function findQuote(text: string, from: number): number {
  let end = text.indexOf('"', from);
  while (end !== -1 && isEscaped(text, from, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, from: number, at: number): boolean {
  let before = at - 1;
  while (before >= from && text.charAt(before) === '\\') before -= 1;
  return (at - before) % 2 === 0;
}

/** Goes through a string once, from escape to escape; places are asked for in order. */
class EscapeWay {
  readonly #text: string;
  /** The last escape that begins before the place that was asked for. */
  #start: number;
  #end: number;
  /** The one behind it. */
  #next: number;

  constructor(text: string, from: number) {
    this.#text = text;
    this.#start = from;
    this.#end = from;
    this.#next = this.#find(from);
  }

  startOf(place: number): number {
    return this.#isInside(place) ? this.#start : place;
  }

  endOf(place: number): number {
    return this.#isInside(place) ? this.#end : place;
  }

  #isInside(place: number): boolean {
    while (this.#next < place) {
      this.#start = this.#next;
      this.#end = this.#start + (this.#text.charAt(this.#start + 1) === 'u' ? 6 : 2);
      this.#next = this.#find(this.#end);
    }
    return this.#start < place && place < this.#end;
  }

  #find(from: number): number {
    const found = this.#text.indexOf('\\', from);
    return found === -1 ? this.#text.length : found;
  }
}
