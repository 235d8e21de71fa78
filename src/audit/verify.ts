/** Verifies a trail from its files alone: offline, on a copy, without the gateway, in bounded memory. */
import { existsSync, statSync } from 'node:fs';
import { firstLink } from './chain.ts';
import { journalDirectory, listSegments, readLines, segmentPath } from './journal-files.ts';
import { JournalCheck } from './verify/journal-check.ts';
import { Findings } from './verify/report.ts';
import type { Fault, Verdict } from './verify/report.ts';

export type VerifyOptions = {
  readonly directory: string;
  /** True while a gateway writes here: an unfinished last line and open exchanges are then as they should be. */
  readonly live?: boolean;
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
  readonly firstAt: string;
  readonly lastAt: string;
  readonly lastId: string;
  readonly faults: readonly Fault[];
  /** Faults beyond those listed. */
  readonly faultsMore: number;
  readonly notes: readonly string[];
};

const progressEntries = 20_000;

export function verifyTrail(options: VerifyOptions): Report {
  const { directory } = options;
  const findings = new Findings();
  const check = new JournalCheck(findings);
  const segments = existsSync(journalDirectory(directory)) ? listSegments(directory) : [];
  if (segments.length === 0) {
    findings.add({
      verdict: 'unreadable',
      place: journalDirectory(directory),
      detail: 'there is no journal here',
    });
  }
  try {
    checkSegments(options, segments, check, findings);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    findings.add({ verdict: 'unreadable', place: directory, detail });
  }
  checkEnd(options, check, findings);
  return {
    verdict: findings.verdict,
    entries: check.entries,
    segments: segments.length,
    exchanges: check.exchanges.endedCount,
    open: check.exchanges.openCount,
    ...check.span,
    faults: findings.faults,
    faultsMore: findings.more,
    notes: findings.notes,
  };
}

function checkSegments(
  options: VerifyOptions,
  segments: readonly number[],
  check: JournalCheck,
  findings: Findings,
): void {
  const { directory, live = false, onProgress } = options;
  const sizes = segments.map((segment) => statSync(segmentPath(directory, segment)).size);
  const bytesTotal = sizes.reduce((sum, size) => sum + size, 0);
  let before = 0;
  segments.forEach((segment, index) => {
    const name = `journal/${String(segment).padStart(8, '0')}.jsonl`;
    if (segment !== index + 1) {
      findings.add({
        verdict: 'altered',
        seq: check.next.seq,
        place: name,
        detail: 'a segment before it is missing',
      });
    }
    const size = sizes[index] ?? 0;
    const tail = readLines(
      segmentPath(directory, segment),
      ({ bytes, offset }) => {
        check.take(bytes, `${name} at byte ${offset}`);
        if (check.entries % progressEntries === 0)
          onProgress?.({ bytes: before + offset, bytesTotal, entries: check.entries });
        return true;
      },
      0,
      size,
    );
    before += size;
    if (tail.torn === 0) return;
    const last = index === segments.length - 1;
    if (last && live) return;
    findings.add({
      verdict: last ? 'incomplete' : 'altered',
      seq: check.next.seq,
      place: `${name} at byte ${tail.end}`,
      detail: `the last ${tail.torn} bytes are no whole entry`,
    });
  });
  onProgress?.({ bytes: bytesTotal, bytesTotal, entries: check.entries });
}

function checkEnd(options: VerifyOptions, check: JournalCheck, findings: Findings): void {
  if (check.next.seq === firstLink.seq && findings.verdict === 'intact') {
    findings.add({ verdict: 'incomplete', place: 'journal', detail: 'there is no entry' });
  }
  if (check.exchanges.openCount === 0) return;
  const [first] = check.exchanges.open.values();
  const detail = `${check.exchanges.openCount} exchanges have no terminal entry`;
  if (options.live === true) findings.note(`${detail} yet`);
  else if (first !== undefined)
    findings.add({ verdict: 'incomplete', seq: first, place: `entry ${first}`, detail });
}
