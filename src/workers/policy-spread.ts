/** One bundle for all workers: each has compiled a new one before any of them rules by it, and whoever joins gets the same. */
import type { Compiled } from '../governance/policy/bundle.ts';
import type { BundleKeeper } from '../server/bundle-keeper.ts';
import type { PolicySet } from '../server/loading/policy-set.ts';
import type { PolicyTaker } from '../server/reload.ts';
import type { PoliciesInForce, WorkerCalls } from './calls.ts';
import { type Channel, ChannelLost } from './channel.ts';

type Worker = Channel<WorkerCalls>;

/** A worker that has asked for its policies, and how it is ended: it must not hold the others up, nor rule by old ones. */
export type Member = { readonly channel: Worker; readonly end: (why: string) => void };

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
      if (changes && set !== undefined) await this.#prepare(set, compiled.bundle.version);
      // The entry comes first: no worker rules by a version that the trail has not heard of.
      await keeper.offer(compiled);
      const { bundle, rejected } = keeper;
      if (changes && set !== undefined) this.#inForce = set;
      if (rejected !== undefined) await this.#tell((worker) => worker.call('reject', rejected));
      else if (changes || before.rejected !== undefined)
        await this.#tell((worker) => worker.call('enforce', bundle.version));
      if (changes) this.#onEnforced(bundle.version);
    });
  };

  /** All compile at the same time, where there may be one core for all of them. */
  #prepare(set: PolicySet, version: string): Promise<void> {
    const tookMs = Math.min(Math.max(0, Date.now() - set.atMs), compileMsMax);
    const compileMs = tookMs * (this.#joined().length + 1);
    return this.#tell(async (worker) => {
      const made = await worker.call('prepare', set);
      if (made !== version) throw new Error(`a worker made ${made} of the policies ${version}`);
    }, compileMs);
  }

  /**
   * A worker that dies over it is no hindrance: its successor joins with what is in force then. One that stands still is
   * ended for the same reason; the system lets it run no further, whatever it stands in.
   */
  async #tell(say: (worker: Worker) => Promise<unknown>, compileMs = 0): Promise<void> {
    const told = await Promise.allSettled(
      this.#joined().map(async ({ channel, end }) => {
        let look: NodeJS.Immediate | undefined;
        // A primary that stood still itself hears first what the worker has answered meanwhile.
        const late = setTimeout(() => {
          look = setImmediate(() => end('it took no policies in time'));
        }, answerMs + compileMs);
        await say(channel).finally(() => {
          clearTimeout(late);
          clearImmediate(look);
        });
      }),
    );
    for (const each of told)
      if (each.status === 'rejected' && !(each.reason instanceof ChannelLost)) throw each.reason;
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
