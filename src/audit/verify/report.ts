/** What verification found: a verdict, the places that are wrong, and what was looked at. */

export const verdicts = ['intact', 'altered', 'incomplete', 'unreadable'] as const;
export type Verdict = (typeof verdicts)[number];

/** Exit status of each verdict, as it stands in the list. */
export function exitStatus(verdict: Verdict): number {
  return verdicts.indexOf(verdict);
}

/** What was altered outweighs all else, within a log and of several, and what could not be read what is missing. */
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

/** Collects faults, the worst in full and the rest as a count: a crowd of small ones hides no large one. */
export class Findings {
  readonly notes: string[] = [];
  readonly #faults: Readonly<Record<Fault['verdict'], Fault[]>> = {
    altered: [],
    unreadable: [],
    incomplete: [],
  };
  #count = 0;

  add(fault: Fault): void {
    this.#count += 1;
    const found = this.#faults[fault.verdict];
    if (found.length < faultsMax) found.push(fault);
  }

  /** The worst first, and as they were found. */
  get faults(): readonly Fault[] {
    const { altered, unreadable, incomplete } = this.#faults;
    return [...altered, ...unreadable, ...incomplete].slice(0, faultsMax);
  }

  /** Takes over what another thread found. */
  merge(found: Found): void {
    for (const fault of found.faults) this.add(fault);
    for (const note of found.notes) this.note(note);
    this.#count += found.more;
  }

  found(): Found {
    return { faults: this.faults, notes: this.notes, more: this.more };
  }

  note(note: string): void {
    if (this.notes.length < faultsMax) this.notes.push(note);
  }

  get verdict(): Verdict {
    return findWorst(this.faults.map(({ verdict }) => verdict));
  }

  get more(): number {
    return this.#count - this.faults.length;
  }
}
