/** A log keeps checkpoints of others in its own chain, so that none of them is cut back or taken away unnoticed. */
import type { Recorder } from '../../governance/event.ts';
import { readSigned } from '../proof/signed.ts';
import { nameLog } from '../ship/shipping.ts';
import { systemActor } from '../system-actor.ts';
import { witnessedAct } from '../witnessed.ts';
import type { LogPlace } from '../worker-logs.ts';

export type RollCallOptions = {
  readonly others: () => readonly LogPlace[];
  /** Writes into the log that tells of them. */
  readonly record: Recorder;
  /** How often a log that grows is told of again. */
  readonly intervalMs?: number;
  /** How soon one is told of that was begun, or that could not be told of before. */
  readonly lookMs?: number;
};

const intervalMsDefault = 60_000;
const lookMsDefault = 1_000;

type Told = { readonly note: string; readonly atMs: number };

export class RollCall {
  readonly #options: RollCallOptions;
  readonly #told = new Map<number, Told>();
  #timer: NodeJS.Timeout | undefined;
  #taking: Promise<void> | undefined;

  private constructor(options: RollCallOptions) {
    this.#options = options;
  }

  /** Tells of all logs as they were left, and from there on now and then. */
  static async begin(options: RollCallOptions): Promise<RollCall> {
    const rollCall = new RollCall(options);
    await rollCall.#take(0);
    const { intervalMs = intervalMsDefault, lookMs = lookMsDefault } = options;
    rollCall.#timer = setInterval(() => rollCall.#look(intervalMs), lookMs).unref();
    return rollCall;
  }

  /** To be called before the log that tells of them is closed, and best when they are: the last word on each. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#taking;
    await this.#take(0);
  }

  #look(intervalMs: number): void {
    this.#taking ??= this.#take(intervalMs).finally(() => {
      this.#taking = undefined;
    });
  }

  async #take(intervalMs: number): Promise<void> {
    const others = this.#options.others();
    await Promise.all(others.map((place) => this.#tell(place, intervalMs)));
  }

  async #tell({ log: worker, directory }: LogPlace, intervalMs: number): Promise<void> {
    const told = this.#told.get(worker);
    const nowMs = performance.now();
    if (told !== undefined && nowMs - told.atMs < intervalMs) return;
    try {
      const note = readSigned(directory)?.note;
      if (note === undefined || note === told?.note) return;
      const detail = { checkpoint: note, log: nameLog(directory), worker };
      await this.#options.record({ type: 'admin', actor: systemActor, act: witnessedAct, detail });
      this.#told.set(worker, { note, atMs: nowMs });
    } catch {
      // What cannot be read is told of by whoever writes that log, what cannot be recorded by this one: asked again.
    }
  }
}
