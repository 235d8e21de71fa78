/** The entries that the trail writes of itself: heartbeats, gaps and silences, owed ends, folded floods, keys, witnesses. */
import { writeList, writeString, writeWhole } from './canonical.ts';
import { writeDetail } from './entry.ts';
import type { DeadExport } from './export/under-way.ts';
import type { Fold } from './flood.ts';
import type { Gap } from './journal-options.ts';
import type { Sections } from './line.ts';
import type { Seen } from './ship/neighbours.ts';
import { witnessedAct } from './witnessed.ts';

/** An exchange that began and never got its own terminal; what reached the client is not known. */
export function recoveredSections(key: string, request: number): Sections {
  const slash = key.lastIndexOf('/');
  return {
    attempt: writeWhole(Number(key.slice(slash + 1))),
    exchange: writeString(key.slice(0, slash)),
    outcome: '{"delivered":"unknown","ended_by":"gateway"}',
    reason: '"the gateway stopped, or could not write, before this exchange was recorded as ended"',
    request: String(request),
  };
}

/** An export whose process could not tell its end itself; how many entries it handed out is known where it left word. */
export function exportEndSections({ begun, end }: DeadExport): Sections {
  const { act, entries } = end ?? { act: 'broken off', entries: undefined };
  const known = 'what made this export could not write the trail when it ended';
  const unknown = 'what made this export ended before it told how far it came';
  return {
    act: writeString(act),
    detail: writeDetail({ begun, ...(entries !== undefined && { entries }) }),
    reason: writeString(end === undefined ? unknown : known),
  };
}

export type HeartbeatCause = 'opened' | 'rotated' | 'idle' | 'closed';

/** `open` lists the exchanges without a terminal, so that a segment can be read without the ones before it. */
export function heartbeatSections(
  cause: HeartbeatCause,
  settings: { readonly durability: string; readonly heartbeatMs: number },
  open: readonly [string, number][],
): Sections {
  return {
    cause: `"${cause}"`,
    detail: writeDetail({ durability: settings.durability, heartbeat_ms: settings.heartbeatMs }),
    open: writeList(open.map(([key, request]) => `[${writeString(key)},${request}]`)),
  };
}

/** Says that calls were refused because nothing could be written, since when and how many entries were given up. */
export function gapSections(gap: Gap): Sections {
  return {
    cause: '"unwritable"',
    count: writeWhole(gap.lost),
    detail: writeDetail({ since: new Date(gap.sinceMs).toISOString() }),
    reason: writeString(gap.reason),
  };
}

/** Says that a write was cut short by a crash. Nothing in it had been acknowledged. */
export function tornSections(bytes: number): Sections {
  return { cause: '"torn"', count: writeWhole(bytes), reason: '"the writer died while writing"' };
}

/** Says that the process stood still (a suspended machine, a starved event loop), which is no cut in the trail. */
export function silentSections(silentMs: number): Sections {
  return {
    cause: '"silent"',
    count: writeWhole(silentMs),
    reason: '"the writer stood still for this many milliseconds"',
  };
}

export function foldSections(fold: Fold): Sections {
  return {
    cause: writeString(fold.cause),
    count: writeWhole(fold.count),
    detail: writeDetail({ address: fold.address, first: fold.first, key: fold.key }),
    reason: '"calls refused for the same cause within a minute, counted"',
  };
}

/** Another log as it stood in the common store: whoever takes something from that one cannot take it from here. */
export function witnessedSections({ log, checkpoint }: Seen): Sections {
  return { act: writeString(witnessedAct), detail: writeDetail({ log, checkpoint }) };
}

/** The key that checkpoints are signed with from here on, as verifiers are given it. */
export function signingKeySections(verifierKey: string): Sections {
  return { act: '"signing"', detail: writeDetail({ verifier_key: verifierKey }) };
}
