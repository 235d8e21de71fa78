/** Reviews of one entry by people at several replicas: each waits until all know what the one before said. */
import type { PoolClient } from 'pg';
import { locks } from '../../database/locks.ts';
import { inTransaction } from '../../database/postgres.ts';
import { GatewayError } from '../../errors.ts';
import { OneByOne } from '../one-by-one.ts';
import type { Reviewed } from '../review.ts';
import { isLater, noReview, type ReviewState } from '../search/reviews.ts';
import { readLastReviews } from './last-reviews.ts';
import type { Seal } from './seal.ts';
import type { SharedSettings } from './settings.ts';
import { SharedPool } from './shared-pool.ts';

/** Apart from those that searches use: who waits for another reviewer keeps nobody from reading. */
const connectionsMax = 2;

export type ReviewAct = {
  readonly id: string;
  /** What the entry's own log knows; undefined where that is another replica's. */
  readonly own: () => Promise<ReviewState | undefined>;
  /** Has all that this replica recorded stand in the shared index; answers how many entries do not. */
  readonly settle: () => Promise<number>;
  readonly write: (said: ReviewState) => Promise<Reviewed>;
};

export class SharedReviews {
  readonly #seal: Seal;
  readonly #here = new OneByOne();
  readonly #pool: SharedPool;

  constructor(settings: SharedSettings, seal: Seal) {
    this.#seal = seal;
    this.#pool = new SharedPool(settings, seal, connectionsMax);
  }

  /** Holds a lock on the entry from before it reads what was said until after that is in the index itself. */
  act(act: ReviewAct): Promise<Reviewed> {
    return this.#here.run(act.id, async () => {
      let reviewed: Reviewed | undefined;
      try {
        return await inTransaction(await this.#pool.open(), async (client) => {
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

  close(): Promise<void> {
    return this.#pool.close();
  }

  async #readAlone(client: PoolClient, { id, own, settle }: ReviewAct): Promise<ReviewState> {
    await client.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [locks.auditReviews, id]);
    if ((await settle()) > 0) throw new Error('the index is behind');
    const { [id]: shared = noReview } = await readLastReviews(client, this.#seal, [id]);
    // What is older than the index keeps is known to the entry's own log alone.
    const known = await own();
    return known === undefined || isLater(shared, known) ? shared : known;
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
