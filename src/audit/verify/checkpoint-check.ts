/** Checks every checkpoint that was kept or witnessed against the tree as it was at that size. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { walkLines } from '../journal-files.ts';
import { readCheckpoint } from '../proof/checkpoint.ts';
import type { Checkpoint } from '../proof/checkpoint.ts';
import { readNote, readVerifierKey } from '../proof/note.ts';
import type { Verifier } from '../proof/note.ts';
import { checkpointFile, historyFile, readKeys } from '../proof/sealed-files.ts';
import type { Findings } from './report.ts';

export type CheckpointOptions = {
  readonly directory: string;
  /** Keys that the caller trusts; without them those beside the trail are taken. */
  readonly keys?: readonly string[];
  /** Files with copies of checkpoints that were kept elsewhere. */
  readonly witnesses?: readonly string[];
  /** Names of other logs of the same trail, which the same witnesses may have copies of. */
  readonly siblings?: readonly string[];
  /** Witnesses are used by logs that nobody names here: what is not signed under this log's name is passed over. */
  readonly ownOnly?: boolean;
};

/** The checkpoints as they were at one moment: while the trail grows, they must not be ahead of what is read of it. */
export type CheckpointSources = {
  readonly latest: string | undefined;
  readonly files: readonly {
    readonly path: string;
    readonly name: string;
    readonly bytes: number;
  }[];
  readonly keys: readonly string[];
  readonly keysGiven: boolean;
  readonly siblings: readonly string[];
  readonly ownOnly: boolean;
};

export function readSources(options: CheckpointOptions): CheckpointSources {
  const { directory, keys, witnesses = [], siblings = [], ownOnly = false } = options;
  const history = join(directory, historyFile);
  const paths = [
    ...(existsSync(history) ? [{ path: history, name: historyFile }] : []),
    ...witnesses.map((path) => ({ path, name: path })),
  ];
  const latest = join(directory, checkpointFile);
  return {
    files: paths.map(({ path, name }) => ({ path, name, bytes: statSync(path).size })),
    latest: existsSync(latest) ? readFileSync(latest, 'utf8') : undefined,
    keys: keys ?? readKeys(directory),
    keysGiven: keys !== undefined,
    ...{ siblings, ownOnly },
  };
}

type Next = { readonly checkpoint: Checkpoint; readonly place: string };

/** Reads one file of checkpoints beside the journal: sizes only grow, so one at a time is enough. */
class Track {
  readonly #notes: Iterator<{ readonly note: string; readonly place: string }>;
  readonly #read: (note: string, place: string) => Checkpoint | undefined;
  next: Next | undefined;
  lastSize = 0;

  constructor(
    notes: Iterable<{ readonly note: string; readonly place: string }>,
    read: (note: string, place: string) => Checkpoint | undefined,
  ) {
    this.#notes = notes[Symbol.iterator]();
    this.#read = read;
    this.advance();
  }

  advance(): void {
    this.lastSize = this.next?.checkpoint.size ?? this.lastSize;
    this.next = undefined;
    for (;;) {
      const found = this.#notes.next();
      if (found.done === true) return;
      const { note, place } = found.value;
      const checkpoint = this.#read(note, place);
      if (checkpoint === undefined) continue;
      this.next = { checkpoint, place };
      return;
    }
  }
}

export class CheckpointCheck {
  readonly #findings: Findings;
  readonly #verifiers: readonly Verifier[];
  readonly #siblings: ReadonlySet<string>;
  readonly #ownOnly: boolean;
  readonly #tracks: Track[] = [];
  #checked = 0;
  #largest = 0;
  #largestAt = '';

  constructor(sources: CheckpointSources, findings: Findings) {
    this.#findings = findings;
    this.#siblings = new Set(sources.siblings);
    this.#ownOnly = sources.ownOnly;
    this.#verifiers = sources.keys.flatMap((key) => readVerifierKey(key) ?? []);
    if (!sources.keysGiven && this.#verifiers.length > 0) {
      findings.note(
        'the key was taken from beside the trail; compare it with the one you were given',
      );
    }
    if (this.#verifiers.length === 0) {
      findings.add({
        verdict: 'incomplete',
        place: 'checkpoint.pub',
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
        const detail = `${checkpoint.size} entries were signed at ${checkpoint.at} and ${size} are here: the tail is missing`;
        this.#findings.add({ verdict: 'altered', seq: size, place, detail });
        track.advance();
      }
    }
    const [latest, history] = this.#tracks;
    if (latest !== undefined && history !== undefined && latest.lastSize < history.lastSize) {
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

  #open({ latest, files }: CheckpointSources): void {
    const read = (note: string, place: string): Checkpoint | undefined => this.#read(note, place);
    if (latest === undefined) {
      this.#findings.add({
        verdict: 'incomplete',
        place: checkpointFile,
        detail: 'there is no signed checkpoint',
      });
    }
    const notes = latest === undefined ? [] : [{ note: latest, place: checkpointFile }];
    this.#tracks.push(new Track(notes, read));
    // What lies beside the log is its own; what was kept elsewhere may be of others of the same trail too.
    const readOwn = (note: string, place: string): Checkpoint | undefined =>
      this.#isOther(originOf(note)) ? undefined : read(note, place);
    for (const { path, name, bytes } of files)
      this.#tracks.push(
        new Track(walkNotes(path, name, bytes), name === historyFile ? read : readOwn),
      );
  }
}

function originOf(note: string): string {
  return readCheckpoint(readNote(note)?.text ?? '')?.origin ?? '';
}

/** Each line of a history is a note as a JSON string. */
function* walkNotes(
  path: string,
  name: string,
  bytes: number,
): Generator<{ note: string; place: string }, undefined> {
  let number = 0;
  for (const line of walkLines(path, bytes)) {
    number += 1;
    const place = `${name} line ${number}`;
    yield { note: readString(Buffer.from(line, 'latin1').toString('utf8')), place };
  }
}

/** The text of a JSON string in its one canonical form, else ''. */
function readString(json: string): string {
  try {
    const text: unknown = JSON.parse(json);
    return typeof text === 'string' && JSON.stringify(text) === json ? text : '';
  } catch {
    return '';
  }
}
