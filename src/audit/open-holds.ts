/** Opens what a trail asks who is under legal hold: this place alone, or the database of all replicas. */
import type { Recorded } from '../governance/event.ts';
import { replaceLostKeys } from './content/lost-keys.ts';
import type { Vault } from './content/vault.ts';
import { type Destroy, type Holds, holdIn, notHeld } from './holds.ts';
import type { TrailOptions } from './trail-options.ts';
import type { Writer } from './writer.ts';

/** What speaks to PostgreSQL is loaded only where that is used. */
export async function openHolds(options: TrailOptions, writer: Writer): Promise<Holds> {
  const { others, holdsIn, origin, onAlarm = () => undefined } = options;
  const { vault, record } = writer;
  replaceLostKeys({ directory: options.directory, ownHolds: holdsIn === undefined, onAlarm });
  await writer.intake.look();
  const own = async (): Promise<readonly string[]> => (await vault.holds()).map(({ id }) => id);
  const known = others?.holds ?? own;
  if (holdsIn === undefined) return new OwnHolds(vault, known, others?.untilDestroyed);
  const { SharedHolds } = await import('./shared/shared-holds.ts');
  const { masterKey } = writer;
  const holds = new SharedHolds({
    ...{ databaseUrl: holdsIn, masterKey, log: origin, known, vault, record, onAlarm },
  });
  // Where another log of this place knows who is held, it also learns of it.
  if (others?.holds === undefined) holds.follow();
  return holds;
}

/** The holds of one place, known to its first log. */
class OwnHolds implements Holds {
  readonly #vault: Vault;
  readonly #known: () => Promise<readonly string[]>;
  readonly #untilOthers: () => Promise<unknown>;
  readonly #destroying = new Set<Promise<unknown>>();
  readonly unknownMs = 0;

  constructor(
    vault: Vault,
    known: () => Promise<readonly string[]>,
    untilOthers: () => Promise<unknown> = () => Promise.resolve(),
  ) {
    this.#vault = vault;
    this.#known = known;
    this.#untilOthers = untilOthers;
  }

  async hold(id: string, record: () => Promise<Recorded>): Promise<Recorded> {
    return holdIn(this.#vault, id, async () => {
      // What is being destroyed was begun without knowing of it, in whichever log of this place.
      await this.untilDestroyed();
      await this.#untilOthers();
      return record();
    });
  }

  async release(id: string, record: () => Promise<Recorded>): Promise<Recorded> {
    if (!(await this.list()).includes(id)) throw notHeld();
    const recorded = await record();
    await this.#vault.release(id);
    return recorded;
  }

  list(): Promise<readonly string[]> {
    return this.#known();
  }

  async destroying<Result>(work: Destroy<Result>): Promise<Result> {
    const going = this.#known().then((held) => work(new Set(held), () => Promise.resolve()));
    this.#destroying.add(going);
    return going.finally(() => this.#destroying.delete(going));
  }

  async untilDestroyed(): Promise<void> {
    await Promise.allSettled(this.#destroying);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
