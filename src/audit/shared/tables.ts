/** The tables of the shared index in PostgreSQL: how they are made, and the names that both ends of it use. */
import type { Pool } from 'pg';
import { openTables } from '../../database/postgres.ts';
import { nameFields, numberFields, wordFields } from '../search/fields.ts';

/** What is kept of an entry to search it by. Names are hashes of what they stand for, as in the index of a log. */
export const rowColumns = [
  'at_us',
  ...wordFields.map((field) => `w_${field}`),
  ...numberFields.map((field) => `n_${field}`),
  ...nameFields.map((field) => `h_${field}`),
] as const;

const words =
  'type decision policy rule category severity model upstream dialect route key owner team tag ' +
  'status coverage cause act delivered origin';
const numbers = 'latency bytes_in bytes_out tokens_in tokens_out';
const names = 'subject session exchange request content about';

function columns(fields: string, prefix: string, type: string): string {
  const all = fields.split(' ').map((field) => `${prefix}_${field} ${type} NOT NULL`);
  return all.join(', ');
}

/** Entries by their ids, which begin with their time: a month of them is a partition. */
const migrations = [
  `CREATE TABLE gateway_audit_facts (name text PRIMARY KEY, value text NOT NULL);
   INSERT INTO gateway_audit_facts VALUES ('made', gen_random_uuid()::text);
   CREATE TABLE gateway_audit_logs (
     log integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, first_id uuid NOT NULL UNIQUE,
     origin text NOT NULL, seq bigint NOT NULL, segment integer NOT NULL, line_offset bigint NOT NULL,
     prev text NOT NULL, durable bigint NOT NULL, heard_at timestamptz NOT NULL, closed boolean NOT NULL);
   CREATE TABLE gateway_audit_words (
     field text NOT NULL, code integer NOT NULL, word text NOT NULL, PRIMARY KEY (field, code));
   CREATE TABLE gateway_audit_rows (
     id uuid PRIMARY KEY, log integer NOT NULL, seq bigint NOT NULL, at_us bigint NOT NULL,
     ${columns(words, 'w', 'integer')}, ${columns(numbers, 'n', 'bigint')},
     ${columns(names, 'h', 'bigint')}) PARTITION BY RANGE (id);
   CREATE INDEX ON gateway_audit_rows (at_us);
   ${names
     .split(' ')
     .map((name) => `CREATE INDEX ON gateway_audit_rows (h_${name}) WHERE h_${name} <> 0;`)
     .join('\n')}
   CREATE TABLE gateway_audit_lines (
     id uuid PRIMARY KEY, log integer NOT NULL, line text NOT NULL, mac bytea NOT NULL)
     PARTITION BY RANGE (id);
   CREATE TABLE gateway_audit_reviews (
     said_in uuid PRIMARY KEY, log integer NOT NULL, about uuid NOT NULL, w_review integer NOT NULL,
     w_assignee integer NOT NULL, w_review_tag integer NOT NULL);
   CREATE INDEX ON gateway_audit_reviews (about, said_in DESC);
   CREATE TABLE gateway_audit_erased (
     subject text NOT NULL, log integer NOT NULL, id uuid NOT NULL, PRIMARY KEY (subject, log));`,
  `ALTER TABLE gateway_audit_reviews ADD COLUMN revision integer NOT NULL DEFAULT 1;
   CREATE INDEX ON gateway_audit_reviews (about, revision DESC, said_in DESC);`,
];

/** `queryMsMax`: longer than that nobody waits for an answer. */
export function openSharedTables(
  url: string,
  connectionsMax: number,
  queryMsMax: number,
): Promise<Pool> {
  return openTables(url, {
    room: 'audit',
    migrations,
    connectionsMax,
    more: { query_timeout: queryMsMax, statement_timeout: queryMsMax },
  });
}
