/** Reads the checkpoints of one place, one at a time: their sizes only grow. */
import { isUtf8 } from 'node:buffer';
import { LongLineError, findLastEnd, walkLines } from '../journal-files.ts';
import { type Checkpoint, logName } from '../proof/checkpoint.ts';
import { readStart } from '../proof/whole-files.ts';

/** A checkpoint that was not compared yet. */
export type Next = { readonly checkpoint: Checkpoint; readonly place: string };

type Note = { readonly note: string; readonly place: string };
type Notes = Generator<Note, undefined>;

const noteStart = Buffer.from(logName(''));
const noteCharactersMax = 1_048_576;

export class Track {
  readonly #notes: Iterator<Note>;
  readonly #read: (note: string, place: string) => Checkpoint | undefined;
  next: Next | undefined;
  lastSize = 0;

  constructor(
    notes: Iterable<Note>,
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

/** Each line of a history is a note as a JSON string. One that was cut is none, and what is longer than any is not read on. */
export function* walkNotes(path: string, name: string, bytes: number): Notes {
  let number = 0;
  let note = '';
  try {
    for (const line of walkLines(path, bytes)) {
      number += 1;
      note = readString(Buffer.from(line, 'latin1'));
      yield { note, place: `${name} line ${number}` };
    }
  } catch (error) {
    if (!(error instanceof LongLineError)) throw error;
    yield { note: '', place: `${name} line ${number + 1}` };
    return;
  }
  if (note !== '' && findLastEnd(path, bytes) < bytes)
    yield { note: '', place: `${name} line ${number}` };
}

/** Copies that were kept elsewhere: on lines, as a gateway gives them to its witnesses, or as anybody saves them from it. */
export function walkWitness(path: string, name: string, bytes: number): Notes {
  const isPlain = readStart(path, noteStart.length).equals(noteStart);
  return isPlain ? walkPlainNotes(path, name, bytes) : walkNotes(path, name, bytes);
}

/** Notes as they are, one behind the other: each begins with its name, and no other line of it does. */
function* walkPlainNotes(path: string, name: string, bytes: number): Notes {
  let [number, first, note] = [0, 1, ''];
  const tell = (text: string): Note => ({ note: text, place: `${name} line ${first}` });
  try {
    for (const bare of walkLines(path, bytes)) {
      number += 1;
      const line = Buffer.from(bare, 'latin1').toString('utf8');
      if (line.startsWith(noteStart.toString()) && note !== '') {
        yield tell(note);
        [first, note] = [number, ''];
      }
      note += `${line}\n`;
      if (note.length > noteCharactersMax) {
        yield tell('');
        return;
      }
    }
  } catch (error) {
    if (!(error instanceof LongLineError)) throw error;
    yield tell('');
    return;
  }
  // A line that does not end is part of the note, and none that is signed has such a one.
  yield tell(findLastEnd(path, bytes) < bytes ? '' : note);
}

/** The text of a JSON string in its one canonical form, else ''. */
function readString(line: Buffer): string {
  try {
    const json = isUtf8(line) ? line.toString('utf8') : '';
    const text: unknown = JSON.parse(json);
    return typeof text === 'string' && JSON.stringify(text) === json ? text : '';
  } catch {
    return '';
  }
}
