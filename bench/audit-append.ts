/** Rate of durable entries against that of a bare file whose writers share each fdatasync. */
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTrail } from '../src/audit/trail.ts';
import type { Content } from '../src/governance/event.ts';
import { answerTo, requestEvent } from '../test/support/audit-samples.ts';
import type { Effort, Measured, Row } from './row.ts';
import { median, toSpread } from './statistics.ts';
import { writeProse } from './texts.ts';

const inFlight = 32;
const millisecondsPerSecond = 1000;
const requestBytes = 2000;
const answerBytes = 1000;
/** The mean of the two entries of an exchange. */
const lineBytes = 1050;

type Append = () => Promise<unknown>;
type Subject = {
  readonly label: string;
  readonly append: Append;
  readonly end: () => Promise<void>;
};

/** What an append-only log costs at least: lines that come together share one write and one fdatasync. */
async function openBareFile(folder: string, line: Buffer): Promise<Subject> {
  const file = await open(join(folder, 'bare'), 'a');
  let waiting: (() => void)[] = [];
  let writing = false;
  const write = async (): Promise<void> => {
    while (waiting.length > 0) {
      const settle = waiting;
      waiting = [];
      await file.write(Buffer.concat(settle.map(() => line)));
      await file.datasync();
      for (const done of settle) done();
    }
    writing = false;
  };
  const append = (): Promise<void> =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (writing) return;
      writing = true;
      setImmediate(() => void write());
    });
  return { label: 'bare file, group fdatasync', append, end: () => file.close() };
}

/** Request and answer in turn, as exchanges write them. */
async function openAudit(folder: string, label: string, kept: boolean): Promise<Subject> {
  const trail = await openTrail({ directory: folder, origin: 'bench' });
  const contents = kept ? { received: toContent(requestBytes) } : {};
  const answers = kept ? { released: toContent(answerBytes) } : {};
  const open: ReturnType<typeof requestEvent>[] = [];
  const append = (): Promise<unknown> => {
    const begun = open.pop();
    if (begun !== undefined) return trail.record(answerTo(begun, { contents: answers }));
    const request = requestEvent({ contents });
    return trail.record(request).then(() => open.push(request));
  };
  return { label, append, end: () => trail.close() };
}

function toContent(bytes: number): Content {
  const raw = Buffer.from(writeProse(bytes, bytes));
  return { raw, redacted: () => raw };
}

/** Entries per second with so many callers that each wait for theirs. */
async function measureRate({ append }: Subject, entries: number): Promise<number> {
  const startedMs = performance.now();
  let next = 0;
  const call = async (): Promise<void> => {
    while (next < entries) {
      next += 1;
      await append();
    }
  };
  await Promise.all(Array.from({ length: inFlight }, call));
  return (entries / (performance.now() - startedMs)) * millisecondsPerSecond;
}

async function measureRounds(subjects: readonly Subject[], effort: Effort): Promise<number[][]> {
  const rates: number[][] = subjects.map(() => []);
  for (let round = -1; round < effort.rounds; round += 1) {
    for (let turn = 0; turn < subjects.length; turn += 1) {
      const index = (turn + round + 1) % subjects.length;
      const subject = subjects[index];
      if (subject === undefined) continue;
      const rate = await measureRate(subject, effort.requests);
      // The first round is the warm-up.
      if (round >= 0) rates[index]?.push(rate);
    }
  }
  return rates;
}

function toMeasured(subjects: readonly Subject[], rates: readonly (readonly number[])[]): Measured {
  const figures: Record<string, number> = {};
  const lines = subjects.map(({ label }, index) => {
    const own = rates[index] ?? [];
    const ratios = own.map((rate, round) => rate / (rates[0]?.[round] ?? Number.NaN));
    figures[`${label}: entries/s`] = median(own);
    figures[`${label}: x bare`] = median(ratios);
    return [label, toSpread(own, 0), toSpread(ratios, 2)];
  });
  return { columns: ['log', 'lines per second', 'x bare file'], lines, figures };
}

export const auditAppend: Row = {
  name: 'audit-append',
  claim: 'Durable entries per second',
  goal: '>= 0.8 x a bare file with group fdatasync',
  setting: `${inFlight} callers that each wait for their line; request and answer entries in turn; the bare file takes lines of the same length; with texts: a 2 KB prompt and a 1 KB answer kept encrypted in a file of their own`,
  async measure(effort) {
    const folder = await mkdtemp(join(tmpdir(), 'governance-append-'));
    const subjects = [
      await openBareFile(folder, Buffer.alloc(lineBytes, 'x')),
      await openAudit(join(folder, 'plain'), 'journal, texts not kept', false),
      await openAudit(join(folder, 'kept'), 'journal, texts kept', true),
    ];
    try {
      return toMeasured(subjects, await measureRounds(subjects, effort));
    } finally {
      for (const { end } of subjects) await end();
      await rm(folder, { recursive: true, force: true });
    }
  },
};
