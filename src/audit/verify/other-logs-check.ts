/** Compares the logs of workers with what the first log has of them: one that it has seen is there, and is still the same. */
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

export class OtherLogsCheck {
  readonly #directory: string;
  readonly #findings: Findings;
  readonly #isCopy: boolean;
  /** Each log that was seen, as it was seen last. */
  readonly #seen = new Map<string, Seen>();

  /** Copies lie side by side in their store: there the others are looked for by their names. */
  constructor(directory: string, findings: Findings, isCopy: boolean) {
    this.#directory = directory;
    this.#findings = findings;
    this.#isCopy = isCopy;
  }

  /** Takes an entry of an act on the trail. */
  take(entry: EntryScan, seq: number): void {
    if (this.#isCopy || entry.text('act') !== witnessedAct) return;
    const { data } = witnessedDetail.safeParse(JSON.parse(entry.json('detail') || 'null'));
    if (data?.worker === undefined) return;
    const { worker, log, checkpoint } = data;
    const size = readCheckpoint(readNote(checkpoint)?.text ?? '')?.size ?? 0;
    const key = `${worker} ${log}`;
    if (this.#seen.size < seenMax || this.#seen.has(key))
      this.#seen.set(key, { worker, log, seq, size });
  }

  end(): void {
    for (const { worker, log, seq, size } of this.#seen.values()) {
      const directory = workerLogDirectory(this.#directory, worker);
      const here = existsSync(journalDirectory(directory)) ? tryName(directory) : undefined;
      if (here === log) continue;
      const what = here === undefined ? 'it is not here' : `${here} is in its place`;
      const detail = `it saw ${size} entries of ${nameWorker(worker)}, ${log}, and ${what}`;
      this.#findings.add({ verdict: 'altered', seq, place: `workers/${worker}`, detail });
    }
  }
}
