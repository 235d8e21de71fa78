/** What an export by the command line tells the trail of itself, and somebody at the keyboard where it cannot. */
import { type ExportEnd, holdExport, leaveEnd } from '../audit/export/under-way.ts';
import { GatewayError } from '../errors.ts';
import type { ActEvent } from '../governance/event.ts';
import { type Place, readActor, withTrail } from './audit-open.ts';
import { isOwnKey } from './audit-own.ts';
import { type Io, exitStatus } from './io.ts';
import { messageOf } from './refusal.ts';

const by = 'command line';

/** An export that stands in the trail as begun; the trail is let go of until it ends. */
export type Begun = { readonly id: string; readonly release: () => void };

type Asked = { readonly format: string; readonly words: string };

/** An export is an act on the trail; where that cannot be written from here, it is said instead. */
export async function tellBeginning(
  place: Place,
  asked: Asked,
  io: Io,
): Promise<Begun | undefined> {
  const begun = findHindrance(place) ?? (await begin(place, asked));
  if (typeof begun !== 'string') return begun;
  io.error(`this export is not recorded, because ${begun}\n`);
  return undefined;
}

/** Or why it cannot be recorded: a trail that is damaged is taken out all the more. */
async function begin(place: Place, { format, words }: Asked): Promise<Begun | string> {
  let release: () => void = () => undefined;
  try {
    const id = await record(place, 'begun', { format, query: words, by }, (entry) => {
      release = holdExport(place.directory, entry);
    });
    return { id, release };
  } catch (error) {
    if (error instanceof GatewayError && error.code === 'audit_unavailable') return error.message;
    throw error;
  }
}

function findHindrance({ directory, live, masterKey }: Place): string | undefined {
  if (live) return 'a gateway writes the trail';
  if (masterKey === undefined) return 'there is no master key here';
  return isOwnKey(directory, masterKey) ? undefined : 'the master key here is not its own';
}

/** Where a gateway has the trail by now, its next start says how this ended. */
export async function tellEnd(
  place: Place,
  begun: Begun,
  end: ExportEnd & { readonly leftOut: number },
  io: Io,
): Promise<void> {
  const { act, entries, leftOut } = end;
  const more = leftOut > 0 ? { left_out: leftOut } : {};
  try {
    await record(place, act, { begun: begun.id, entries, by, ...more });
  } catch (error) {
    leaveEnd(place.directory, begun.id, { act, entries });
    io.error(`the next start of the gateway records the end of this export: ${messageOf(error)}\n`);
  } finally {
    begun.release();
  }
}

/** `then` runs before the trail is let go of. */
async function record(
  place: Place,
  act: string,
  detail: ActEvent['detail'],
  then: (entry: string) => void = () => undefined,
): Promise<string> {
  let entry = '';
  await withTrail(place, 'GET /v1/audit/export', async (trail) => {
    entry = (await trail.record({ type: 'export', actor: readActor(), act, detail })).id;
    then(entry);
    return exitStatus.fine;
  });
  return entry;
}
