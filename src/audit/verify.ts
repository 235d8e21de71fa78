/** Verifies a trail from its files alone: offline, on a copy, without the gateway, in bounded memory. */
import { readMark } from './ship/mark.ts';
import type { Mark } from './ship/mark.ts';
import { checkKeys } from './verify/announced-keys.ts';
import { readSources } from './verify/checkpoint-sources.ts';
import { ContentCheck } from './verify/content-check.ts';
import { HoldCheck } from './verify/hold-check.ts';
import { JournalCheck } from './verify/journal-check.ts';
import { findLastTile } from './verify/last-tile.ts';
import { OtherLogsCheck } from './verify/other-logs-check.ts';
import { Findings, findWorst } from './verify/report.ts';
import type { Fault, Found, Verdict } from './verify/report.ts';
import { findOdd, findOddFile } from './verify/plain-files.ts';
import { findScope } from './verify/scope.ts';
import type { Scope } from './verify/scope.ts';
import { type Checks, type Progress, checkSegments } from './verify/segment-check.ts';
import type { TreeReport } from './verify/tree-part.ts';
import { startTreeCheck } from './verify/tree-thread.ts';

export type { Progress } from './verify/segment-check.ts';

export type VerifyOptions = {
  readonly directory: string;
  /** True while a gateway writes here: an unfinished last line and open exchanges are then as they should be. */
  readonly live?: boolean;
  /** Keys to trust; without them those that lie beside the trail are taken. */
  readonly keys?: readonly string[];
  /** Copies of checkpoints that were kept elsewhere. */
  readonly witnesses?: readonly string[];
  /** Where the first log of the trail lies, where this is another one of it. */
  readonly first?: string | undefined;
  /** A checkpoint of it that the first log of the trail has in its chain. */
  readonly seen?: string | undefined;
  /** Names of other logs of the same trail, which the same witnesses may have copies of. */
  readonly siblings?: readonly string[];
  /** What witnesses have of any log but this one is passed over. */
  readonly ownOnly?: boolean;
  /** With it commitments are checked too. */
  readonly masterKey?: Uint8Array;
  /** Microseconds since the epoch: entries of closed journal files that are older are checked by their hashes alone. */
  readonly sinceUs?: number;
  readonly onProgress?: (progress: Progress) => void;
};

export type Report = {
  readonly verdict: Verdict;
  /** The log that this is a shipped copy of; absent for a trail where it was written. */
  readonly copyOf?: string;
  /** The first entry that was read. */
  readonly begin: number;
  readonly entries: number;
  readonly segments: number;
  readonly exchanges: number;
  readonly open: number;
  readonly checkpoints: number;
  /** Entries that a signed checkpoint vouches for. */
  readonly sealed: number;
  /** When the largest of them was signed; '' where there is none. */
  readonly sealedAt: string;
  readonly blobs: number;
  /** The root over all entries, lower-case hex. */
  readonly root: string;
  readonly firstAt: string;
  readonly lastAt: string;
  readonly lastId: string;
  readonly faults: readonly Fault[];
  /** Faults beyond those listed. */
  readonly faultsMore: number;
  readonly notes: readonly string[];
};

export function verifyTrail(options: VerifyOptions): Report {
  const findings = new Findings();
  const { directory, witnesses = [] } = options;
  try {
    const odd = [...findOdd(directory), ...witnesses.flatMap(findOddFile)];
    for (const each of odd) findings.add({ verdict: 'unreadable', ...each });
    if (odd.length === 0) return verifyFiles(options, findings);
  } catch (error) {
    findings.add({ verdict: 'unreadable', place: directory, detail: messageOf(error) });
  }
  const found = findings.found();
  return { ...unread, verdict: findings.verdict, ...{ ...found, faultsMore: found.more } };
}

