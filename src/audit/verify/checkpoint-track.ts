/** Reads the checkpoints of one place, one at a time: their sizes only grow. */
import { isUtf8 } from 'node:buffer';
import { LongLineError, findLastEnd, walkLines } from '../journal-files.ts';
import type { Checkpoint } from '../proof/checkpoint.ts';

/** A checkpoint that was not compared yet. */
export type Next = { readonly checkpoint: Checkpoint; readonly place: string };

export class Track {
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

/** Each line of a history is a note as a JSON string. One that was cut is none, and what is longer than any is not read on. */
export function* walkNotes(
  path: string,
  name: string,
  bytes: number,
): Generator<{ note: string; place: string }, undefined> {
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
