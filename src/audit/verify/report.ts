/** What verification found: a verdict, the places that are wrong, and what was looked at. */

export const verdicts = ['intact', 'altered', 'incomplete', 'unreadable'] as const;
export type Verdict = (typeof verdicts)[number];

/** Exit status of each verdict, as it stands in the list. */
export function exitStatus(verdict: Verdict): number {
  return verdicts.indexOf(verdict);
}

export type Fault = {
  readonly verdict: Exclude<Verdict, 'intact'>;
  /** The entry's number; absent where the fault is not in an entry. */
  readonly seq?: number;
  readonly place: string;
  readonly detail: string;
};

const faultsMax = 100;

/** Collects faults, the first ones in full and the rest as a count. */
export class Findings {
  readonly faults: Fault[] = [];
  readonly notes: string[] = [];
  readonly #pending: { readonly explained: () => boolean; readonly fault: Fault }[] = [];
  #more = 0;
  #worst: Verdict = 'intact';

  add(fault: Fault): void {
    // Altered outweighs incomplete, and what cannot be read outweighs neither.
    if (this.#worst === 'intact' || fault.verdict === 'altered') this.#worst = fault.verdict;
    if (this.faults.length < faultsMax) this.faults.push(fault);
    else this.#more += 1;
  }

  /** A fault that what is read later may explain; decided by `settle`. */
  addUnless(explained: () => boolean, fault: Fault): void {
    if (this.#pending.length < faultsMax) this.#pending.push({ explained, fault });
    else this.add(fault);
  }

  settle(): void {
    for (const { explained, fault } of this.#pending.splice(0)) if (!explained()) this.add(fault);
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
