/** What verification found: a verdict, the places that are wrong, and what was looked at. */

export const verdicts = ['intact', 'altered', 'incomplete', 'unreadable'] as const;
export type Verdict = (typeof verdicts)[number];

/** Exit status of each verdict, as it stands in the list. */
export function exitStatus(verdict: Verdict): number {
  return verdicts.indexOf(verdict);
}

/** Altered outweighs incomplete, as within one log, of several. */
export function findWorst(found: readonly Verdict[]): Verdict {
  const order: readonly Verdict[] = ['altered', 'unreadable', 'incomplete'];
  return order.find((verdict) => found.includes(verdict)) ?? 'intact';
}

export type Fault = {
  readonly verdict: Exclude<Verdict, 'intact'>;
  /** The entry's number; absent where the fault is not in an entry. */
  readonly seq?: number;
  readonly place: string;
  readonly detail: string;
};

export type Found = {
  readonly faults: readonly Fault[];
  readonly notes: readonly string[];
  readonly more: number;
};

const faultsMax = 100;

/** Collects faults, the first ones in full and the rest as a count. */
export class Findings {
  readonly faults: Fault[] = [];
  readonly notes: string[] = [];
  #more = 0;
  #worst: Verdict = 'intact';

  add(fault: Fault): void {
    // Altered outweighs incomplete, and what cannot be read outweighs neither.
    if (this.#worst === 'intact' || fault.verdict === 'altered') this.#worst = fault.verdict;
    if (this.faults.length < faultsMax) this.faults.push(fault);
    else this.#more += 1;
  }

  /** Takes over what another thread found. */
  merge(found: Found): void {
    for (const fault of found.faults) this.add(fault);
    for (const note of found.notes) this.note(note);
    this.#more += found.more;
  }

  found(): Found {
    return { faults: this.faults, notes: this.notes, more: this.#more };
  }

  note(note: string): void {
    if (this.notes.length < faultsMax) this.notes.push(note);
  }

  get verdict(): Verdict {
    return this.#worst;
  }

  get more(): number {
    return this.#more;
  }
}
