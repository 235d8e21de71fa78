/** Whether a new call may begin: not where its end might find no room, nor what it leans on is lost, nor without a recent witness. */
import { GatewayError } from '../errors.ts';
import type { Belongings } from './belongings.ts';
import type { Witness } from './proof/witness.ts';
import { unavailable } from './unavailable.ts';
import type { Room } from './room.ts';

export type IntakeGauges = {
  /** The share of the disk that is used, between 0 and 1. */
  readonly diskUsed: number;
  /** For each witness, how long a checkpoint has been waiting for it. */
  readonly witnessLagsMs: Readonly<Record<string, number>>;
};

type IntakeNeeds = {
  readonly room: Room;
  readonly belongings: Belongings;
  readonly witness: Witness;
  /** 0 where calls go on without witnesses. */
  readonly witnessLagMaxMs: number;
};

export class Intake {
  readonly #room: Room;
  readonly #belongings: Belongings;
  readonly #witness: Witness;
  readonly #witnessLagMaxMs: number;

  constructor({ room, belongings, witness, witnessLagMaxMs }: IntakeNeeds) {
    this.#room = room;
    this.#belongings = belongings;
    this.#witness = witness;
    this.#witnessLagMaxMs = witnessLagMaxMs;
  }

  /** Why no new call may begin; undefined when all is well. */
  get trouble(): string | undefined {
    if (this.#room.level === 'reserved') return 'the disk is full but for its reserve';
    if (this.#belongings.trouble !== undefined) return this.#belongings.trouble;
    return this.#isUnwitnessed() ? 'no witness has taken a checkpoint for too long' : undefined;
  }

  /** What has begun may always end: the room that is left is kept for it. */
  expect(type: string): void {
    if (type !== 'request' && type !== 'decision') return;
    const { trouble } = this;
    if (trouble !== undefined) throw unavailable(trouble);
  }

  /** An evidence bundle takes as much room again as what it is made from. */
  expectSpareRoom(): void {
    const { level } = this.#room;
    if (level === 'scarce' || level === 'reserved')
      throw new GatewayError('overloaded', 'the disk is nearly full: no bundle can be made on it');
  }

  /** To be called once all that it leans on lies where it belongs: whatever is lost from then on is noticed. */
  look(): Promise<void> {
    return this.#belongings.look();
  }

  gauges(): IntakeGauges {
    return { diskUsed: this.#room.used, witnessLagsMs: this.#witness.lagsMs() };
  }

  close(): void {
    this.#room.close();
    this.#belongings.close();
  }

  /** One that keeps up is enough: what it holds nobody can take back. */
  #isUnwitnessed(): boolean {
    if (this.#witnessLagMaxMs === 0) return false;
    const lags = Object.values(this.#witness.lagsMs());
    return lags.length > 0 && lags.every((lag) => lag > this.#witnessLagMaxMs);
  }
}
