/** Erasures that all replicas learn of from one database: asked for at any of them, carried out at each. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { whyDown } from '../../database/why.ts';
import { GatewayError } from '../../errors.ts';
import type { LearnedErasure, OwedErasure } from '../content/told-erasures.ts';
import type { Vault } from '../content/vault.ts';
import type { CarryOut, Erasures, Pending, TellOthers } from '../erasures.ts';
import { OneByOne } from '../one-by-one.ts';
import { settlesWithin } from '../settles-within.ts';
import {
  type ErasureRow,
  type Series,
  endPlace,
  openErasureTables,
  raiseFloor,
  readBehind,
  readErasures,
  readSeries,
  tellErasure,
  writePlace,
} from './erasure-table.ts';
import { Seal } from './seal.ts';

export type SharedErasuresOptions = {
  readonly databaseUrl: string;
  readonly masterKey: Uint8Array;
  /** The name of this log, by which others find the entry of an erasure. */
  readonly log: string;
  readonly vault: Vault;
  readonly onAlarm: (message: string, fields: Readonly<Record<string, unknown>>) => void;
};

const lookMs = 1_000;
/** What could not be carried out is not tried each second: it may fail only after it wrote an entry. */
const retryMs = 5_000;
/** So long whoever asks waits for replicas that are heard of. */
const carriedOutWithinMs = 3_000;
const carriedOutLookMs = 100;
const heardMs = 10_000;
/** Whoever opens the trail waits no longer for the first look. */
const firstLookMs = 3_000;
const closeMs = 2_000;

export class SharedErasures implements Erasures {
  readonly #options: SharedErasuresOptions;
  readonly #seal: Seal;
  /** What is asked here and what is learned from elsewhere come one after the other. */
  readonly #turns = new OneByOne();
  /** Those that were asked here, and are done. */
  readonly #own = new Set<string>();
  #carryOut: CarryOut | undefined;
  #pool: Promise<Pool> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #owedSinceMs: number | undefined;
  #notBeforeMs = 0;
  #hasLooked = false;
  /** What the others were told last of this place, and when. */
  #said: { readonly known: Series; readonly atMs: number } | undefined;

  constructor(options: SharedErasuresOptions) {
    this.#options = options;
    this.#seal = new Seal(options.masterKey);
  }

  get owedMs(): number {
    return this.#owedSinceMs === undefined ? 0 : performance.now() - this.#owedSinceMs;
  }

