/** Legal holds that all replicas know: set and released at any of them, and asked for at each before it destroys anything. */
import type { Pool, PoolClient } from 'pg';
import { locks } from '../../database/locks.ts';
import { inTransaction } from '../../database/postgres.ts';
import { whyDown } from '../../database/why.ts';
import { GatewayError } from '../../errors.ts';
import type { Recorded, Recorder } from '../../governance/event.ts';
import type { Vault } from '../content/vault.ts';
import { type Destroy, type Holds, holdIn, notHeld } from '../holds.ts';
import { OneByOne } from '../one-by-one.ts';
import { settlesWithin } from '../settles-within.ts';
import {
  type Table,
  cannotAsk,
  heldIn,
  nextRevision,
  openHoldTable,
  readHolds,
  writeHold,
} from './hold-table.ts';
import { learnHolds, listOwed } from './learned-holds.ts';
import { Seal } from './seal.ts';

export type SharedHoldsOptions = {
  readonly databaseUrl: string;
  readonly masterKey: Uint8Array;
  /** The name of this log, by which others find the entry of a hold. */
  readonly log: string;
  /** Who is held as far as this place knows by itself. */
  readonly known: () => Promise<readonly string[]>;
  readonly vault: Vault;
  readonly record: Recorder;
  readonly onAlarm: (message: string, fields: Readonly<Record<string, unknown>>) => void;
};

const lookMs = 1_000;
const closeMs = 2_000;

export class SharedHolds implements Holds {
  readonly #options: SharedHoldsOptions;
  readonly #seal: Seal;
  /** Acts here and what is learned from elsewhere come one after the other. */
  readonly #turns = new OneByOne();
  #pool: Promise<Pool> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #unknownSinceMs: number | undefined;

  constructor(options: SharedHoldsOptions) {
    this.#options = options;
    this.#seal = new Seal(options.masterKey);
  }

  /** Learns from here on what is said elsewhere, and tells there what is owed. */
  follow(): void {
    this.#timer = setInterval(() => this.#look(), lookMs).unref();
    this.#look();
  }

  get unknownMs(): number {
    return this.#unknownSinceMs === undefined ? 0 : performance.now() - this.#unknownSinceMs;
  }

