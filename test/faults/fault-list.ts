/** The faults of a sweep in an order that goes by their names, so that pieces of it from several surveys add up to the whole. */
import { createHash } from 'node:crypto';
import type { Case } from './sweep.ts';

export type Piece = {
  readonly seed: number;
  /** The name of the fault that it begins with, whether this survey saw it or not; absent for the first. */
  readonly from?: string | undefined;
  /** The name of the fault that the next piece begins with. */
  readonly until?: string | undefined;
  /** What the names of its faults hold: a file, a call, a fault. */
  readonly only?: string | undefined;
  /** How many it has at most. */
  readonly sample?: number | undefined;
};

const exchangesOfAll = 10_000;
const exchangesOfSome = 500;

/** Whoever asks for some of the faults wants an answer in minutes, of the other part as well. */
export function exchangesFor({ from, until, only, sample }: Omit<Piece, 'seed'>): number {
  const all = [from, until, only, sample].every((asked) => asked === undefined);
  return all ? exchangesOfAll : exchangesOfSome;
}

/** Such as `grown:journal/00000001.jsonl:write:3:EIO`: the same in each run. */
export function nameOf({ beginning, path, call, nth, fault }: Case): string {
  return [beginning, path, call, nth, fault].join(':');
}

/** Surveys see the calls in another order each time, and one more or less of them: a fault's place depends on nothing but its name. */
export function choosePiece<T extends Case>(
  all: readonly T[],
  { seed, from, until, only = '', sample }: Piece,
): { readonly chosen: readonly T[]; readonly next: string | undefined } {
  const placeOf = (name: string): string =>
    createHash('sha256').update(`${seed} ${name}`).digest('hex');
  const begin = from === undefined ? '' : placeOf(from);
  // No hexadecimal digit stands behind it.
  const end = until === undefined ? 'g' : placeOf(until);
  const left = all
    .filter((one) => nameOf(one).includes(only))
    .map((one) => ({ one, place: placeOf(nameOf(one)) }))
    .filter(({ place }) => place >= begin && place < end)
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ one }) => one);
  const after = left[sample ?? left.length];
  return {
    chosen: left.slice(0, sample),
    next: after === undefined ? until : nameOf(after),
  };
}
