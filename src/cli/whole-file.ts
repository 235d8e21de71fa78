/** A file that appears under its name when all of it is there: whoever finds half of an export would take it for the whole. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { Refusal, messageOf } from './refusal.ts';
import { exitStatus } from './io.ts';

export class WholeFile {
  readonly #path: string;
  readonly #part: string;
  readonly #file: number;

  /** What a run that was killed left beside it is written over. */
  static begin(path: string): WholeFile {
    if (existsSync(path))
      throw new Refusal(exitStatus.bad, `\`${path}\` is there already; name a file that is new`);
    return new WholeFile(path);
  }

  private constructor(path: string) {
    this.#path = path;
    this.#part = `${path}.part`;
    try {
      // What an entry says is for those alone who may read the trail.
      this.#file = openSync(this.#part, 'w', 0o600);
    } catch (error) {
      throw new Refusal(exitStatus.bad, `\`${path}\` cannot be written: ${messageOf(error)}`);
    }
  }

  readonly add = (text: string): void => {
    writeFileSync(this.#file, text);
  };

  finish(): void {
    fsyncSync(this.#file);
    closeSync(this.#file);
    renameSync(this.#part, this.#path);
  }

  /** Nothing of it stays. */
  drop(): void {
    rmSync(this.#part, { force: true });
  }
}
