/** Checks every checkpoint that was kept or witnessed against the tree as it was at that size. */
import { readCheckpoint } from '../proof/checkpoint.ts';
import type { Checkpoint } from '../proof/checkpoint.ts';
import { readNote, readVerifierKey } from '../proof/note.ts';
import type { Verifier } from '../proof/note.ts';
import { checkpointFile, historyFile, keyFile } from '../proof/sealed-files.ts';
import type { CheckpointSources } from './checkpoint-sources.ts';
import { type Next, Track, walkNotes, walkWitness } from './checkpoint-track.ts';
import type { Findings } from './report.ts';

export class CheckpointCheck {
  readonly #findings: Findings;
  readonly #verifiers: readonly Verifier[];
  readonly #siblings: ReadonlySet<string>;
  readonly #ownOnly: boolean;
  readonly #tracks: Track[] = [];
  /** Those that lie beside the log: the newest one, and what was kept of those before it. */
  #latest: Track | undefined;
  #history: Track | undefined;
  #checked = 0;
  #largest = 0;
  #largestAt = '';

  constructor(sources: CheckpointSources, findings: Findings) {
    this.#findings = findings;
    this.#siblings = new Set(sources.siblings);
    this.#ownOnly = sources.ownOnly;
    this.#verifiers = sources.keys.flatMap((key) => readVerifierKey(key) ?? []);
    this.#expectKeys(sources);
    if (!sources.keysGiven && this.#verifiers.length > 0) {
      findings.note(
        'the key was taken from beside the trail; compare it with the one you were given',
      );
    }
    if (this.#verifiers.length === 0) {
      findings.add({
        verdict: 'incomplete',
        place: keyFile,
        detail: 'there is no key to check signatures with',
      });
    }
    this.#open(sources);
  }

  get checked(): number {
    return this.#checked;
  }

  /** The size up to which a checkpoint vouches for the entries. */
  get sealed(): number {
    return this.#largest;
  }

  /** When that checkpoint was signed. */
  get sealedAt(): string {
    return this.#largestAt;
  }

  get verifierKeys(): readonly string[] {
    return this.#verifiers.map(({ verifierKey }) => verifierKey);
  }

  /** Passes over checkpoints of a tree smaller than what is read of it. */
  skipBelow(size: number): void {
    for (const track of this.#tracks)
      while (track.next !== undefined && track.next.checkpoint.size < size) track.advance();
  }

  /** Whether a checkpoint of this size is waiting. */
  expects(size: number): boolean {
    return this.#tracks.some(({ next }) => next !== undefined && next.checkpoint.size <= size);
  }

  /** Compares the checkpoints of this size with the root. */
  compare(size: number, root: Uint8Array): void {
    for (const track of this.#tracks) {
      while (track.next !== undefined && track.next.checkpoint.size <= size) {
        this.#compareOne(track.next, size, root, track.lastSize);
        track.advance();
      }
    }
  }

  /** Checkpoints that are larger than the journal tell of entries that are gone. */
  end(size: number): void {
    for (const track of this.#tracks) {
      while (track.next !== undefined) {
        const { checkpoint, place } = track.next;
        const detail = `${checkpoint.size} entries were signed at ${checkpoint.at} and ${size} are here: ${checkpoint.size - size} of them missing`;
        this.#findings.add({ verdict: 'altered', seq: size, place, detail });
        track.advance();
      }
    }
    if ((this.#latest?.lastSize ?? 0) < (this.#history?.lastSize ?? 0)) {
      this.#findings.add({
        verdict: 'altered',
        place: checkpointFile,
        detail: `it is older than the last one in ${historyFile}`,
      });
    }
  }

  #compareOne({ checkpoint, place }: Next, size: number, root: Uint8Array, lastSize: number): void {
    this.#checked += 1;
    const { size: signed } = checkpoint;
    const altered = (detail: string): void => {
      this.#findings.add({ verdict: 'altered', seq: signed - 1, place, detail });
    };
    if (signed < lastSize || signed < size) {
      altered('it does not come after the checkpoint before it');
    } else if (Buffer.compare(checkpoint.root, root) !== 0) {
      altered(`the first ${signed} entries are not those that were signed`);
    }
    if (signed > this.#largest) this.#largestAt = checkpoint.at;
    this.#largest = Math.max(this.#largest, signed);
  }

  /** Undefined, and a fault, where the note is not one that the log has signed. */
  #read(note: string, place: string): Checkpoint | undefined {
    const signed = readNote(note);
    const checkpoint = signed === undefined ? undefined : readCheckpoint(signed.text);
    if (signed === undefined || checkpoint === undefined) {
      this.#findings.add({ verdict: 'altered', place, detail: 'it is no checkpoint' });
      return undefined;
    }
    const known = this.#verifiers.filter(({ name }) => name === checkpoint.origin);
    if (this.#verifiers.length === 0 || known.some(({ verifies }) => verifies(signed))) {
      return checkpoint;
    }
    this.#findings.add({ verdict: 'altered', place, detail: 'its signature does not hold' });
    return undefined;
  }

  #isOther(name: string): boolean {
    const own = this.#verifiers.some((verifier) => verifier.name === name);
    return this.#siblings.has(name) || (this.#ownOnly && !own);
  }

  #expectKeys({ keys, keysGiven }: CheckpointSources): void {
    const detail = 'it is no key that checkpoints are checked with';
    keys.forEach((key, index) => {
      if (readVerifierKey(key) !== undefined) return;
      const place = keysGiven ? `--key ${key}` : `${keyFile} line ${index + 1}`;
      this.#findings.add({ verdict: keysGiven ? 'unreadable' : 'altered', place, detail });
    });
  }

  #open({ latest, files, seen }: CheckpointSources): void {
    const read = (note: string, place: string): Checkpoint | undefined => this.#read(note, place);
    if (latest === undefined) {
      this.#findings.add({
        verdict: 'incomplete',
        place: checkpointFile,
        detail: 'there is no signed checkpoint',
      });
    }
    const notes = latest === undefined ? [] : [{ note: latest, place: checkpointFile }];
    this.#latest = new Track(notes, read);
    this.#tracks.push(this.#latest);
    // What lies beside the log is its own; what was kept elsewhere may be of others of the same trail too.
    const readOwn = (note: string, place: string): Checkpoint | undefined =>
      this.#isOther(originOf(note)) ? undefined : read(note, place);
    for (const { path, name, bytes } of files) {
      const isHistory = name === historyFile;
      const notes = (isHistory ? walkNotes : walkWitness)(path, name, bytes);
      const track = new Track(notes, isHistory ? read : readOwn);
      if (isHistory) this.#history = track;
      this.#tracks.push(track);
    }
    if (seen !== undefined)
      this.#tracks.push(new Track([{ note: seen, place: 'what log 0 has of it' }], read));
  }
}

function originOf(note: string): string {
  return readCheckpoint(readNote(note)?.text ?? '')?.origin ?? '';
}
