/** Walks the source text of a JSON document once, in order, without recursion, and tells a visitor what stands where. */
import { finishSteps, type Steps } from './steps.ts';

export type JsonVisitor = {
  /** An object or an array begins; `depth` counts from 1. */
  readonly open: (object: boolean, start: number, depth: number) => void;
  readonly close: (end: number) => void;
  /** A member name: [start, end) without its quotes. */
  readonly name: (start: number, end: number, escaped: boolean) => void;
  /** A string that is a value: [start, end) without its quotes. */
  readonly string: (start: number, end: number, escaped: boolean) => void;
  /** A number, true, false or null. */
  readonly scalar: (start: number, end: number) => void;
  /** A comma: the next element or member follows. */
  readonly next: () => void;
};

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;

/** So many places are looked at in a step: they take about a millisecond. */
const stepPlaces = 16_384;

export function scanJson(source: string, visitor: JsonVisitor): void {
  finishSteps(scanJsonInSteps(source, visitor));
}

/**
 * Strings are skipped by native search from quote to quote, so the cost is that of the structure, and of what is quoted
 * within a string: a text that is JSON itself may hold a million of those.
 * A text that is not JSON is walked without harm; whether it is JSON is for JSON.parse to say.
 */
export function* scanJsonInSteps(source: string, visitor: JsonVisitor): Steps<void> {
  const objects: boolean[] = [];
  const length = source.length;
  let expectName = false;
  let backslashAt = -1;
  let at = 0;
  const pace = new Pace();
  while (at < length) {
    if (pace.isOver()) yield;
    const code = source.charCodeAt(at);
    if (code <= 0x20) at += 1;
    else if (code === quote) {
      const start = at + 1;
      let end = findFrom(source, '"', start);
      while (end < length && isEscaped(source, start, end)) {
        end = findFrom(source, '"', end + 1);
        if (pace.isOver()) yield;
      }
      // Found once and kept: a search from each string to the end of the document would be quadratic.
      if (backslashAt < start) backslashAt = findFrom(source, '\\', start);
      const escaped = backslashAt < end;
      if (expectName) visitor.name(start, end, escaped);
      else visitor.string(start, end, escaped);
      expectName = false;
      at = end + 1;
    } else if (code === comma) {
      expectName = objects.at(-1) === true;
      visitor.next();
      at += 1;
    } else if (code === colon) at += 1;
    else if (code === 0x7b || code === 0x5b) {
      expectName = code === 0x7b;
      objects.push(expectName);
      visitor.open(expectName, at, objects.length);
      at += 1;
    } else if (code === 0x7d || code === 0x5d) {
      if (objects.length > 0) {
        objects.pop();
        visitor.close(at + 1);
      }
      expectName = false;
      at += 1;
    } else {
      const end = findScalarEnd(source, at + 1);
      visitor.scalar(at, end);
      at = end;
    }
  }
}

class Pace {
  #left = stepPlaces;

  /** Asked at each place: whether the step ends there. */
  isOver(): boolean {
    if (--this.#left > 0) return false;
    this.#left = stepPlaces;
    return true;
  }
}

/** Whether an odd number of backslashes stands before a quote of the string that begins here. */
function isEscaped(source: string, start: number, end: number): boolean {
  let before = end - 1;
  while (before >= start && source.charCodeAt(before) === backslash) before -= 1;
  return (end - before) % 2 === 0;
}

/** The length where it is not found, so that it is never before anything. */
function findFrom(source: string, needle: string, start: number): number {
  const found = source.indexOf(needle, start);
  return found === -1 ? source.length : found;
}

function findScalarEnd(source: string, from: number): number {
  let at = from;
  while (at < source.length) {
    const code = source.charCodeAt(at);
    if (code <= 0x20 || code === comma || code === colon || code === quote) break;
    if (code === 0x7b || code === 0x5b || code === 0x7d || code === 0x5d) break;
    at += 1;
  }
  return at;
}
