/** The words of the shared index with the numbers that stand for them, which are the same for all replicas. */
import type { ClientBase, Pool } from 'pg';
import { z } from 'zod';
import { locks } from '../../database/locks.ts';
import { inTransaction } from '../../database/postgres.ts';
import { Dictionary } from '../search/dictionary.ts';
import { reviewFields, wordFields } from '../search/fields.ts';
import type { ReviewField, WordField } from '../search/fields.ts';

export type CodedField = WordField | ReviewField;
/** The values that an entry has in a field. */
export type CodedSet = readonly [CodedField, readonly string[]];
export type SharedDictionaries = Readonly<Record<CodedField, Dictionary>>;

const codedFields: readonly CodedField[] = [...wordFields, ...reviewFields];
const codedNames: ReadonlySet<string> = new Set(codedFields);
const wordRows = z.array(z.object({ field: z.string(), code: z.int(), word: z.string() }));
const madeRows = z.tuple([z.object({ value: z.string() })]);

/** A word is kept as JSON, since PostgreSQL takes no text with a zero character. */
const jsonText = z.string();

export class SharedWords {
  #dictionaries: SharedDictionaries = emptyDictionaries();
  #made = '';

  get dictionaries(): SharedDictionaries {
    return this.#dictionaries;
  }

  /** Learns what others added. Tables that were made anew give other numbers, and nothing of before holds. */
  async refresh(client: ClientBase): Promise<void> {
    const facts = await client.query(`SELECT value FROM gateway_audit_facts WHERE name = 'made'`);
    const [{ value }] = madeRows.parse(facts.rows);
    if (value !== this.#made) this.#dictionaries = emptyDictionaries();
    this.#made = value;
    const sizes = codedFields.map((field) => this.#dictionaries[field].size);
    const { rows } = await client.query(
      `SELECT words.field, words.code, words.word FROM unnest($1::text[], $2::int[]) AS known (field, size)
       JOIN gateway_audit_words AS words ON words.field = known.field AND words.code >= known.size
       ORDER BY words.field, words.code`,
      [codedFields, sizes],
    );
    for (const { field, code, word } of wordRows.parse(rows))
      if (isCoded(field)) this.#dictionaries[field].restore(code, jsonText.parse(JSON.parse(word)));
  }

  /** Gives a number to each set of values that has none. One replica at a time, so that none is given twice. */
  async learn(pool: Pool, sets: readonly CodedSet[]): Promise<void> {
    if (sets.every(([field, values]) => this.#dictionaries[field].codeOf(values) !== undefined))
      return;
    try {
      await inTransaction(pool, async (client) => {
        await client.query('SELECT pg_advisory_xact_lock($1)', [locks.auditWords]);
        await this.refresh(client);
        await this.#add(client, sets);
      });
    } catch (error) {
      // What was not committed may be given to another word.
      this.#made = '';
      throw error;
    }
  }

  async #add(client: ClientBase, sets: readonly CodedSet[]): Promise<void> {
    const added: { field: CodedField; code: number; word: string }[] = [];
    for (const [field, values] of sets) {
      const dictionary = this.#dictionaries[field];
      const before = dictionary.size;
      const code = dictionary.encode(values);
      if (dictionary.size > before) added.push({ field, code, word: dictionary.word(code) });
    }
    await client.query(
      'INSERT INTO gateway_audit_words SELECT * FROM unnest($1::text[], $2::int[], $3::text[])',
      [
        added.map(({ field }) => field),
        added.map(({ code }) => code),
        added.map(({ word }) => JSON.stringify(word)),
      ],
    );
  }
}

function isCoded(field: string): field is CodedField {
  return codedNames.has(field);
}

function emptyDictionaries(): SharedDictionaries {
  const all: Partial<Record<CodedField, Dictionary>> = {};
  for (const field of codedFields) all[field] = new Dictionary();
  return all as SharedDictionaries;
}
