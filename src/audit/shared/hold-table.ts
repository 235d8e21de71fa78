/** The table of legal holds that replicas share: how it is made, read and written. */
import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';
import { openTables } from '../../database/postgres.ts';
import type { HoldRow } from '../content/hold-rows.ts';
import { GatewayError } from '../../errors.ts';
import { Seal } from './seal.ts';

/** A release is a row too: a row that is missing is one that was taken away. */
const migrations = [
  `CREATE TABLE gateway_holds (
     key text NOT NULL, subject text NOT NULL, revision bigint NOT NULL, held boolean NOT NULL,
     entry text NOT NULL, log text NOT NULL, mac bytea NOT NULL, PRIMARY KEY (key, subject));`,
];
/** One that destroys or learns of holds, one that sets one, and who lists them. */
const connectionsMax = 4;
/** So long a hold waits for what is being destroyed. */
const queryMsMax = 10_000;
const sealPlace = 'holds';

const tableRow = z.object({
  key: z.string(),
  subject: z.string(),
  revision: z.coerce.number(),
  held: z.boolean(),
  entry: z.string(),
  log: z.string(),
  mac: z.instanceof(Uint8Array),
});

/** The last word on a subject. */
export type Said = HoldRow & { readonly held: boolean };

export type Table = {
  /** By subject, as somebody wrote it who has the master key. */
  readonly sound: ReadonlyMap<string, Said>;
  /** What somebody else wrote in their name: whether they are held is not known. */
  readonly doubtful: ReadonlyMap<string, number>;
  /** Held by replicas that have another master key: here nobody can tell whose name these are. */
  readonly foreign: readonly string[];
};

export function openHoldTable(url: string): Promise<Pool> {
  return openTables(url, {
    room: 'holds',
    migrations,
    connectionsMax,
    more: { query_timeout: queryMsMax, statement_timeout: queryMsMax },
  });
}

export async function readHolds(client: Pick<PoolClient, 'query'>, seal: Seal): Promise<Table> {
  const { rows } = await client.query('SELECT * FROM gateway_holds');
  const sound = new Map<string, Said>();
  const doubtful = new Map<string, number>();
  const foreign: string[] = [];
  for (const row of z.array(tableRow).parse(rows)) {
    const { key, subject: id, mac, ...rest } = row;
    const said = { id, ...rest };
    if (key !== seal.fingerprint) {
      if (said.held) foreign.push(id);
    } else if (seal.fits(sealPlace, toSealed(said), mac)) sound.set(id, said);
    else doubtful.set(id, said.revision);
  }
  return { sound, doubtful, foreign };
}

export async function writeHold(client: PoolClient, seal: Seal, said: Said): Promise<void> {
  const { id, revision, held, entry, log } = said;
  await client.query(
    `INSERT INTO gateway_holds (key, subject, revision, held, entry, log, mac)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (key, subject) DO UPDATE SET revision = excluded.revision, held = excluded.held,
       entry = excluded.entry, log = excluded.log, mac = excluded.mac`,
    [seal.fingerprint, id, revision, held, entry, log, seal.of(sealPlace, toSealed(said))],
  );
}

/** For whoever only asks: by pseudonym, those included of whom it is not known whether they still are. */
export async function listHeld(url: string, masterKey: Uint8Array): Promise<readonly string[]> {
  const pool = await openHoldTable(url).catch((error: unknown) => {
    throw cannotAsk('ask again later', error);
  });
  try {
    return heldIn(await readHolds(pool, new Seal(masterKey)));
  } finally {
    await pool.end();
  }
}

export function heldIn({ sound, doubtful, foreign }: Table): readonly string[] {
  const held = [...sound.values()].filter((said) => said.held).map(({ id }) => id);
  return [...held, ...doubtful.keys(), ...foreign];
}

export function cannotAsk(then: string, cause: unknown): GatewayError {
  return new GatewayError(
    'not_ready',
    `the database does not say who is under legal hold: ${then}`,
    { cause },
  );
}

/** Also of a row that is not believed: what is said next has to be newer for all. */
export function nextRevision({ sound, doubtful }: Table, id: string): number {
  return 1 + Math.max(sound.get(id)?.revision ?? 0, doubtful.get(id) ?? 0);
}

function toSealed({ id, revision, held, entry, log }: Said): string {
  return JSON.stringify([id, revision, held, entry, log]);
}