  async follow(carryOut: CarryOut): Promise<void> {
    this.#carryOut = carryOut;
    this.#timer = setInterval(() => void this.#look(), lookMs).unref();
    await settlesWithin(firstLookMs, this.#look());
    this.#hasLooked = true;
  }

  async #look(): Promise<void> {
    if (performance.now() < this.#notBeforeMs) return;
    // A database that is away says nothing: who is held is not known either then, which is told.
    this.#looking ??= this.#turns
      .run('', () => this.#learn())
      .catch(() => undefined)
      .finally(() => (this.#looking = undefined));
    await this.#looking;
  }

  async everywhere<Result>(
    subject: string,
    work: (tell: TellOthers) => Promise<Result>,
  ): Promise<{ readonly result: Result; readonly pending: Pending }> {
    let told: Series | undefined;
    const result = await this.#turns.run('', async () => {
      const done = await work(async () => {
        told = await this.#tell(subject);
      });
      if (told !== undefined) this.#own.add(nameOf(told));
      // Known to be done here from now on, also by the next start: what is said meanwhile is not erased.
      await this.#learn().catch(() => undefined);
      return done;
    });
    return { result, pending: told === undefined ? [] : await this.#awaitOthers(told) };
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    // A database that hangs keeps nobody from ending.
    await settlesWithin(closeMs, this.#end());
  }

  async #end(): Promise<void> {
    await this.#looking;
    const pool = await this.#pool?.catch(() => undefined);
    if (pool === undefined) return;
    await this.#options.vault
      .toldErasures()
      .then(({ place }) => endPlace(pool, place))
      .catch(() => undefined);
    await pool.end();
  }

  async #tell(subject: string): Promise<Series> {
    const { log, vault } = this.#options;
    try {
      const { series, number: last } = await vault.toldErasures();
      return await tellErasure(await this.#open(), this.#seal, {
        ...{ subject, log, known: { series, last } },
      });
    } catch (error) {
      if (error instanceof GatewayError) throw error;
      const detail =
        'the database does not tell other replicas of the erasure: nothing is destroyed';
      throw new GatewayError('not_ready', detail, { cause: error });
    }
  }

  /** Answers who did not do their part in time; those that run do it within moments, others at their next start. */
  async #awaitOthers(told: Series): Promise<Pending> {
    const { vault } = this.#options;
    const until = performance.now() + carriedOutWithinMs;
    for (;;) {
      const behind = await vault
        .toldErasures()
        .then(async ({ place }) => readBehind(await this.#open(), place, told))
        // It is told, and they learn of it: only who they are is not known.
        .catch(() => undefined);
      if (behind === undefined) return ['unknown'];
      if (!behind.some(({ heard }) => heard) || performance.now() > until)
        return behind.map(({ log }) => log);
      await pause(carriedOutLookMs);
    }
  }

  async #learn(): Promise<void> {
    const pool = await this.#open();
    await this.#settleOwed();
    const newest = await readSeries(pool);
    let known = await this.#readKnown(newest);
    if (known.last > newest.last) await raiseFloor(pool, known);
    while (known.last < newest.last) {
      const rows = await readErasures(pool, this.#seal, known);
      for (const row of rows) {
        const { series } = known;
        const isOwn = this.#own.delete(nameOf({ series, last: row.number }));
        const owe = isOwn ? undefined : await this.#carryOutRow(row);
        const learned = { series, number: row.number, ...(owe && { owe }) };
        await this.#options.vault.learnErasure(learned);
        known = { series, last: row.number };
      }
      // Numbers that nobody has: the database was set back to an older state.
      if (rows.length === 0) known = await this.#skipTo(newest);
    }
    await this.#say(pool, known);
  }

  /** A place that keeps nothing yet has nothing to erase of before it; where it asks too late it may keep something. */
  async #readKnown(newest: Series): Promise<Series> {
    const { series, number, isNew } = await this.#options.vault.toldErasures();
    if (series === newest.series) return { series, last: number };
    if (series === '' && isNew && !this.#hasLooked) return this.#skipTo(newest);
    return { series: newest.series, last: 0 };
  }

  async #skipTo(newest: Series): Promise<Series> {
    await this.#options.vault.learnErasure({ series: newest.series, number: newest.last });
    return newest;
  }

  /** Answers what is left to be done when its subject is under hold no more. */
  async #carryOutRow(row: ErasureRow): Promise<LearnedErasure['owe']> {
    const { number, subject, log, standing } = row;
    if (standing !== 'sound') {
      this.#options.onAlarm(alarms[standing], { number, log });
      return undefined;
    }
    return (await this.#try({ subject, log })) ? undefined : { subject, log };
  }

  async #settleOwed(): Promise<void> {
    const { vault } = this.#options;
    const { owed } = await vault.toldErasures();
    for (const each of owed) if (await this.#try(each)) await vault.settleErasure(each.subject);
  }

  /** The first failure is told, and the next success. */
  async #try({ subject, log }: OwedErasure): Promise<boolean> {
    const { onAlarm } = this.#options;
    try {
      const isDone = (await this.#carryOut?.(subject, log)) ?? false;
      if (this.#owedSinceMs !== undefined)
        onAlarm('erasures of other replicas are carried out here again', {});
      this.#owedSinceMs = undefined;
      return isDone;
    } catch (error) {
      this.#notBeforeMs = performance.now() + retryMs;
      if (this.#owedSinceMs === undefined)
        onAlarm('an erasure that another replica was asked for cannot be carried out here', {
          reason: error instanceof Error ? error.message : whyDown(error),
        });
      this.#owedSinceMs ??= performance.now();
      throw error;
    }
  }

  async #say(pool: Pool, known: Series): Promise<void> {
    const said = this.#said;
    const now = performance.now();
    const isSaid = said?.known.series === known.series && said.known.last === known.last;
    if (isSaid && now - said.atMs < heardMs) return;
    const { place } = await this.#options.vault.toldErasures();
    await writePlace(pool, { place, log: this.#options.log, known });
    this.#said = { known, atMs: now };
  }

  #open(): Promise<Pool> {
    return (this.#pool ??= openErasureTables(this.#options.databaseUrl).catch((error: unknown) => {
      this.#pool = undefined;
      throw error;
    }));
  }
}

function nameOf({ series, last }: Series): string {
  return `${series}/${last}`;
}

const alarms = {
  foreign:
    'somebody was erased at a replica that has another master key: nobody can tell here who it is, so erase that person here, too',
  doubtful:
    'a row of `gateway_erasures` was written by somebody without the master key: nobody is erased by it',
} as const;
