/** Refuses JSON that two parsers could read differently, or that is built to exhaust one: doubled names, half surrogates, depth. */
import { GatewayError, type ErrorCode } from '../errors.ts';
import { pointerOf, type Step } from '../governance/interaction.ts';
import { scanJsonInSteps, type JsonVisitor } from './json-scan.ts';
import { longStringMin, type LongString } from './json-long.ts';
import { findRounded, type Rounded } from './rounded.ts';
import type { Steps } from './steps.ts';

export type JsonLimits = { readonly jsonDepthMax: number; readonly jsonKeysMax: number };

type Structure = { readonly rounded: Rounded | undefined; readonly long: readonly LongString[] };

/** Works on the text, before it is parsed: a parser keeps one of two members, or half of a number, and says nothing. */
export function* checkStructure(
  source: string,
  limits: JsonLimits,
  what: string,
): Steps<Structure> {
  const check = new StructureCheck(source, limits, what, yield* mayHoldSurrogate(source));
  yield;
  yield* scanJsonInSteps(source, check);
  return check;
}

const surrogate = /\\u[dD][89a-fA-F]/;
const surrogateLength = 4;
const stretchCharacters = 1_048_576;

function* mayHoldSurrogate(source: string): Steps<boolean> {
  for (let from = 0; from < source.length; from += stretchCharacters) {
    if (from > 0) yield;
    // One that stands across the end of a stretch is seen with it.
    const to = from + stretchCharacters + surrogateLength - 1;
    if (surrogate.test(to >= source.length && from === 0 ? source : source.slice(from, to)))
      return true;
  }
  return false;
}

const hugeNumber = /[eE]|^-?\d{300}/;
const pointerLengthMax = 120;

class StructureCheck implements JsonVisitor {
  readonly #source: string;
  readonly #limits: JsonLimits;
  readonly #what: string;
  readonly #surrogates: boolean;
  readonly #levels: Level[] = [];
  #level: Level | undefined;
  #count = 0;
  readonly long: LongString[] = [];
  #rounded: { readonly at: readonly Step[]; readonly texts: string[] } | undefined;

  constructor(source: string, limits: JsonLimits, what: string, surrogates: boolean) {
    this.#source = source;
    this.#limits = limits;
    this.#what = what;
    this.#surrogates = surrogates;
  }

  get rounded(): Rounded | undefined {
    return this.#rounded && { at: this.#rounded.at, text: this.#rounded.texts.join('\n') };
  }

  open(object: boolean, _start: number, depth: number): void {
    const { jsonDepthMax } = this.#limits;
    if (depth > jsonDepthMax) this.#refuse('too_large', `is nested deeper than ${jsonDepthMax}`);
    this.#level = new Level(object);
    this.#levels.push(this.#level);
    this.#countOne();
  }

  close(): void {
    this.#levels.pop();
    this.#level = this.#levels.at(-1);
  }

  name(start: number, end: number, escaped: boolean): void {
    const level = this.#level;
    if (level === undefined) return;
    const name = escaped ? decode(this.#source, start, end) : this.#source.slice(start, end);
    if (name === '__proto__' || (escaped && (name.includes('\0') || !name.isWellFormed())))
      this.#refuse('ambiguous_request', 'has a name that parsers treat differently', name);
    // At the top, some parsers match names whatever their case, and would act on the other one.
    if (level.hasBefore(this.#levels.length === 1 ? name.toLowerCase() : name))
      this.#refuse('ambiguous_request', 'has a member twice', name);
    level.name = name;
    this.#countOne();
  }

  string(start: number, end: number, escaped: boolean): void {
    const doubtful = escaped && this.#surrogates;
    // What a long one says is told once it has been decoded, which takes many steps.
    if (end - start >= longStringMin) this.long.push({ at: this.#place(), start, end, doubtful });
    else if (doubtful && !decode(this.#source, start, end).isWellFormed())
      throw halfOfPair(this.#what, this.#place());
  }

  scalar(start: number, end: number): void {
    const text = this.#source.slice(start, end);
    if (hugeNumber.test(text) && Math.abs(Number(text)) === Infinity)
      this.#refuse('ambiguous_request', 'has a number that overflows');
    const rounded = findRounded(text);
    if (rounded === undefined) return;
    this.#rounded ??= { at: this.#place(), texts: [] };
    this.#rounded.texts.push(rounded);
  }

  next(): void {
    if (this.#level === undefined) return;
    this.#level.index += 1;
    if (!this.#level.object) this.#countOne();
  }

  #countOne(): void {
    const { jsonKeysMax } = this.#limits;
    this.#count += 1;
    if (this.#count > jsonKeysMax)
      this.#refuse('too_large', `has more than ${jsonKeysMax} members and elements`);
  }

  #place(): Step[] {
    return this.#levels.map((level) => (level.object ? level.name : level.index));
  }

  #refuse(code: ErrorCode, detail: string, name?: string): never {
    const steps = this.#place();
    if (name !== undefined) steps[steps.length - 1] = name;
    throw toFault(code, this.#what, detail, steps);
  }
}

export function halfOfPair(what: string, at: readonly Step[]): GatewayError {
  return toFault('ambiguous_request', what, 'has half of a surrogate pair', at);
}

function toFault(code: ErrorCode, what: string, detail: string, at: readonly Step[]): GatewayError {
  const pointer = pointerOf(at);
  const short =
    pointer.length <= pointerLengthMax ? pointer : `${pointer.slice(0, pointerLengthMax)}…`;
  return new GatewayError(code, `${what} ${detail} at \`${short}\``, {
    faults: [{ pointer: short, detail }],
  });
}

/** Where a refusal stands: an object with the names it has had so far, or an array with how many elements. */
class Level {
  readonly object: boolean;
  index = 0;
  name = '';
  readonly #names: string[] = [];
  #hashed: Set<string> | undefined;

  constructor(object: boolean) {
    this.object = object;
  }

  /** Small objects are searched, large ones hashed: the one is faster, the other stays linear. */
  hasBefore(name: string): boolean {
    if (this.#hashed !== undefined) {
      if (this.#hashed.has(name)) return true;
      this.#hashed.add(name);
      return false;
    }
    if (this.#names.includes(name)) return true;
    this.#names.push(name);
    if (this.#names.length >= hashedFrom) this.#hashed = new Set(this.#names);
    return false;
  }
}

const hashedFrom = 12;

/** A string that is no JSON is left to the parser of the whole to refuse. */
function decode(source: string, start: number, end: number): string {
  try {
    return String(JSON.parse(source.slice(start - 1, end + 1)));
  } catch {
    return source.slice(start, end);
  }
}
