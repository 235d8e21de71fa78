/** One bundle for all workers: each has compiled a new one before any of them rules by it, and whoever joins gets the same. */
import type { Compiled } from '../governance/policy/bundle.ts';
import { allFiles } from '../governance/policy/source.ts';
import type { BundleKeeper } from '../server/bundle-keeper.ts';
import type { PolicySet } from '../server/loading/policy-set.ts';
import type { PolicyTaker } from '../server/reload.ts';
import type { PoliciesInForce, WorkerCalls } from './calls.ts';
import { type Channel, ChannelLost } from './channel.ts';

type Worker = Channel<WorkerCalls>;

/** A worker that has asked for its policies, and how it is ended: it must not hold the others up, nor rule by old ones. */
export type Member = { readonly channel: Worker; readonly end: (why: string) => void };

/** A worker that answered that it does not do what it was told, and why. */
type Refusal = { readonly end: (why: string) => void; readonly why: string };

/** Beside the time to compile: a worker that does not take policies by then stands still. */
const answerMs = 3_000;
/** A clock that jumped while the primary compiled must not keep anybody waiting. */
const compileMsMax = 30_000;

export class PolicySpread implements PolicyTaker {
  readonly #keeper: BundleKeeper;
  readonly #joined: () => readonly Member[];
  readonly #onEnforced: (version: string) => void;
  #inForce: PolicySet;
  #last: Promise<unknown> = Promise.resolve();

  /** `keeper` records what is in force and what was rejected, once for all; `onEnforced` hears when all rule by it. */
  constructor(
    keeper: BundleKeeper,
    first: PolicySet,
    joined: () => readonly Member[],
    onEnforced: (version: string) => void,
  ) {
    this.#keeper = keeper;
    this.#inForce = first;
    this.#joined = joined;
    this.#onEnforced = onEnforced;
  }

  get bundle(): PolicyTaker['bundle'] {
    return this.#keeper.bundle;
  }

  get rejected(): PolicyTaker['rejected'] {
    return this.#keeper.rejected;
  }

  /** `joined` is called before anything newer can be told, so that nothing passes by whoever joins. */
  join(joined: () => void): Promise<PoliciesInForce> {
    return this.#inTurn(() => {
      joined();
      return Promise.resolve({ ...this.#inForce, rejected: this.#keeper.rejected });
    });
  }

  readonly offer = (compiled: Compiled, set: PolicySet | undefined): Promise<void> => {
    return this.#inTurn(async () => {
      const keeper = this.#keeper;
      const before = { version: keeper.bundle.version, rejected: keeper.rejected };
      const changes = 'bundle' in compiled && compiled.bundle.version !== before.version;
      if (changes && set !== undefined) {
        const why = await this.#prepare(set, compiled.bundle.version);
        if (why !== undefined) {
          await this.#refuse(why);
          return;
        }
      }
      // The entry comes first: no worker rules by a version that the trail has not heard of.
      await keeper.offer(compiled);
      const { bundle, rejected } = keeper;
      if (changes && set !== undefined) this.#inForce = set;
      if (rejected !== undefined) await this.#decide((worker) => worker.call('reject', rejected));
      else if (changes || before.rejected !== undefined)
        await this.#decide((worker) => worker.call('enforce', bundle.version));
      if (changes) this.#onEnforced(bundle.version);
    });
  };

  /** All compile at the same time, where there may be one core for all of them. Answers why one of them does not take it. */
  async #prepare(set: PolicySet, version: string): Promise<string | undefined> {
    const tookMs = Math.min(Math.max(0, Date.now() - set.atMs), compileMsMax);
    const compileMs = tookMs * (this.#joined().length + 1);
    const refusals = await this.#tell(async (worker) => {
      const made = await worker.call('prepare', set);
      if (made !== version) throw new Error(`a worker made ${made} of the policies ${version}`);
    }, compileMs);
    return refusals[0]?.why;
  }

  /** What one worker cannot take is in force in none, and has to be seen like any other rejection. */
  async #refuse(why: string): Promise<void> {
    const keeper = this.#keeper;
    const message = `a worker did not take them, so none rules by them: ${why}`;
    const fault = { file: allFiles, line: 1, column: 1, message, level: 'error' } as const;
    await keeper.offer({ faults: [fault] });
    const { rejected = message } = keeper;
    await this.#decide((worker) => worker.call('reject', rejected));
  }

  /** What is decided is decided: a worker that does not go by it is ended, and its successor joins with what is in force. */
  async #decide(say: (worker: Worker) => Promise<unknown>): Promise<void> {
    for (const { end, why } of await this.#tell(say)) end(`it did not take the policies: ${why}`);
  }

  /**
   * A worker that dies over it is no hindrance: its successor joins with what is in force then. One that stands still is
   * ended for the same reason; the system lets it run no further, whatever it stands in. Answers who refuses.
   */
  async #tell(say: (worker: Worker) => Promise<unknown>, compileMs = 0): Promise<Refusal[]> {
    const told = await Promise.all(
      this.#joined().map(async ({ channel, end }) => {
        let look: NodeJS.Immediate | undefined;
        // A primary that stood still itself hears first what the worker has answered meanwhile.
        const late = setTimeout(() => {
          look = setImmediate(() => end('it took no policies in time'));
        }, answerMs + compileMs);
        try {
          await say(channel);
          return [];
        } catch (error) {
          const why = error instanceof Error ? error.message : String(error);
          return error instanceof ChannelLost ? [] : [{ end, why }];
        } finally {
          clearTimeout(late);
          clearImmediate(look);
        }
      }),
    );
    return told.flat();
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