  hold(id: string, record: () => Promise<Recorded>): Promise<Recorded> {
    const { vault, log } = this.#options;
    return this.#act('hold', async (client, tell) => {
      const revision = nextRevision(await readHolds(client, this.#seal), id);
      const { id: entry } = await holdIn(vault, id, async () => tell(await record()));
      await writeHold(client, this.#seal, { id, revision, held: true, entry, log });
      return () => vault.hold(id, { revision, entry, log });
    });
  }

  release(id: string, record: () => Promise<Recorded>): Promise<Recorded> {
    const { vault, log, known } = this.#options;
    return this.#act('release', async (client, tell) => {
      const table = await readHolds(client, this.#seal);
      const isHeld = table.sound.get(id)?.held === true || table.doubtful.has(id);
      if (!isHeld && !(await known()).includes(id)) throw notHeld();
      const { id: entry } = tell(await record());
      const revision = nextRevision(table, id);
      await writeHold(client, this.#seal, { id, revision, held: false, entry, log });
      return () => vault.release(id);
    });
  }

  async list(): Promise<readonly string[]> {
    const table = await this.#ask((client) => readHolds(client, this.#seal));
    return [...new Set([...heldIn(table), ...(await this.#options.known())])].sort();
  }

  /** Whoever sets a hold waits until this is over, so it is given who is held for as long as it runs. */
  async destroying<Result>(work: Destroy<Result>): Promise<Result> {
    const state: { began: boolean; done?: { readonly result: Result } } = { began: false };
    try {
      return await inTransaction(await this.#open(), async (client) => {
        await client.query('SELECT pg_advisory_xact_lock_shared($1)', [locks.holds]);
        const table = await readHolds(client, this.#seal);
        expectKnown(table);
        const held = new Set([...heldIn(table), ...(await this.#options.known())]);
        state.began = true;
        state.done = { result: await work(held, () => expectLocked(client)) };
        return state.done.result;
      });
    } catch (error) {
      // What is destroyed is destroyed, whether or not the database still hears that it is over.
      if (state.done !== undefined) return state.done.result;
      if (state.began || error instanceof GatewayError) throw error;
      throw cannotAsk('nothing is destroyed', error);
    }
  }

  /** The lock of the database is what a hold waits for. */
  untilDestroyed(): Promise<void> {
    return Promise.resolve();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    // A database that hangs keeps nobody from ending.
    await settlesWithin(closeMs, this.#end());
  }

  async #end(): Promise<void> {
    await this.#looking;
    await this.#pool?.then((pool) => pool.end()).catch(() => undefined);
  }

  /** The entry is told first, then the others are, then it is so here. `then` is what the others know by then. */
  #act(
    what: 'hold' | 'release',
    write: (
      client: PoolClient,
      tell: (recorded: Recorded) => Recorded,
    ) => Promise<() => Promise<unknown>>,
  ): Promise<Recorded> {
    return this.#turns.run('', async () => {
      let recorded: Recorded | undefined;
      const tell = (told: Recorded): Recorded => (recorded = told);
      try {
        const then = await this.#alone((client) => write(client, tell));
        await then();
      } catch (error) {
        if (recorded !== undefined) throw notTold(what, recorded, error);
        if (error instanceof GatewayError) throw error;
        throw cannotAsk(
          `nothing was recorded, and nobody is ${what === 'hold' ? 'held' : 'released'} by it`,
          error,
        );
      }
      if (recorded === undefined) throw new Error(`a ${what} was not recorded`);
      return recorded;
    });
  }

  /** While nobody destroys anything, nor sets a hold elsewhere. */
  async #alone<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    return inTransaction(await this.#open(), async (client) => {
      await client.query('SELECT pg_advisory_xact_lock($1)', [locks.holds]);
      return work(client);
    });
  }

  #look(): void {
    this.#looking ??= this.#turns
      .run('', () => this.#learn())
      .then(
        () => this.#know(undefined),
        (error: unknown) => this.#know(error instanceof Error ? error : new Error(String(error))),
      )
      .finally(() => (this.#looking = undefined));
  }

  async #learn(): Promise<void> {
    const table = await this.#ask((client) => readHolds(client, this.#seal));
    await learnHolds(table, this.#options);
    if (listOwed(table, await this.#options.vault.holds()).length > 0) await this.#tellOwed();
    expectKnown(await this.#ask((client) => readHolds(client, this.#seal)));
  }

  /** Holds that were set while the database was away, before replicas shared them, or whose rows were taken away. */
  async #tellOwed(): Promise<void> {
    const { vault, log: own } = this.#options;
    const told = await this.#alone(async (client) => {
      const table = await readHolds(client, this.#seal);
      const owed = listOwed(table, await vault.holds()).map(({ id, entry, log, revision }) => ({
        ...{ id, entry, held: true, log: log === '' ? own : log },
        revision: Math.max(nextRevision(table, id), revision + 1),
      }));
      for (const said of owed) await writeHold(client, this.#seal, said);
      return owed;
    });
    for (const { id, revision, entry, log } of told) await vault.hold(id, { revision, entry, log });
  }

  #know(error: Error | undefined): void {
    const isKnown = error === undefined;
    if (isKnown === (this.#unknownSinceMs === undefined)) return;
    this.#unknownSinceMs = isKnown ? undefined : performance.now();
    const { onAlarm } = this.#options;
    if (isKnown) onAlarm('it is known again who is under legal hold', {});
    else
      onAlarm('it is not known who is under legal hold: nothing is erased, and no text expires', {
        reason: error.cause === undefined ? error.message : whyDown(error.cause),
      });
  }

  async #ask<Result>(read: (client: Pool) => Promise<Result>): Promise<Result> {
    try {
      return await read(await this.#open());
    } catch (error) {
      if (error instanceof GatewayError) throw error;
      throw cannotAsk('ask again later', error);
    }
  }

  #open(): Promise<Pool> {
    return (this.#pool ??= openHoldTable(this.#options.databaseUrl).catch((error: unknown) => {
      this.#pool = undefined;
      throw error;
    }));
  }
}

/** With the connection the lock is gone, and a hold waits for nobody any more. */
async function expectLocked(client: PoolClient): Promise<void> {
  await client.query('SELECT 1').catch((error: unknown) => {
    throw cannotAsk('nothing is destroyed', error);
  });
}

function expectKnown({ doubtful, foreign }: Table): void {
  const [first] = doubtful.keys();
  if (first !== undefined)
    throw new GatewayError(
      'not_ready',
      `the row of ${first} in \`gateway_holds\` was written by somebody without the master key: hold or release that subject, so that it is known again`,
    );
  if (foreign.length > 0)
    throw new GatewayError(
      'not_ready',
      `${foreign.length} subjects are under legal hold by another master key, so nobody can tell here who they are: ` +
        'give all replicas the same GATEWAY_MASTER_KEY, or release them where that key is',
    );
}

/** What was recorded goes on to hold: too much rather than too little. */
function notTold(what: 'hold' | 'release', { id }: Recorded, cause: unknown): GatewayError {
  const detail =
    what === 'hold'
      ? `the hold is recorded, as entry \`${id}\`, and holds here; the database does not tell other replicas of it, who are told when it is back`
      : `the release is recorded, as entry \`${id}\`, but the database does not tell other replicas of it: the hold goes on until you release again`;
  return new GatewayError('not_ready', detail, { cause });
}