function verifyFiles(options: VerifyOptions, findings: Findings): Report {
  const { directory } = options;
  // Checkpoints are read before the journal: while that grows, they are never ahead of it.
  const sources = readSources(options);
  const lastTile = findLastTile(directory);
  const mark = readMark(directory);
  const isCopy = mark !== undefined;
  const holds = new HoldCheck(directory, findings, isCopy);
  const scope = findScope(directory, options.sinceUs);
  const checks: Checks = {
    findings,
    journal: new JournalCheck(findings, scope.begin),
    content: new ContentCheck({ directory, masterKey: options.masterKey, mark }, findings),
    holds,
    others: new OtherLogsCheck({ directory, first: options.first, isCopy }, findings),
    announced: new Set(),
  };
  if (scope.segments.length === 0) {
    const detail = `there is no journal in \`${directory}\``;
    findings.add({ verdict: 'unreadable', place: 'journal', detail });
  }
  const live = options.live === true;
  const treeCheck = startTreeCheck({ directory, scope, sources, lastTile, live });
  let tree: TreeReport | undefined;
  try {
    checkSegments(scope, checks, { live, onProgress: options.onProgress });
    tree = treeCheck.report();
    checkEnd(options, scope, checks, tree);
  } catch (error) {
    findings.add({ verdict: 'unreadable', place: directory, detail: messageOf(error) });
  } finally {
    treeCheck.stop();
  }
  return { ...toReport(checks, scope, tree), ...describeMark(mark) };
}

/** What is said of a trail of which nothing could be read. */
const unread = {
  ...{ begin: 0, entries: 0, segments: 0, exchanges: 0, open: 0, checkpoints: 0, sealed: 0 },
  ...{ sealedAt: '', blobs: 0, root: '', firstAt: '', lastAt: '', lastId: '' },
} as const;

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The report with what was found of something that lies elsewhere. */
export function addFound(report: Report, found: Found): Report {
  const findings = new Findings();
  findings.merge(found);
  return {
    ...report,
    verdict: findWorst([report.verdict, findings.verdict]),
    faults: [...report.faults, ...found.faults],
    faultsMore: report.faultsMore + found.more,
    notes: [...report.notes, ...found.notes],
  };
}

function describeMark(mark: Mark | undefined): Pick<Report, 'copyOf'> {
  return mark === undefined ? {} : { copyOf: mark.log };
}

function toReport({ findings, journal, content }: Checks, scope: Scope, tree?: TreeReport): Report {
  return {
    verdict: findings.verdict,
    begin: scope.begin.seq,
    entries: journal.entries,
    segments: scope.segments.length,
    exchanges: journal.exchanges.endedCount,
    open: journal.exchanges.openCount,
    checkpoints: tree?.checkpoints ?? 0,
    sealed: tree?.sealed ?? 0,
    sealedAt: tree?.sealedAt ?? '',
    blobs: content.blobs,
    root: Buffer.from(tree?.root ?? []).toString('hex'),
    ...journal.span,
    faults: findings.faults,
    faultsMore: findings.more,
    notes: findings.notes,
  };
}

function checkEnd(options: VerifyOptions, scope: Scope, checks: Checks, tree: TreeReport): void {
  const { findings, journal, content, holds, others, announced } = checks;
  const { live = false } = options;
  findings.merge(tree.found);
  if (scope.begin.seq === 0) checkKeys(tree.verifierKeys, announced, findings);
  else findings.note(noteBegin(scope.begin.seq));
  content.end();
  others.end();
  holds.end(scope.begin.seq === 0 && !live);
  const unsealed = tree.size - tree.sealed;
  if (unsealed > 0) {
    const last = unsealed === 1 ? 'the last entry stands' : `the last ${unsealed} entries stand`;
    const detail = `${last} under no checkpoint`;
    if (live) findings.note(`${detail} yet`);
    else findings.add({ verdict: 'incomplete', seq: tree.sealed, place: 'checkpoint', detail });
  }
  const { open, openCount } = journal.exchanges;
  if (openCount === 0) return;
  const [seq = 0] = open.values();
  const detail = `${openCount === 1 ? '1 exchange has' : `${openCount} exchanges have`} no terminal entry`;
  if (live) findings.note(`${detail} yet`);
  else findings.add({ verdict: 'incomplete', seq, place: 'journal', detail });
}

function noteBegin(seq: number): string {
  return `entries before ${seq} were taken from the tiles: signed as they were, but not read`;
}
