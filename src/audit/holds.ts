/** Who is under legal hold: asked before anything is destroyed, and kept from changing while it is. */
import { GatewayError } from '../errors.ts';
import type { Recorded } from '../governance/event.ts';
import type { Vault } from './content/vault.ts';

/**
 * `confirm` rejects where somebody may have been held since: whoever has had to wait asks once more before what cannot be
 * undone.
 */
export type Destroy<Result> = (
  held: ReadonlySet<string>,
  confirm: () => Promise<void>,
) => Promise<Result>;

export type Holds = {
  /** `record` writes the entry that says so; once it is answered, nothing that is held is destroyed any more. */
  readonly hold: (id: string, record: () => Promise<Recorded>) => Promise<Recorded>;
  readonly release: (id: string, record: () => Promise<Recorded>) => Promise<Recorded>;
  /** Pseudonyms, in order. */
  readonly list: () => Promise<readonly string[]>;
  /** Runs what destroys texts, which is told who is held; rejects where nobody can tell, and nothing is destroyed. */
  readonly destroying: <Result>(work: Destroy<Result>) => Promise<Result>;
  /** Resolves when what is being destroyed here is: it may have begun before somebody was held, and go by that. */
  readonly untilDestroyed: () => Promise<void>;
  /** How long it has not been known who is held; 0 while it is. */
  readonly unknownMs: number;
  readonly close: () => Promise<void>;
};

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
