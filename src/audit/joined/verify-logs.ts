/** Verifies several logs one after the other and reports on all of them together. */
import { setTimeout as sleep } from 'node:timers/promises';
import { GatewayError } from '../../errors.ts';
import type { Actor } from '../../governance/event.ts';
import type { TrailReading } from '../trail-reading.ts';
import type { Report } from '../verify.ts';
import { findScope } from '../verify/scope.ts';
import { type Fault, type Verdict, findWorst } from '../verify/report.ts';
import type { VerifyRequest, VerifyStep } from '../verify/verification.ts';
import { nameLog } from '../worker-logs.ts';
import type { Log } from './log.ts';

/** After so long a log that was busy is asked again. */
const busyMs = 200;

/** What was found of each log by itself. */
export type LogReport = {
  readonly log: number;
  readonly verdict: Verdict;
  readonly entries: number;
  readonly root: string;
};

export type WholeReport = Report & { readonly logs?: readonly LogReport[] };

type Verified = { readonly log: number; readonly report: Report };

/** Each log tells of its own verification; the entry that is named is the first log's. */
export async function* verifyLogs(
  logs: readonly Log[],
  request: VerifyRequest,
  actor: Actor,
): AsyncGenerator<VerifyStep, undefined> {
  const sizes = logs.map(({ directory }) => findScope(directory, request.sinceUs).bytes);
  const bytesTotal = sizes.reduce((sum, each) => sum + each, 0);
  const done: Verified[] = [];
  let before = 0;
  let entry: string | undefined;
  for (const [index, { log, reading }] of logs.entries()) {
    for await (const step of verifyLog(reading, request, actor)) {
      if ('progress' in step) {
        const bytes = Math.min(bytesTotal, before + step.progress.bytes);
        const entries = step.progress.entries + sumOf(done, ({ report }) => report.entries);
        yield { progress: { bytes, bytesTotal, entries } };
      } else {
        done.push({ log, report: step.report });
        entry ??= step.entry;
      }
    }
    before += sizes[index] ?? 0;
  }
  const report = joinReports(done);
  yield entry === undefined ? { report } : { report, entry };
}

/** Logs verify themselves now and then, each at a time of its own: one that is at it is waited for, not broken off at. */
async function* verifyLog(
  reading: TrailReading,
  request: VerifyRequest,
  actor: Actor,
): AsyncGenerator<VerifyStep, undefined> {
  for (;;) {
    const steps = reading.verify(request, actor);
    const first = await steps.next().catch(expectBusy);
    if (first === undefined) {
      await sleep(busyMs);
      continue;
    }
    if (first.done === true) return;
    try {
      yield first.value;
      yield* steps;
    } finally {
      await steps.return(undefined);
    }
    return;
  }
}

function expectBusy(error: unknown): undefined {
  if (!(error instanceof GatewayError) || error.code !== 'overloaded') throw error;
}

function joinReports(done: readonly Verified[]): WholeReport {
  const reports = done.map(({ report }) => report);
  const written = reports.filter(({ entries }) => entries > 0);
  const times = (pick: (report: Report) => string): string[] => written.map(pick).sort();
  const sum = (pick: (report: Report) => number): number =>
    sumOf(done, ({ report }) => pick(report));
  const [first] = reports;
  return {
    verdict: findWorst(reports.map(({ verdict }) => verdict)),
    begin: first?.begin ?? 0,
    entries: sum(({ entries }) => entries),
    segments: sum(({ segments }) => segments),
    exchanges: sum(({ exchanges }) => exchanges),
    open: sum(({ open }) => open),
    checkpoints: sum(({ checkpoints }) => checkpoints),
    sealed: sum(({ sealed }) => sealed),
    // All of them are under a checkpoint as far as this.
    sealedAt: times(({ sealedAt }) => sealedAt)[0] ?? '',
    blobs: sum(({ blobs }) => blobs),
    root: first?.root ?? '',
    firstAt: times(({ firstAt }) => firstAt)[0] ?? '',
    lastAt: times(({ lastAt }) => lastAt).at(-1) ?? '',
    lastId: times(({ lastId }) => lastId).at(-1) ?? '',
    faults: done.flatMap(({ log, report }) => report.faults.map((fault) => place(log, fault))),
    faultsMore: sum(({ faultsMore }) => faultsMore),
    notes: done.flatMap(({ log, report }) =>
      report.notes.map((note) => `${nameLog(log)}: ${note}`),
    ),
    logs: done.map(({ log, report: { verdict, entries, root } }) => ({
      ...{ log, verdict, entries, root },
    })),
  };
}

function place(log: number, fault: Fault): Fault {
  return { ...fault, place: `${nameLog(log)}: ${fault.place}` };
}

function sumOf<Each>(list: readonly Each[], pick: (each: Each) => number): number {
  return list.reduce((sum, each) => sum + pick(each), 0);
}
