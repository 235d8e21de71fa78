/** What reviewers said last of entries, whichever replica it was said at. */
import type { ClientBase } from 'pg';
import type { ReviewState } from '../search/reviews.ts';
import { readReview } from '../search/reviews.ts';
import type { Seal } from './seal.ts';
import { lineColumns, readTrusted } from './trusted-lines.ts';
import { lastReviews } from './where.ts';

/** From the entries that they were made by, which are sealed; the table says only which those are. */
export async function readLastReviews(
  client: ClientBase,
  seal: Seal,
  ids: readonly string[],
): Promise<Readonly<Record<string, ReviewState>>> {
  const { rows } = await client.query(
    `SELECT ${lineColumns} FROM ${lastReviews} AS said
     JOIN gateway_audit_lines AS lines ON lines.id = said.said_in
     LEFT JOIN gateway_audit_logs AS logs ON logs.log = lines.log WHERE said.about = ANY($1::uuid[])`,
    [ids],
  );
  const reviews: Record<string, ReviewState> = {};
  for (const row of rows) {
    const review = readReview(readTrusted(row, seal));
    if (review !== undefined) reviews[review.id] = review.state;
  }
  return reviews;
}
