/** Compares the logs of one directory with what this one has of them: one that it has seen is there, and is still the same. */
import { existsSync } from 'node:fs';
import { readCheckpoint } from '../proof/checkpoint.ts';
import { readNote } from '../proof/note.ts';
import { witnessedAct, witnessedDetail } from '../witnessed.ts';
import { journalDirectory } from '../journal-files.ts';
import { nameLog as nameWorker, workerLogDirectory } from '../worker-logs.ts';
import { tryName } from './neighbours.ts';
import type { Findings } from './report.ts';
import type { EntryScan } from './scan-entry.ts';

/** A number is begun anew only where somebody took a log away: nobody has so many. */
const seenMax = 10_000;

type Seen = { readonly worker: number; readonly log: string; seq: number; size: number };

export type OtherLogsOptions = {
  readonly directory: string;
  /** Where the first log lies, where this is the one of a worker; a log may also be verified alone. */
  readonly first: string | undefined;
  readonly isCopy: boolean;
};

export class OtherLogsCheck {
  readonly #directory: string;
  readonly #first: string | undefined;
  readonly #findings: Findings;
  readonly #isCopy: boolean;
  /** Each log that was seen, as it was seen last. */
  readonly #seen = new Map<string, Seen>();

  /** Copies lie side by side in their store: there the others are looked for by their names. */
  constructor({ directory, first, isCopy }: OtherLogsOptions, findings: Findings) {
    this.#directory = directory;
    this.#first = first;
    this.#findings = findings;
    this.#isCopy = isCopy;
  }

  /** Takes an entry of an act on the trail. */
  take(entry: EntryScan, seq: number): void {
    if (this.#isCopy || entry.text('act') !== witnessedAct) return;
    const detail: unknown = JSON.parse(entry.json('detail') || 'null');
    const { data } = witnessedDetail.safeParse(detail);
    if (data === undefined) this.#fault(seq, `entry ${seq}`, 'it tells of no log');
    if (data?.worker === undefined) return;
    const { worker, log, checkpoint } = data;
    const size = readCheckpoint(readNote(checkpoint)?.text ?? '')?.size ?? 0;
    const key = `${worker} ${log}`;
    if (this.#seen.size < seenMax || this.#seen.has(key))
      this.#seen.set(key, { worker, log, seq, size });
  }

  end(): void {
    for (const { worker, log, seq, size } of this.#seen.values()) {
      const directory = this.#find(worker);
      if (directory === undefined) continue;
      const here = existsSync(journalDirectory(directory)) ? tryName(directory) : undefined;
      if (here === log) continue;
      const what = here === undefined ? 'it is not here' : `${here} is in its place`;
      const detail = `it saw ${size} entries of ${nameWorker(worker)}, ${log}, and ${what}`;
      const place = worker === 0 ? 'journal of log 0' : `workers/${worker}`;
      this.#fault(seq, place, detail);
    }
  }

  #fault(seq: number, place: string, detail: string): void {
    this.#findings.add({ verdict: 'altered', seq, place, detail });
  }

  #find(worker: number): string | undefined {
    return worker === 0 ? this.#first : workerLogDirectory(this.#directory, worker);
  }
}
