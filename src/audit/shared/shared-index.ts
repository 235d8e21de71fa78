/** Answers searches over the entries of all replicas from PostgreSQL, or says that it cannot. */
import type { ClientBase, PoolClient } from 'pg';
import { z } from 'zod';
import { inTransaction } from '../../database/postgres.ts';
import { GatewayError } from '../../errors.ts';
import { readRow } from '../search/fields.ts';
import { matchesWord } from '../search/filter.ts';
import type { Filter, WordTerm } from '../search/filter.ts';
import type { FacetRequest, HistogramRequest, ListRequest } from '../search/query.ts';
import type { Facets, Histogram } from '../search/counts.ts';
import { type Page, confirms } from '../search/reader.ts';
import type { ReviewState } from '../search/reviews.ts';
import type { StoredEntry } from '../stored-entry.ts';
import { countShared, drawShared } from './counts.ts';
import { readLastReviews } from './last-reviews.ts';
import { type ReviewAct, SharedReviews } from './shared-reviews.ts';
import type { Reviewed } from '../review.ts';
import { type SharedSettings, unheardSeconds } from './settings.ts';
import { Seal } from './seal.ts';
import { SharedPool } from './shared-pool.ts';
import { SharedWords } from './shared-words.ts';
import { lineColumns, readFound, readTrusted } from './trusted-lines.ts';
import { findDoubtful, toWhere } from './where.ts';

const connectionsMax = 4;
const exchangeEntriesMax = 200;
const pagesMax = 50;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const idRow = z.object({ id: z.string() });
const originRows = z.array(z.object({ origin: z.string() }));

export class SharedIndex {
  readonly #seal: Seal;
  readonly #words = new SharedWords();
  readonly #reviews: SharedReviews;
  readonly #pool: SharedPool;

  constructor(settings: SharedSettings, masterKey: Uint8Array) {
    this.#seal = new Seal(masterKey);
    this.#pool = new SharedPool(settings, this.#seal, connectionsMax);
    this.#reviews = new SharedReviews(settings, this.#seal);
  }

  list(request: ListRequest): Promise<Page> {
    const { cursor } = request;
    if (cursor !== undefined && !uuid.test(cursor))
      throw new GatewayError('invalid_request', 'the request is not valid at `/cursor`', {
        faults: [{ pointer: '/cursor', detail: '`next` of another answer' }],
      });
    return this.#ask((client) => this.#list(client, request));
  }

  /** All entries of an exchange, oldest first. */
  async exchange(exchange: string): Promise<readonly StoredEntry[]> {
    const terms = [
      { kind: 'name', field: 'exchange', negated: false, values: [exchange] },
    ] as const;
    const request = { filter: { terms }, limit: exchangeEntriesMax, direction: 'newer' } as const;
    return (await this.list(request)).entries;
  }

  find(id: string): Promise<StoredEntry | undefined> {
    if (!uuid.test(id)) return Promise.resolve(undefined);
    return this.#ask(async (client) => {
      const { rows } = await client.query(
        `SELECT ${lineColumns} FROM gateway_audit_lines AS lines
         LEFT JOIN gateway_audit_logs AS logs ON logs.log = lines.log WHERE lines.id = $1`,
        [id],
      );
      return rows.map((row) => readTrusted(row, this.#seal))[0];
    });
  }

  count(request: FacetRequest): Promise<Facets> {
    return this.#ask((client) => countShared(client, this.#words.dictionaries, request));
  }

  draw(request: HistogramRequest): Promise<Histogram> {
    return this.#ask((client) => drawShared(client, this.#words.dictionaries, request));
  }

