/** Reviews of one entry by people at several replicas: each waits until all know what the one before said. */
import type { Pool, PoolClient } from 'pg';
import { locks } from '../../database/locks.ts';
import { inTransaction } from '../../database/postgres.ts';
import { GatewayError } from '../../errors.ts';
import { OneByOne } from '../one-by-one.ts';
import type { Reviewed } from '../review.ts';
import { isLater, noReview, type ReviewState } from '../search/reviews.ts';
import { expectKey } from './claim.ts';
import { readLastReviews } from './last-reviews.ts';
import type { Seal } from './seal.ts';
import type { SharedSettings } from './settings.ts';
import { openSharedTables } from './tables.ts';

/** Apart from those that searches use: who waits for another reviewer keeps nobody from reading. */
const connectionsMax = 2;
const queryMsMax = 10_000;

export type ReviewAct = {
  readonly id: string;
  /** What the entry's own log knows; undefined where that is another replica's. */
  readonly own: () => Promise<ReviewState | undefined>;
  /** Has all that this replica recorded stand in the shared index; answers how many entries do not. */
  readonly settle: () => Promise<number>;
  readonly write: (said: ReviewState) => Promise<Reviewed>;
};

export class SharedReviews {
  readonly #settings: SharedSettings;
  readonly #seal: Seal;
  readonly #here = new OneByOne();
  #pool: Promise<Pool> | undefined;

  constructor(settings: SharedSettings, seal: Seal) {
    this.#settings = settings;
    this.#seal = seal;
  }

  /** Holds a lock on the entry from before it reads what was said until after that is in the index itself. */
  act(act: ReviewAct): Promise<Reviewed> {
    return this.#here.run(act.id, async () => {
      let reviewed: Reviewed | undefined;
      try {
        const pool = await (this.#pool ??= this.#open());
        return await inTransaction(pool, async (client) => {
          const said = await this.#readAlone(client, act);
          reviewed = await act.write(said);
          if ((await act.settle()) > 0) throw new Error('the index is behind');
          return reviewed;
        });
      } catch (error) {
        if (error instanceof GatewayError) throw error;
        throw notShared(reviewed, error);
      }
    });
  }

  async close(): Promise<void> {
    await this.#pool?.then((pool) => pool.end()).catch(() => undefined);
  }

  async #readAlone(client: PoolClient, { id, own, settle }: ReviewAct): Promise<ReviewState> {
    await client.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [locks.auditReviews, id]);
    if ((await settle()) > 0) throw new Error('the index is behind');
    const { [id]: shared = noReview } = await readLastReviews(client, this.#seal, [id]);
    // What is older than the index keeps is known to the entry's own log alone.
    const known = await own();
    return known === undefined || isLater(shared, known) ? shared : known;
  }

  async #open(): Promise<Pool> {
    let pool: Pool | undefined;
    try {
      pool = await openSharedTables(this.#settings.databaseUrl, connectionsMax, queryMsMax);
      await expectKey(pool, this.#seal.fingerprint);
      return pool;
    } catch (error) {
      this.#pool = undefined;
      await pool?.end();
      throw error;
    }
  }
}

/** What was recorded and is not known to the others yet may be crossed by what one of them says. */
function notShared(reviewed: Reviewed | undefined, cause: unknown): GatewayError {
  const detail =
    reviewed === undefined
      ? 'the database does not say what other replicas know of this entry: nothing was recorded'
      : `the review is recorded, as entry \`${reviewed.id}\`, but the database does not tell other replicas of it: read it again later`;
  return new GatewayError('not_ready', detail, { cause });
}
