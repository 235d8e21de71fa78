/** Finds where a journal ends after a crash: the last whole entry, the exchanges that were open, what was torn off. */
import { rmSync, statSync } from 'node:fs';
import { GatewayError } from '../errors.ts';
import { hashLine } from './chain.ts';
import type { Link } from './chain.ts';
import { blobMember, contentPath, findAddresses } from './content/address.ts';
import { startPosition } from './journal-options.ts';
import type { Position } from './journal-options.ts';
import { listSegments, readLines, segmentPath } from './journal-files.ts';
import { pairKey } from './pairing.ts';
import { placeInExchange, readStoredEntry, readVersion } from './stored-entry.ts';
import type { StoredEntry } from './stored-entry.ts';
import { formatVersion, terminalTypes } from './line.ts';
import type { HeartbeatCause } from './upkeep.ts';

const closedCause: HeartbeatCause = 'closed';

export type Recovered = {
  readonly position: Position;
  /** Open exchanges with the number of their request entry. */
  readonly open: ReadonlyMap<string, number>;
  /** The last entry's id; undefined in an empty journal. */
  readonly lastId: string | undefined;
  /** The newest file of content that an entry names; '' where none does. */
  readonly content: string;
  /** Bytes of a line that was being written when the process died. */
  readonly torn: number;
  /** Whoever wrote last closed the journal, or nobody did yet. */
  readonly closed: boolean;
};

/**
 * Reads the newest segment only: its first line carries the exchanges that were open when it was begun.
 * The first `signed` entries stand under a checkpoint and are never cut off.
 */
export function recoverJournal(directory: string, signed: number): Recovered {
  const segments = listSegments(directory);
  const begun: string[] = [];
  let recovered: Recovered | undefined;
  for (;;) {
    const segment = segments.pop();
    if (segment === undefined) break;
    recovered = readSegment(directory, segment, begun.length, signed);
    if (recovered !== undefined) break;
    // A segment without one whole line was begun by a process that died right then.
    begun.push(segmentPath(directory, segment));
  }
  const found = recovered ?? emptyJournal(begun.length);
  const [oldest] = begun;
  // It held entries once: nothing of that may be removed.
  if (oldest !== undefined && found.position.link.seq < signed)
    throw alteredJournal(oldest, found.position.link);
  for (const path of begun) rmSync(path);
  return found;
}

function emptyJournal(torn: number): Recovered {
  const closed = torn === 0;
  return { position: startPosition, open: new Map(), lastId: undefined, content: '', torn, closed };
}

function readSegment(
  directory: string,
  segment: number,
  tornBefore: number,
  signed: number,
): Recovered | undefined {
  const path = segmentPath(directory, segment);
  const open = new Map<string, number>();
  let link: Link | undefined;
  let lastId: string | undefined;
  let content = '';
  let closed = false;
  let cut: number | undefined;
  const tail = readLines(path, ({ bytes, offset }) => {
    const entry = readStoredEntry(bytes);
    const follows = link === undefined || (entry?.seq === link.seq && entry.prev === link.prev);
    if (entry === undefined) throw newerJournal(path, bytes) ?? alteredJournal(path, link);
    if (!follows) throw alteredJournal(path, link);
    // Entries and their content become durable together; what lacks its content was never acknowledged.
    if (entry.seq >= signed && !hasItsContent(directory, bytes)) {
      cut = offset;
      return false;
    }
    content = laterOf(content, readNewestFile(bytes));
    trackOpen(open, entry);
    link = { seq: entry.seq + 1, prev: hashLine(bytes) };
    lastId = entry.id;
    closed = entry['cause'] === closedCause;
    return true;
  });
  if (link === undefined) return undefined;
  const end = cut ?? tail.end;
  const torn = cut === undefined ? tail.torn : statSync(path).size - cut;
  const position = { segment, offset: end, link };
  return { position, open, lastId, content, torn: tornBefore + torn, closed };
}

function hasItsContent(directory: string, line: Buffer): boolean {
  if (!line.includes(blobMember)) return true;
  return findAddresses(line.toString('utf8')).every(({ file, offset, bytes }) => {
    const found = statSync(contentPath(directory, file), { throwIfNoEntry: false });
    return found !== undefined && found.size >= offset + bytes;
  });
}

/** Of the last blob that the line names: they lie one behind the other. */
function readNewestFile(line: Buffer): string {
  const at = line.lastIndexOf(blobMember);
  return at < 0 ? '' : (findAddresses(line.toString('utf8', at)).at(-1)?.file ?? '');
}

/** The names of files are in order of their times. */
function laterOf(one: string, other: string): string {
  return other > one ? other : one;
}

/** Keeps the set of open exchanges as one entry after the other goes by. */
export function trackOpen(open: Map<string, number>, entry: StoredEntry): void {
  const { exchange, attempt } = placeInExchange(entry);
  if (entry.type === 'heartbeat') for (const [key, seq] of entry.open ?? []) open.set(key, seq);
  else if (entry.type === 'request') open.set(pairKey(exchange, attempt), entry.seq);
  else if (terminalTypes.has(entry.type)) open.delete(pairKey(exchange, attempt));
}

/** Not evidence of anything: somebody went back to a version that cannot read it. */
function newerJournal(path: string, line: Buffer): GatewayError | undefined {
  const version = readVersion(line);
  if (version === undefined || version <= formatVersion) return undefined;
  return new GatewayError(
    'audit_unavailable',
    `\`${path}\` holds entries of version ${version}, which a newer gateway wrote and this one cannot read: ` +
      'start the newer one again, or this one with another directory',
  );
}

function alteredJournal(path: string, link: Link | undefined): GatewayError {
  return new GatewayError(
    'audit_unavailable',
    `\`${path}\` is damaged or was altered at entry ${link?.seq ?? 'one of this file'}; ` +
      'keep the directory as evidence, run `governance audit verify`, and start with another one',
  );
}
