/** The copy of one log: knows where each of its files ends, brings them up to where they should, and refuses one that is another log's. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pieceBytesMax } from './piece.ts';
import { DivergedError, LostError } from './store.ts';
import type { Store } from './store.ts';

export type CopyOptions = {
  readonly store: Store;
  /** The copy's folder in the store. */
  readonly log: string;
  readonly directory: string;
  /** Called with each answer of the store. */
  readonly onProgress: () => void;
};

export class Copy {
  readonly log: string;
  readonly store: Store;
  readonly directory: string;
  readonly #onProgress: () => void;
  /** Where files end in the store, as far as that was asked. */
  readonly #ends = new Map<string, number>();
  readonly #newest = new Map<string, number>();
  /** Up to where it said that it took files, as far as nobody has looked since; and up to where they were found there. */
  readonly #taken = new Map<string, number>();
  readonly #sure = new Map<string, number>();
  /** The oldest numbered file of a folder that has to be put there again. */
  readonly #lost = new Map<string, number>();
  /** What was put there last of files that are replaced as a whole. */
  readonly #texts = new Map<string, string>();

  constructor({ store, log, directory, onProgress }: CopyOptions) {
    this.store = store;
    this.log = log;
    this.directory = directory;
    this.#onProgress = onProgress;
  }

  /** After a failure nothing that was known of the store is taken for granted. */
  forget(): void {
    this.#ends.clear();
    this.#newest.clear();
    this.#texts.clear();
  }

  /** Looks whether what was put there since the last time is there; an answer alone is only a word. */
  async confirm(): Promise<void> {
    for (const [file, end] of this.#taken) {
      const found = await this.store.findEnd(`${this.log}/${file}`, this.#sure.get(file) ?? 0);
      this.#onProgress();
      if (found < end) throw this.#lose(file, end, found);
      this.#sure.set(file, end);
      this.#taken.delete(file);
    }
    this.#lost.clear();
    for (const [file, text] of this.#texts) {
      if ((await this.store.read(`${this.log}/${file}`)) !== text)
        throw new LostError(`the store took \`${file}\` and does not have it`);
      this.#onProgress();
    }
  }

  /** The number of the newest file that the store has in a folder of numbered ones; `first` where there is none. */
  async newest(folder: string, first: number): Promise<number> {
    const known = this.#newest.get(folder);
    if (known !== undefined) return known;
    const names = await this.store.listFiles(`${this.log}/${folder}`);
    this.#onProgress();
    const newest = Number.parseInt(names.at(-1) ?? String(first), 10);
    return Math.min(newest, this.#lost.get(folder) ?? newest);
  }

  /** The file of this number is the newest from here on. */
  reach(folder: string, number: number): void {
    this.#newest.set(folder, number);
  }

  /** Ships what is missing of a file up to `to`. Evidence is compared with what is there before anything is added. */
  async extend(file: string, to: number, evidence: boolean): Promise<void> {
    let end = this.#ends.get(file) ?? (await this.#findEnd(file, to, evidence));
    if (end >= to) return;
    const handle = await open(join(this.directory, file), 'r');
    try {
      while (end < to) {
        const bytes = Buffer.alloc(Math.min(pieceBytesMax, to - end));
        const { bytesRead } = await handle.read(bytes, 0, bytes.length, end);
        if (bytesRead < bytes.length)
          throw new Error(`\`${file}\` ends before what was written to it`);
        await this.store.append(`${this.log}/${file}`, end, bytes);
        end += bytes.length;
        this.#ends.set(file, end);
        this.#taken.set(file, end);
        this.#onProgress();
      }
    } finally {
      await handle.close();
    }
  }

  /** Puts a small file there where it is not what was put last. */
  async put(file: string, text: string): Promise<void> {
    if (this.#texts.get(file) === text) return;
    await this.store.replace(`${this.log}/${file}`, text);
    this.#texts.set(file, text);
    this.#onProgress();
  }

  #lose(file: string, end: number, found: number): LostError {
    const [folder = '', name = ''] = file.split('/');
    const number = Number.parseInt(name, 10);
    if (number > 0) this.#lost.set(folder, Math.min(number, this.#lost.get(folder) ?? number));
    return new LostError(`the store took \`${file}\` up to ${end} and has it up to ${found}`);
  }

  async #findEnd(file: string, to: number, evidence: boolean): Promise<number> {
    const name = `${this.log}/${file}`;
    const end = await this.store.findEnd(name, this.#sure.get(file) ?? to);
    this.#onProgress();
    if (evidence && end > 0)
      await this.#compare(file, await this.store.readTail(name, end), end, to);
    this.#ends.set(file, end);
    return end;
  }

  async #compare(file: string, tail: Buffer, end: number, to: number): Promise<void> {
    const diverged = (): DivergedError =>
      new DivergedError(`the copy of \`${file}\` is not the beginning of what this trail holds`);
    if (end > to) throw diverged();
    const handle = await open(join(this.directory, file), 'r');
    try {
      const own = Buffer.alloc(tail.length);
      await handle.read(own, 0, own.length, end - tail.length);
      if (!own.equals(tail)) throw diverged();
    } finally {
      await handle.close();
    }
  }
}
