/** The dictionaries of the index as its file holds them: read once, and written on with each full block. */
import type { DatabaseSync } from 'node:sqlite';
import { StaleIndexError, textOf, wholeOf } from '../index-rows.ts';
import type { Dictionaries } from './block.ts';
import { Dictionary } from './dictionary.ts';
import { wordFields } from './fields.ts';
import type { WordField } from './fields.ts';
import { digestOfWords } from './index-digest.ts';

/** The codes before it stand for no word and for any other. */
const firstCode = 2;

export class StoredWords {
  readonly dictionaries: Dictionaries;
  readonly #database: DatabaseSync;
  readonly #written = new Map<WordField, number>();

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.dictionaries = this.#read();
  }

  /** Adds the words that are new, and says again what all of them come to. */
  write(): void {
    const write = this.#database.prepare('INSERT INTO words VALUES (?, ?, ?)');
    for (const field of wordFields) {
      const dictionary = this.dictionaries[field];
      for (let code = this.#written.get(field) ?? firstCode; code < dictionary.size; code += 1) {
        write.run(field, code, dictionary.word(code));
      }
      this.#written.set(field, dictionary.size);
    }
    this.#database
      .prepare(`INSERT OR REPLACE INTO meta VALUES ('words', ?)`)
      .run(digestOfWords(this.#database));
  }

  #read(): Dictionaries {
    const dictionaries: Partial<Record<WordField, Dictionary>> = {};
    const read = this.#database.prepare(
      'SELECT code, word FROM words WHERE field = ? ORDER BY code',
    );
    for (const field of wordFields) {
      const dictionary = new Dictionary();
      for (const row of read.iterate(field)) {
        if (wholeOf(row['code']) !== dictionary.size)
          throw new StaleIndexError('a word is missing');
        dictionary.restore(dictionary.size, textOf(row['word']));
      }
      dictionaries[field] = dictionary;
      this.#written.set(field, dictionary.size);
    }
    return dictionaries as Dictionaries;
  }
}
