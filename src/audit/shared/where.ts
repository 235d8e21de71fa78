/** A filter as a condition in SQL: words are looked up first, by the same rules as in a log's own index. */
import type { ClientBase } from 'pg';
import { z } from 'zod';
import { hashName } from '../search/column.ts';
import { otherCode, otherWord } from '../search/dictionary.ts';
import { matchesAny, matchesWord } from '../search/filter.ts';
import type { Filter, Range, Term, WordTerm } from '../search/filter.ts';
import { noReview, valuesOf } from '../search/reviews.ts';
import type { SharedDictionaries } from './shared-words.ts';

export type Where = { readonly sql: string; readonly values: readonly unknown[] };

type NameTerm = Term & { readonly kind: 'name' };
type ReviewTerm = Term & { readonly kind: 'review' };
type Bind = (value: unknown) => string;

const erasedRows = z.array(z.object({ subject: z.string(), id: z.string() }));

/** What was said last of each reviewed entry. */
export const lastReviews = `(SELECT DISTINCT ON (about) about, said_in, w_review, w_assignee, w_review_tag
  FROM gateway_audit_reviews ORDER BY about, revision DESC, said_in DESC)`;

/** `rows` is what the rows are called in the statement. */
export async function toWhere(
  client: ClientBase,
  filter: Filter,
  dictionaries: SharedDictionaries,
): Promise<Where & { readonly bind: Bind }> {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const erased = await findErased(client, filter);
  const parts = [
    ...(filter.fromUs === undefined ? [] : [`rows.at_us >= ${bind(toWhole(filter.fromUs))}`]),
    ...(filter.toUs === undefined ? [] : [`rows.at_us <= ${bind(toWhole(filter.toUs))}`]),
    ...filter.terms.map((term) => toCondition(term, dictionaries, erased, bind)),
  ];
  return { sql: parts.length === 0 ? 'true' : parts.join(' AND '), values, bind };
}

function toCondition(
  term: Term,
  dictionaries: SharedDictionaries,
  erased: ReadonlyMap<string, string>,
  bind: Bind,
): string {
  const not = term.negated ? 'NOT ' : '';
  switch (term.kind) {
    case 'words':
    case 'word-range':
      return `${not}rows.w_${term.field} = ANY(${bind(toCodes(term, dictionaries))}::int[])`;
    case 'number':
      return `${not}${toRange(`rows.n_${term.field}`, term.range, bind)}`;
    case 'name':
      return `${not}${toNames(term, erased, bind)}`;
    case 'review':
      return toReview(term, dictionaries, bind);
    case 'text':
      throw new Error('free text is searched where it is kept');
  }
}

function codesOf(flags: Uint8Array): number[] {
  return Array.from(flags.keys()).filter((code) => flags[code] === 1);
}

/** Rows whose word has no number of its own are let through: the list asks their entries, and counts say that they did not. */
function toCodes(term: WordTerm, dictionaries: SharedDictionaries): readonly number[] {
  const codes = codesOf(dictionaries[term.field].select((value) => matchesWord(term, value)));
  const open = isDoubtful(term, dictionaries) && !term.negated;
  return open ? [...codes, otherCode] : codes;
}

function isDoubtful(term: WordTerm, dictionaries: SharedDictionaries): boolean {
  return dictionaries[term.field].isFull && !matchesWord(term, otherWord);
}

/** Terms that cannot be counted by the numbers of words alone. */
export function findDoubtful(
  filter: Filter,
  dictionaries: SharedDictionaries,
): readonly WordTerm[] {
  return filter.terms.filter(
    (term): term is WordTerm =>
      (term.kind === 'words' || term.kind === 'word-range') && isDoubtful(term, dictionaries),
  );
}

function toRange(column: string, { low, high }: Range, bind: Bind): string {
  if (low > Number.MAX_SAFE_INTEGER) return 'false';
  return `(${column} BETWEEN ${bind(Math.ceil(low))} AND ${bind(toWhole(high))})`;
}

function toWhole(value: number): number {
  return Math.floor(Math.min(Math.max(value, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER));
}

/** What came before the erasure of a subject is not found under their name, in whichever log it stands. */
function toNames({ field, values }: NameTerm, erased: ReadonlyMap<string, string>, bind: Bind) {
  const column = `rows.h_${field}`;
  const each = values.map((value) => {
    const since = field === 'subject' ? erased.get(value) : undefined;
    const found = `${column} = ${bind(hashName(value))}`;
    return since === undefined ? found : `(${found} AND rows.id > ${bind(since)})`;
  });
  return each.length === 0 ? 'false' : `(${each.join(' OR ')})`;
}

/** All entries but the reviewed ones pass alike. */
function toReview(term: ReviewTerm, dictionaries: SharedDictionaries, bind: Bind): string {
  const { field, negated } = term;
  const found = dictionaries[field].select((value) => matchesAny(term, value));
  const wanted = codesOf(found.map((flag) => (negated ? 1 - flag : flag)));
  const others = valuesOf(noReview, field).some((value) => matchesAny(term, value)) !== negated;
  const said = `SELECT 1 FROM ${lastReviews} AS said WHERE said.about = rows.id`;
  const reviewed = `EXISTS (${said} AND said.w_${field} = ANY(${bind(wanted)}::int[]))`;
  return others ? `(${reviewed} OR NOT EXISTS (${said}))` : reviewed;
}

async function findErased(client: ClientBase, filter: Filter) {
  const names = filter.terms.flatMap((term) =>
    term.kind === 'name' && term.field === 'subject' ? term.values : [],
  );
  // PostgreSQL takes no text with a zero character, and no subject has one as entries name them.
  const askable = names.filter((name) => !name.includes('\0'));
  if (askable.length === 0) return new Map<string, string>();
  const { rows } = await client.query(
    `SELECT subject, max(id::text) AS id FROM gateway_audit_erased WHERE subject = ANY($1) GROUP BY subject`,
    [askable],
  );
  return new Map(erasedRows.parse(rows).map(({ subject, id }) => [subject, id]));
}
