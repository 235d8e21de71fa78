/** Reads the journal files of a trail one after the other and takes each line to those that check it. */
import type { ContentCheck } from './content-check.ts';
import type { HoldCheck } from './hold-check.ts';
import type { JournalCheck } from './journal-check.ts';
import type { OtherLogsCheck } from './other-logs-check.ts';
import type { Fault, Findings } from './report.ts';
import type { Scope, SegmentScope } from './scope.ts';
import { readAllSpans } from './spans.ts';

export type Checks = {
  readonly findings: Findings;
  readonly journal: JournalCheck;
  readonly content: ContentCheck;
  readonly holds: HoldCheck;
  readonly others: OtherLogsCheck;
  readonly announced: Set<string>;
};

export type Progress = {
  readonly bytes: number;
  readonly bytesTotal: number;
  readonly entries: number;
};

type Reading = {
  readonly live: boolean;
  readonly onProgress: ((progress: Progress) => void) | undefined;
};

type Line = {
  readonly buffer: Buffer;
  readonly start: number;
  readonly end: number;
  readonly place: () => string;
  /** It is the first of its file, and there is a file before. */
  readonly begins: boolean;
};

const progressEntries = 20_000;

export function checkSegments(scope: Scope, checks: Checks, { live, onProgress }: Reading): void {
  const { findings, journal } = checks;
  const { segments, bytes: bytesTotal } = scope;
  const first = scope.begin.seq > 0 ? (segments[0]?.segment ?? 1) : 1;
  let before = 0;
  segments.forEach((found, index) => {
    const { segment, path, name, size } = found;
    if (segment !== index + first)
      findings.add({ ...altered(journal, name), detail: 'a segment before it is missing' });
    const onSpan = (buffer: Buffer, start: number, end: number, offset: number): boolean => {
      const place = (): string => `${name} at byte ${offset}`;
      checkLine(checks, { buffer, start, end, place, begins: segment > 1 && offset === 0 });
      if (journal.entries % progressEntries === 0)
        onProgress?.({ bytes: before + offset, bytesTotal, entries: journal.entries });
      return true;
    };
    const read = readAllSpans(path, onSpan, size);
    before += size;
    checkEnd(read, found, checks, { live, last: index === segments.length - 1 });
  });
  onProgress?.({ bytes: bytesTotal, bytesTotal, entries: journal.entries });
}

function checkEnd(
  { end, fault }: ReturnType<typeof readAllSpans>,
  { name, size }: SegmentScope,
  { findings, journal }: Checks,
  { live, last }: { readonly live: boolean; readonly last: boolean },
): void {
  if (size === 0 && !last)
    findings.add({ ...altered(journal, name), detail: 'it is empty, and others come after it' });
  if (fault === undefined || (last && live && !fault.isLong)) return;
  findings.add({
    verdict: last && !fault.isLong ? 'incomplete' : 'altered',
    seq: journal.next.seq,
    place: `${name} at byte ${end}`,
    detail: fault.detail,
  });
}

function altered(journal: JournalCheck, place: string): Omit<Fault, 'detail'> {
  return { verdict: 'altered', seq: journal.next.seq, place };
}

function checkLine(
  { findings, journal, content, holds, others, announced }: Checks,
  { buffer, start, end, place, begins }: Line,
): void {
  const { seq } = journal.next;
  if (!journal.take(buffer, start, end, place)) return;
  const { announcedKey, entry, type } = journal;
  if (journal.concernsContent) content.take(entry, type, seq);
  if (type === 'erasure' || type === 'admin') holds.take(entry, type, seq);
  if (type === 'admin') others.take(entry, seq);
  if (announcedKey !== undefined) announced.add(announcedKey);
  if (announcedKey === '')
    findings.add({ verdict: 'altered', seq, place: place(), detail: 'it tells of no key' });
  // A line that went from one file to the next is chained as before; where files begin is told as well.
  if (begins === (type === 'heartbeat' && entry.text('cause') === 'rotated')) return;
  const detail = begins
    ? 'it is not the entry that a file begins with: lines before it are in another file'
    : 'a file begins with it, and lines stand before it in this one';
  findings.add({ verdict: 'altered', seq, place: place(), detail });
}
