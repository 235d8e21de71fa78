/** The tables in which replicas tell each other whom they erased, and how far each of them is: how they are made, read and written. */
import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';
import { locks } from '../../database/locks.ts';
import { inTransaction, openTables } from '../../database/postgres.ts';
import { unheardSeconds } from './settings.ts';
import type { Seal } from './seal.ts';

/**
 * Numbers are given under a lock, so whoever knows one knows all before it. A database that is made anew has another series;
 * one that was set back to an older state goes on above `floor`, which is the highest number that a replica knows.
 */
const migrations = [
  `CREATE TABLE gateway_erasure_series (series text NOT NULL, floor bigint NOT NULL);
   INSERT INTO gateway_erasure_series SELECT gen_random_uuid()::text, 0;
   CREATE TABLE gateway_erasures (
     number bigint PRIMARY KEY, key text NOT NULL, subject text NOT NULL, log text NOT NULL,
     told_at timestamptz NOT NULL DEFAULT now(), mac bytea NOT NULL);
   CREATE TABLE gateway_erasure_places (
     place text PRIMARY KEY, log text NOT NULL, series text NOT NULL, number bigint NOT NULL,
     heard_at timestamptz NOT NULL);`,
];
/** One that tells, one that learns, and one that asks how far the others are. */
const connectionsMax = 3;
const rowsMax = 500;
const sealPlace = 'erasures';

const stateRow = z.object({ series: z.string(), last: z.coerce.number() });
const erasureRow = z.object({
  number: z.coerce.number(),
  key: z.string(),
  subject: z.string(),
  log: z.string(),
  mac: z.instanceof(Uint8Array),
});

/** The newest number of a series. */
export type Series = { readonly series: string; readonly last: number };

export type ErasureRow = {
  readonly number: number;
  readonly subject: string;
  readonly log: string;
  /** `foreign`: under another master key, so nobody here can tell who it is; `doubtful`: written by somebody without it. */
  readonly standing: 'sound' | 'foreign' | 'doubtful';
};

export function openErasureTables(url: string): Promise<Pool> {
  return openTables(url, { room: 'erasures', migrations, connectionsMax });
}

export async function readSeries(client: Pick<PoolClient, 'query'>): Promise<Series> {
  const { rows } = await client.query(
    `SELECT series, greatest(floor, (SELECT max(number) FROM gateway_erasures)) AS last
     FROM gateway_erasure_series`,
  );
  return stateRow.parse(rows[0]);
}

/** So that no number is given twice that a replica believes to know. */
export async function raiseFloor(pool: Pool, known: Series): Promise<void> {
  await pool.query(
    'UPDATE gateway_erasure_series SET floor = greatest(floor, $2) WHERE series = $1',
    [known.series, known.last],
  );
}

/** In the order of their numbers, as many as are read at once. */
export async function readErasures(
  pool: Pool,
  seal: Seal,
  { series, last: after }: Series,
): Promise<readonly ErasureRow[]> {
  const { rows } = await pool.query(
    `SELECT number, key, subject, log, mac FROM gateway_erasures WHERE number > $1
     ORDER BY number LIMIT $2`,
    [after, rowsMax],
  );
  return z
    .array(erasureRow)
    .parse(rows)
    .map(({ key, mac, ...row }) => {
      const fits = seal.fits(sealPlace, toSealed(series, row), mac);
      const standing = key !== seal.fingerprint ? 'foreign' : fits ? 'sound' : 'doubtful';
      return { ...row, standing };
    });
}

/** Durable when it resolves; answers the series, and the number that the erasure has in it. */
export function tellErasure(
  pool: Pool,
  seal: Seal,
  { subject, log, known }: { readonly subject: string; readonly log: string; known: Series },
): Promise<Series> {
  return inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [locks.erasures]);
    const { series, last } = await readSeries(client);
    const number = 1 + Math.max(last, known.series === series ? known.last : 0);
    const mac = seal.of(sealPlace, toSealed(series, { number, subject, log }));
    await client.query(
      'INSERT INTO gateway_erasures (number, key, subject, log, mac) VALUES ($1, $2, $3, $4, $5)',
      [number, seal.fingerprint, subject, log, mac],
    );
    return { series, last: number };
  });
}

export type PlaceState = {
  readonly place: string;
  readonly log: string;
  readonly known: Series;
};

export async function writePlace(pool: Pool, { place, log, known }: PlaceState): Promise<void> {
  await pool.query(
    `INSERT INTO gateway_erasure_places VALUES ($1, $2, $3, $4, now())
     ON CONFLICT (place) DO UPDATE SET log = excluded.log, series = excluded.series,
       number = excluded.number, heard_at = excluded.heard_at`,
    [place, log, known.series, known.last],
  );
}

/** Nobody waits from here on for what it has not done. */
export async function endPlace(pool: Pool, place: string): Promise<void> {
  await pool.query(`UPDATE gateway_erasure_places SET heard_at = '-infinity' WHERE place = $1`, [
    place,
  ]);
}

/** Those of this name that are not heard of will not do their part: their logs were taken out, so no answer waits for them. */
export async function retireErasurePlaces(client: PoolClient, log: string): Promise<void> {
  const found = await client.query<{ there: boolean }>(
    "SELECT to_regclass('gateway_erasure_places') IS NOT NULL AS there",
  );
  if (found.rows[0]?.there !== true) return;
  await client.query(
    'DELETE FROM gateway_erasure_places WHERE log = $1 AND heard_at < now() - make_interval(secs => $2)',
    [log, unheardSeconds],
  );
}

const behindRow = z.object({ log: z.string(), heard: z.boolean() });

/** Places other than this one that have not said yet that they are so far, and whether they are heard of. */
export async function readBehind(
  pool: Pool,
  place: string,
  { series, last }: Series,
): Promise<readonly z.output<typeof behindRow>[]> {
  const { rows } = await pool.query(
    `SELECT log, heard_at > now() - make_interval(secs => $4) AS heard FROM gateway_erasure_places
     WHERE place <> $1 AND (series <> $2 OR number < $3) ORDER BY log, place`,
    [place, series, last, unheardSeconds],
  );
  return z.array(behindRow).parse(rows);
}

function toSealed(series: string, { number, subject, log }: Omit<ErasureRow, 'standing'>): string {
  return JSON.stringify([series, number, subject, log]);
}
