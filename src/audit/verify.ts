/** Verifies a trail from its files alone: offline, on a copy, without the gateway, in bounded memory. */
import { statSync } from 'node:fs';
import { journalDirectory, listSegments, readLines, segmentPath } from './journal-files.ts';
import type { RawLine } from './journal-files.ts';
import { CheckpointCheck } from './verify/checkpoint-check.ts';
import { ContentCheck } from './verify/content-check.ts';
import { checkIndex } from './verify/index-check.ts';
import { JournalCheck } from './verify/journal-check.ts';
import { Findings } from './verify/report.ts';
import type { Fault, Verdict } from './verify/report.ts';
import { TreeCheck } from './verify/tree-check.ts';

export type VerifyOptions = {
  readonly directory: string;
  /** True while a gateway writes here: an unfinished last line and open exchanges are then as they should be. */
  readonly live?: boolean;
  /** Keys to trust; without them those that lie beside the trail are taken. */
  readonly keys?: readonly string[];
  /** Copies of checkpoints that were kept elsewhere. */
  readonly witnesses?: readonly string[];
  /** With it commitments are checked too. */
  readonly masterKey?: Uint8Array;
  readonly onProgress?: (progress: Progress) => void;
};

export type Progress = {
  readonly bytes: number;
  readonly bytesTotal: number;
  readonly entries: number;
};

export type Report = {
  readonly verdict: Verdict;
  readonly entries: number;
  readonly segments: number;
  readonly exchanges: number;
  readonly open: number;
  readonly checkpoints: number;
  /** Entries that a signed checkpoint vouches for. */
  readonly sealed: number;
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

const progressEntries = 20_000;

type Checks = {
  readonly findings: Findings;
  readonly journal: JournalCheck;
  readonly tree: TreeCheck;
  readonly checkpoints: CheckpointCheck;
  readonly content: ContentCheck;
};

export function verifyTrail(options: VerifyOptions): Report {
  const { directory } = options;
  const findings = new Findings();
  const segments = listSegments(directory);
  // Checkpoints are read before the journal: while that grows, they are never ahead of it.
  const checks: Checks = {
    findings,
    journal: new JournalCheck(findings),
    tree: new TreeCheck(directory, findings),
    checkpoints: new CheckpointCheck(options, findings),
    content: new ContentCheck(directory, options.masterKey, findings),
  };
  if (segments.length === 0) {
    const place = journalDirectory(directory);
    findings.add({ verdict: 'unreadable', place, detail: 'there is no journal here' });
  }
  try {
    checkSegments(options, segments, checks);
    checkEnd(options, checks);
    checkIndex(directory, findings);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    findings.add({ verdict: 'unreadable', place: directory, detail });
  }
  return toReport(checks, segments.length);
}

function toReport(checks: Checks, segments: number): Report {
  const { findings, journal, tree, checkpoints, content } = checks;
  return {
    verdict: findings.verdict,
    entries: journal.entries,
    segments,
    exchanges: journal.exchanges.endedCount,
    open: journal.exchanges.openCount,
    checkpoints: checkpoints.checked,
    sealed: checkpoints.sealed,
    blobs: content.blobs,
    root: Buffer.from(tree.root()).toString('hex'),
    ...journal.span,
    faults: findings.faults,
    faultsMore: findings.more,
    notes: findings.notes,
  };
}

function checkSegments(options: VerifyOptions, segments: readonly number[], checks: Checks): void {
  const { directory, live = false, onProgress } = options;
  const { findings, journal } = checks;
  const sizes = segments.map((segment) => statSync(segmentPath(directory, segment)).size);
  const bytesTotal = sizes.reduce((sum, size) => sum + size, 0);
  let before = 0;
  segments.forEach((segment, index) => {
    const name = `journal/${String(segment).padStart(8, '0')}.jsonl`;
    const altered = { verdict: 'altered', seq: journal.next.seq, place: name } as const;
    if (segment !== index + 1) {
      findings.add({ ...altered, detail: 'a segment before it is missing' });
    }
    const size = sizes[index] ?? 0;
    const onLine = ({ bytes, leaf, offset }: RawLine): boolean => {
      checkLine(checks, bytes, leaf, () => `${name} at byte ${offset}`);
      if (journal.entries % progressEntries === 0) {
        onProgress?.({ bytes: before + offset, bytesTotal, entries: journal.entries });
      }
      return true;
    };
    const tail = readLines(segmentPath(directory, segment), onLine, 0, size);
    before += size;
    const last = index === segments.length - 1;
    if (tail.torn === 0 || (last && live)) return;
    findings.add({
      verdict: last ? 'incomplete' : 'altered',
      seq: journal.next.seq,
      place: `${name} at byte ${tail.end}`,
      detail: `the last ${tail.torn} bytes are no whole entry`,
    });
  });
  onProgress?.({ bytes: bytesTotal, bytesTotal, entries: journal.entries });
}

function checkLine(checks: Checks, line: Buffer, leaf: Buffer, place: () => string): void {
  const { journal, tree, checkpoints, content } = checks;
  const { seq } = journal.next;
  journal.take(line, place);
  tree.take(leaf);
  if (journal.concernsContent) content.take(line, seq);
  const { announcedKey } = journal;
  if (announcedKey !== undefined) checkpoints.announce(announcedKey);
  if (checkpoints.expects(tree.size)) checkpoints.compare(tree.size, tree.root());
}

function checkEnd(options: VerifyOptions, checks: Checks): void {
  const { findings, journal, tree, checkpoints, content } = checks;
  const { live = false } = options;
  checkpoints.end(tree.size);
  checkpoints.checkKeys();
  content.end();
  findings.settle();
  if (tree.missing > 0)
    findings.note(`${tree.missing} tiles are not on disk; they can be made anew`);
  const unsealed = tree.size - checkpoints.sealed;
  if (unsealed > 0) {
    const detail = `the last ${unsealed} entries stand under no checkpoint`;
    if (live) findings.note(`${detail} yet`);
    else
      findings.add({ verdict: 'incomplete', seq: checkpoints.sealed, place: 'checkpoint', detail });
  }
  const { open, openCount } = journal.exchanges;
  if (openCount === 0) return;
  const [seq = 0] = open.values();
  const detail = `${openCount} exchanges have no terminal entry`;
  if (live) findings.note(`${detail} yet`);
  else findings.add({ verdict: 'incomplete', seq, place: `entry ${seq}`, detail });
}