  /** Logs whose replicas have not been heard of although they did not end in order: entries may be missing. */
  unheard(): Promise<readonly string[]> {
    return this.#ask(async (client) => {
      const { rows } = await client.query(
        `SELECT DISTINCT origin FROM gateway_audit_logs
         WHERE NOT closed AND heard_at < now() - make_interval(secs => $1) ORDER BY origin`,
        [unheardSeconds],
      );
      return originRows.parse(rows).map(({ origin }) => origin);
    });
  }

  /** Fields with more values than are told apart, whose terms in a filter let too many entries be counted. */
  async findUncountable(filter: Filter): Promise<readonly string[]> {
    if (!filter.terms.some(({ kind }) => kind === 'words' || kind === 'word-range')) return [];
    return this.#ask((_) =>
      Promise.resolve(findDoubtful(filter, this.#words.dictionaries).map(({ field }) => field)),
    );
  }

  review(act: ReviewAct): Promise<Reviewed> {
    return this.#reviews.act(act);
  }

  /** What reviewers said last of those entries that were reviewed, by id. */
  readReviews(ids: readonly string[]): Promise<Readonly<Record<string, ReviewState>>> {
    const known = ids.filter((id) => uuid.test(id));
    return this.#ask((client) => readLastReviews(client, this.#seal, known));
  }

  async close(): Promise<void> {
    await this.#reviews.close();
    await this.#pool.close();
  }

  /** One moment of the index for all that one answer is made of. */
  async #ask<Answer>(read: (client: PoolClient) => Promise<Answer>): Promise<Answer> {
    const begin = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
    try {
      return await inTransaction(
        await this.#pool.open(),
        async (client) => {
          await this.#words.refresh(client);
          return read(client);
        },
        begin,
      );
    } catch (error) {
      if (error instanceof GatewayError) throw error;
      const detail = 'the shared index cannot be asked: the database does not answer';
      throw new GatewayError('not_ready', detail, { cause: error });
    }
  }

  /** Goes on where rows were found whose entries do not pass, so that a page is short only at the end, or after so many tries. */
  async #list(client: ClientBase, request: ListRequest): Promise<Page> {
    const found: StoredEntry[] = [];
    let next = request.cursor ?? null;
    for (let pages = 0; pages < pagesMax; pages += 1) {
      const page = await this.#page(client, { ...request, ...(next && { cursor: next }) });
      found.push(...page.entries);
      ({ next } = page);
      if (next === null || found.length >= request.limit) break;
    }
    const entries = found.slice(0, request.limit);
    if (found.length > entries.length) next = entries.at(-1)?.id ?? null;
    const ids = entries.map(({ id }) => id);
    return { entries, next, reviews: await readLastReviews(client, this.#seal, ids) };
  }

  async #page(client: ClientBase, { filter, limit, cursor, direction }: ListRequest) {
    const { dictionaries } = this.#words;
    const { sql, values, bind } = await toWhere(client, filter, dictionaries);
    const older = direction === 'older';
    const from = cursor === undefined ? '' : `AND rows.id ${older ? '<' : '>'} ${bind(cursor)}`;
    const order = older ? 'DESC' : 'ASC';
    const { rows } = await client.query(
      `SELECT found.*, ${lineColumns.replace('lines.id', 'found.id')} FROM (
         SELECT * FROM gateway_audit_rows AS rows WHERE ${sql} ${from}
         ORDER BY rows.id ${order} LIMIT ${bind(limit + 1)}) AS found
       LEFT JOIN gateway_audit_lines AS lines ON lines.id = found.id
       LEFT JOIN gateway_audit_logs AS logs ON logs.log = lines.log ORDER BY found.id ${order}`,
      [...values],
    );
    const doubtful = findDoubtful(filter, dictionaries);
    const shown: readonly unknown[] = rows.slice(0, limit);
    const entries = shown
      .map((row) => readFound(row, this.#seal, dictionaries))
      .filter((entry) => confirms(entry, filter) && doubtful.every((term) => hasWord(entry, term)));
    const last = rows.length > limit ? idRow.parse(shown.at(-1)).id : null;
    return { entries, next: last };
  }
}

function hasWord(entry: StoredEntry, term: WordTerm): boolean {
  return (
    readRow(entry, 0).words[term.field].some((word) => matchesWord(term, word)) !== term.negated
  );
}
