/** What replicas learn of each other's holds: each takes them into its own trail, and keeps them when the database loses them. */
import type { Recorder } from '../../governance/event.ts';
import type { HoldRow } from '../content/hold-rows.ts';
import type { Vault } from '../content/vault.ts';
import { systemActor } from '../system-actor.ts';
import type { Said, Table } from './hold-table.ts';

type Place = { readonly vault: Vault; readonly record: Recorder };

/** Whoever reads this log alone finds in it who was held here, since when, and which entry of another log says why. */
export async function learnHolds({ sound }: Table, place: Place): Promise<void> {
  const own = new Map((await place.vault.holds()).map((row) => [row.id, row]));
  for (const said of sound.values()) {
    const known = own.get(said.id);
    if (said.held) await learnHold(said, known, place);
    else if (known !== undefined && isReleased(known, said)) {
      await tell('release', said, place);
      await place.vault.release(said.id);
    }
  }
}

async function learnHold(said: Said, known: HoldRow | undefined, place: Place): Promise<void> {
  const { id, revision, entry, log } = said;
  if (known?.revision === revision) return;
  // Whoever is being erased here is held when that is over.
  const isHeld = await place.vault.hold(id, { revision, entry, log });
  if (isHeld && known === undefined) await tell('hold', said, place);
}

async function tell(act: 'hold' | 'release', said: Said, { record }: Place): Promise<void> {
  const { id: subject, entry, log } = said;
  const detail = { subject, entry, log };
  await record({ type: 'admin', actor: systemActor, act, detail });
}

/** One that the others were never told of is not released by what they said before. */
function isReleased({ revision }: HoldRow, said: Said): boolean {
  return revision > 0 && revision <= said.revision;
}

/** Holds of this place that the others do not know of. */
export function listOwed({ sound }: Table, own: readonly HoldRow[]): readonly HoldRow[] {
  return own.filter((row) => {
    const said = sound.get(row.id);
    if (said === undefined) return true;
    return !said.held && !isReleased(row, said);
  });
}
