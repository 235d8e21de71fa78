/** Which forms a text may hold at a place, told by one walk over its letters, digits and signs. */
import { layoutsOf } from './layout.ts';
import type { NationalId } from './national-id.ts';

const signs = ' -./()+№';
const width = signs.length + 3;

/** 0 for what stands in no number, 1 for a letter, 2 for a digit, then the signs. */
const symbols = new Uint8Array(128);
for (let unit = 0; unit < 128; unit++) {
  const sign = String.fromCharCode(unit);
  if (/[A-Za-z]/.test(sign)) symbols[unit] = 1;
  else if (/\d/.test(sign)) symbols[unit] = 2;
  else symbols[unit] = signs.includes(sign) ? signs.indexOf(sign) + 3 : 0;
}

function symbolOf(unit: number): number {
  if (unit < 128) return symbols[unit] ?? 0;
  return unit === numero ? width - 1 : 0;
}

const numero = signs.charCodeAt(signs.length - 1);

export class LayoutTree {
  /** For each place of the tree and symbol the next place. */
  readonly #next: Int32Array;
  /** The forms of which a layout ends at a place. */
  readonly #ends: (number[] | undefined)[] = [];

  constructor(forms: readonly NationalId[], isWanted: (form: NationalId) => boolean = () => true) {
    const next = new Array<number>(width).fill(0);
    forms.forEach((form, number) => {
      if (!isWanted(form)) return;
      for (const layout of layoutsOf(form.shape.source)) this.#add(next, layout, number);
    });
    this.#next = Int32Array.from(next);
  }

  #add(next: number[], layout: string, number: number): void {
    let place = 0;
    for (let at = 0; at < layout.length; at++) {
      const slot = place * width + symbolOf(layout.charCodeAt(at));
      if (next[slot] === 0) {
        next[slot] = next.length / width;
        for (let count = 0; count < width; count++) next.push(0);
      }
      place = next[slot] ?? 0;
    }
    (this.#ends[place] ??= []).push(number);
  }

  /** Numbers of forms, in order, of which a layout stands at a place and ends with no letter or digit behind it. */
  formsAt(text: string, start: number): readonly number[] {
    const next = this.#next;
    let found: number[] | undefined;
    let place = 0;
    let symbol = symbolOf(text.charCodeAt(start));
    for (let at = start; symbol !== 0; at++) {
      place = next[place * width + symbol] ?? 0;
      if (place === 0) break;
      symbol = symbolOf(text.charCodeAt(at + 1));
      const ends = symbol === 1 || symbol === 2 ? undefined : this.#ends[place];
      if (ends !== undefined) found = found === undefined ? ends : union(found, ends);
    }
    return found ?? none;
  }
}

const none: readonly number[] = [];

function union(left: readonly number[], right: readonly number[]): number[] {
  return [...new Set([...left, ...right])].sort((one, other) => one - other);
}
