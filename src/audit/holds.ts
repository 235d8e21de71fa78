/** Who is under legal hold: asked before anything is destroyed, and kept from changing while it is. */
import { GatewayError } from '../errors.ts';
import type { Recorded } from '../governance/event.ts';
import type { Vault } from './content/vault.ts';
import type { TrailOptions } from './trail-options.ts';
import type { Writer } from './writer.ts';

export type Holds = {
  /** `record` writes the entry that says so; once it is answered, nothing that is held is destroyed any more. */
  readonly hold: (id: string, record: () => Promise<Recorded>) => Promise<Recorded>;
  readonly release: (id: string, record: () => Promise<Recorded>) => Promise<Recorded>;
  /** Pseudonyms, in order. */
  readonly list: () => Promise<readonly string[]>;
  /** Runs what destroys texts, which is told who is held; rejects where nobody can tell, and nothing is destroyed. */
  readonly destroying: <Result>(
    work: (held: ReadonlySet<string>) => Promise<Result>,
  ) => Promise<Result>;
  /** How long it has not been known who is held; 0 while it is. */
  readonly unknownMs: number;
  readonly close: () => Promise<void>;
};

/** What speaks to PostgreSQL is loaded only where that is used. */
export async function openHolds(options: TrailOptions, writer: Writer): Promise<Holds> {
  const { others, holdsIn, origin, onAlarm = () => undefined } = options;
  const { vault, record } = writer;
  const own = async (): Promise<readonly string[]> => (await vault.holds()).map(({ id }) => id);
  const known = others?.holds ?? own;
  if (holdsIn === undefined) return new OwnHolds(vault, known);
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
  readonly #destroying = new Set<Promise<unknown>>();
  readonly unknownMs = 0;

  constructor(vault: Vault, known: () => Promise<readonly string[]>) {
    this.#vault = vault;
    this.#known = known;
  }

  async hold(id: string, record: () => Promise<Recorded>): Promise<Recorded> {
    return holdIn(this.#vault, id, async () => {
      // What is being destroyed was begun without knowing of it.
      await Promise.allSettled(this.#destroying);
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

  async destroying<Result>(work: (held: ReadonlySet<string>) => Promise<Result>): Promise<Result> {
    const going = this.#known().then((held) => work(new Set(held)));
    this.#destroying.add(going);
    return going.finally(() => this.#destroying.delete(going));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** Here first, so that nothing begins to be destroyed that an entry says to be held; nobody is held whom no entry could tell of. */
export async function holdIn(
  vault: Vault,
  id: string,
  record: () => Promise<Recorded>,
): Promise<Recorded> {
  const before = (await vault.holds()).some((held) => held.id === id);
  if (!(await vault.hold(id))) throw beingErased();
  try {
    return await record();
  } catch (error) {
    if (!before) await vault.release(id);
    throw error;
  }
}

function beingErased(): GatewayError {
  return new GatewayError('forbidden', 'this subject is being erased; it is too late to hold it');
}

export function heldSubject(): GatewayError {
  return new GatewayError('forbidden', 'this subject is under legal hold; release it first');
}

/** Whoever mistypes a name would else believe that a hold has ended which goes on. */
export function notHeld(): GatewayError {
  return new GatewayError('not_found', 'this subject is not under legal hold');
}
