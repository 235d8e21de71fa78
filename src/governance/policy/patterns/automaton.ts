/** One automaton for many patterns that tells, in one pass over a text, which match and where their matches end. */
import { RE2Set } from 're2js';
import { finishSteps, type Steps as InSteps } from '../../steps.ts';
import { blockUnits, pointAt, unitsFrom } from '../../text/code-units.ts';
import { createMachine, type Machine, type Search, type Start, type State } from './machine.ts';

/** Ends of matches in the order of the text, by the index of the pattern. */
export type Ends = ReadonlyMap<number, readonly number[]>;

export type Automaton = {
  /** Undefined where the text would make it larger than its memory, which is not to be taken for no match. */
  readonly findEnds: (text: string, endsMax: number) => Ends | undefined;
  /** States it has had to make so far; few for a set of patterns that stays fast. */
  readonly states: () => number;
};

export function createAutomaton(sources: readonly string[]): Automaton {
  return finishSteps(createAutomatonInSteps(sources));
}

export function* createAutomatonInSteps(sources: readonly string[]): InSteps<Automaton> {
  const dfa = yield* createMachine(sources);
  const steps = new Steps(dfa);
  return {
    findEnds: (text, endsMax) => new Walk(steps, text, endsMax).ends(),
    states: () => dfa.stateCount,
  };
}

/** Texts are always read from their beginning. */
const beginOfLineAndText = 1 | 4;
const beginning: Start = { context: () => beginOfLineAndText };

/** Beyond these come the characters of two halves. */
const unitsMax = 1 << 16;
const pageBits = 8;
const pageSize = 1 << pageBits;

/** What stands for the end of the text. */
const endPoint = -1;
const rowsAtFirst = 64;

/**
 * The steps from state to state that were taken so far, in one table: a state is the place of its row. The library
 * finds the way wherever the table does not know it yet.
 */
class Steps {
  readonly #dfa: Machine;
  readonly #width: number;
  /** The column of each code unit; 0 where nobody has asked, and in no row does that column lead anywhere. */
  readonly columns = new Uint16Array(unitsMax);
  /** As `columns`, of the characters of two halves, by the page. */
  readonly #pages: (Uint16Array | undefined)[] = [];
  /** For each row and column the row to go to: below 0 where something matches there, 0 where nobody has gone. */
  table: Int32Array<ArrayBuffer>;
  #states: (State | undefined)[] = [undefined];
  #rows = new Map<State, number>();
  #statesBefore = 0;

  constructor(dfa: Machine) {
    this.#dfa = dfa;
    this.#width = dfa.numClasses + 2;
    this.table = new Int32Array(rowsAtFirst * this.#width);
  }

  /** The row that a text begins in; 0 where there is none. */
  start(): number {
    const state = this.#dfa.start(beginning, 0);
    return state === null ? 0 : Math.abs(this.#rowOf(state));
  }

  /** As the table has it; 0 where the automaton would grow beyond its memory. */
  take(row: number, point: number, position: number, search: Search): number {
    const dfa = this.#dfa;
    const kind = point === endPoint ? dfa.numClasses : dfa.runeClass(point);
    if (point >= 0) this.#setColumn(point, kind + 1);
    const known = this.table[row + kind + 1] ?? 0;
    const state = this.stateAt(row);
    if (known !== 0 || state === undefined) return known;
    const next = dfa.stepOrReset(state, kind, point, RE2Set.UNANCHORED, position, search);
    if (next === null) return 0;
    // The library has forgotten its states to stay within its bounds; kept here they would still take the room.
    const forgotten = dfa.stateCount < this.#statesBefore;
    this.#statesBefore = dfa.stateCount;
    if (forgotten) this.#forget();
    const to = this.#rowOf(next);
    if (!forgotten) this.table[row + kind + 1] = to;
    return to;
  }

  /** As `columns` has it, of any character. */
  columnOf(point: number): number {
    if (point < unitsMax) return this.columns[point] ?? 0;
    return this.#pages[point >> pageBits]?.[point & (pageSize - 1)] ?? 0;
  }

  #setColumn(point: number, column: number): void {
    if (point < unitsMax) this.columns[point] = column;
    else {
      const page = (this.#pages[point >> pageBits] ??= new Uint16Array(pageSize));
      page[point & (pageSize - 1)] = column;
    }
  }

  stateAt(row: number): State | undefined {
    return this.#states[row / this.#width];
  }

  #rowOf(state: State): number {
    let row = this.#rows.get(state);
    if (row === undefined) {
      row = (this.#states.push(state) - 1) * this.#width;
      this.#rows.set(state, row);
      if (row + this.#width > this.table.length) {
        const wider = new Int32Array(this.table.length * 2);
        wider.set(this.table);
        this.table = wider;
      }
    }
    return state.isMatch ? -row : row;
  }

  #forget(): void {
    this.#states = [undefined];
    this.#rows = new Map();
    this.table = new Int32Array(rowsAtFirst * this.#width);
  }
}

/** One text on its way through the automaton. */
class Walk {
  readonly #steps: Steps;
  readonly #text: string;
  readonly #endsMax: number;
  readonly #found = new Map<number, number[]>();
  readonly #search: Search = { resetPos: -1 };

  constructor(steps: Steps, text: string, endsMax: number) {
    this.#steps = steps;
    this.#text = text;
    this.#endsMax = endsMax;
  }

  ends(): Ends | undefined {
    const { length } = this.#text;
    let row = this.#steps.start();
    for (let from = 0; from < length && row !== 0; from += blockUnits)
      row = this.#walk(row, from, Math.min(length, from + blockUnits));
    if (row !== 0) row = this.#step(row, endPoint, length);
    return row === 0 ? undefined : this.#found;
  }

  /** Over one block of the text; 0 where it could not go on. */
  #walk(start: number, from: number, to: number): number {
    const units = unitsFrom(this.#text, from);
    const { columns } = this.#steps;
    let { table } = this.#steps;
    let row = start;
    for (let at = from; at < to; at++) {
      let unit = units[at - from] ?? 0;
      // Nothing is called in here: a call that only some characters need would slow down all of them.
      while (!isHalf(unit)) {
        const next = table[row + (columns[unit] ?? 0)] ?? 0;
        if (next <= 0) break;
        row = next;
        if (++at === to) return row;
        unit = units[at - from] ?? 0;
      }
      // It was read with the block before.
      if (at === from && isHalf(unit) && isSecondHalf(this.#text, at)) continue;
      const point = isHalf(unit) ? pointAt(this.#text, at) : unit;
      const next = table[row + this.#steps.columnOf(point)] ?? 0;
      if (next > 0) row = next;
      else {
        row = this.#step(row, point, at);
        if (row === 0) return 0;
        ({ table } = this.#steps);
      }
      if (point !== unit) at++;
    }
    return row;
  }

  /** A match is told when the character after it has been read. */
  #step(row: number, point: number, at: number): number {
    const next = this.#steps.take(row, point, at, this.#search);
    if (next >= 0) return next;
    for (const id of this.#steps.stateAt(-next)?.matchIDs ?? []) {
      const list = this.#found.get(id);
      if (list === undefined) this.#found.set(id, [at]);
      else if (list.length < this.#endsMax) list.push(at);
    }
    return -next;
  }
}

function isHalf(unit: number): boolean {
  return (unit & 0xf800) === 0xd800;
}

/** Whether the character before has its second half here. */
function isSecondHalf(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  const unit = text.charCodeAt(at);
  return (before & 0xfc00) === 0xd800 && (unit & 0xfc00) === 0xdc00;
}
