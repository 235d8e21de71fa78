/** Rate of durable entries against that of a bare file whose writers share each fdatasync. */
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTrail } from '../src/audit/trail.ts';
import type { Content, RequestEvent } from '../src/governance/event.ts';
import { answerTo, requestEvent } from '../test/support/audit-samples.ts';
import { openBareFile } from './bare-file.ts';
import type { Log } from './bare-file.ts';
import { openBareJournal } from './bare-journal.ts';
import type { Effort, Measured, Row } from './row.ts';
import { median, percentile } from './statistics.ts';
import { writeProse } from './texts.ts';

const inFlight = 32;
const microsecondsPerMillisecond = 1000;
const callers = 8;
const requestBytes = 2000;
const answerBytes = 1000;
/** Short turns: whatever else the disk and the processor do at the moment, both logs of a pair meet it. */
const entriesPerTurn = 512;
const turnsMin = { all: 48, goal: 8 };
/** Until the code is compiled and the file has the length that files have. */
const warmUpEntries = { all: 10_000, goal: 1_000 };

/** A trail, and a bare file whose lines are as long as what the trail puts on the disk for an entry. */
type Pair = {
  readonly label: string;
  readonly trail: Log;
  readonly bare: Log;
  readonly bytes: number;
};

type Turn = { readonly wallUs: number; readonly processorUs: number };

/** Request and answer in turn, as exchanges write them. */
async function openAudit(folder: string, kept: boolean): Promise<Log> {
  // The search index has a thread of its own, which would still work while it is the bare file's turn.
  const trail = await openTrail({
    directory: folder,
    origin: 'bench',
    indexIntervalMs: 86_400_000,
  });
  const contents = kept ? { received: toContent(requestBytes) } : {};
  const answers = kept ? { released: toContent(answerBytes) } : {};
  const open: ReturnType<typeof requestEvent>[] = [];
  const append = (): Promise<unknown> => {
    const begun = open.pop();
    if (begun !== undefined) return trail.record(answerTo(begun, { contents: answers }));
    const request = requestEvent({ ...newCaller(), contents });
    return trail.record(request).then(() => open.push(request));
  };
  return { append, end: () => trail.close() };
}

let calls = 0;

/** Several callers in turn, told in objects of their own as each call on the gateway tells them. */
function newCaller(): Pick<RequestEvent, 'actor' | 'call' | 'coverage' | 'ruling'> {
  calls += 1;
  const name = `caller-${calls % callers}`;
  const { actor, call, coverage, ruling } = requestEvent();
  return {
    actor: { ...actor, key: name, owner: name, subject: `${name}@example.com` },
    call: { ...call, session: `session-${calls}` },
    coverage: { ...coverage },
    ruling: { ...ruling },
  };
}

function toContent(bytes: number): Content {
  const raw = Buffer.from(writeProse(bytes, bytes));
  return { raw, redacted: () => raw };
}

/** What is held against a bare file. */
type Subject = { readonly label: string; readonly open: (directory: string) => Promise<Log> };

const subjects: readonly Subject[] = [
  { label: 'journal, texts not kept', open: (directory) => openAudit(directory, false) },
  { label: 'journal, texts kept', open: (directory) => openAudit(directory, true) },
  // No goal: it tells what is left of the ratio where building an entry costs nothing.
  { label: 'journal by itself, lines ready', open: openBareJournal },
];

async function openPair(
  directory: string,
  { label, open }: Subject,
  warmUp: number,
): Promise<Pair> {
  const first = join(directory, 'first');
  const trail = await open(first);
  await append(trail, warmUp);
  await trail.end();
  const bytes = Math.round((await sizeOf(first)) / warmUp);
  const again = await open(join(directory, 'again'));
  await append(again, warmUp);
  const bare = await openBareFile(join(directory, 'bare'), Buffer.alloc(bytes, 'x'));
  await append(bare, warmUp);
  return { label, trail: again, bare, bytes };
}

/** What lies in the journal and in the files of kept texts. */
async function sizeOf(directory: string): Promise<number> {
  let bytes = 0;
  for (const name of ['journal', 'content'])
    for (const file of await listFiles(join(directory, name)))
      bytes += (await stat(join(directory, name, file))).size;
  return bytes;
}

/** None where there is no such folder. */
async function listFiles(directory: string): Promise<string[]> {
  return existsSync(directory) ? await readdir(directory) : [];
}

/** As many callers as are in flight, each of which waits for its entry. */
async function append(log: Log, entries: number): Promise<void> {
  let next = 0;
  const call = async (): Promise<void> => {
    while (next < entries) {
      next += 1;
      await log.append();
    }
  };
  await Promise.all(Array.from({ length: inFlight }, call));
}

async function measureTurn(log: Log): Promise<Turn> {
  const startedMs = performance.now();
  const before = process.threadCpuUsage();
  await append(log, entriesPerTurn);
  const { user, system } = process.threadCpuUsage(before);
  const wallMs = performance.now() - startedMs;
  return {
    wallUs: (wallMs * microsecondsPerMillisecond) / entriesPerTurn,
    processorUs: (user + system) / entriesPerTurn,
  };
}

async function measurePair({ trail, bare }: Pair, turns: number): Promise<[Turn[], Turn[]]> {
  const measured: [Turn[], Turn[]] = [[], []];
  for (let turn = 0; turn < turns; turn += 1) {
    const first = turn % 2;
    for (const index of [first, 1 - first] as const)
      measured[index === 0 ? 0 : 1].push(await measureTurn(index === 0 ? trail : bare));
  }
  return measured;
}

type Table = { readonly lines: string[][]; readonly figures: Record<string, number> };

function tabulate({ label, bytes }: Pair, [trail, bare]: [Turn[], Turn[]], table: Table): void {
  const toRates = (turns: readonly Turn[]): number[] =>
    turns.map(({ wallUs }) => (microsecondsPerMillisecond * microsecondsPerMillisecond) / wallUs);
  const rates = [toRates(trail), toRates(bare)] as const;
  const ratios = rates[0].map((rate, turn) => rate / (rates[1][turn] ?? Number.NaN));
  const processorUs = [trail, bare].map((turns) => median(turns.map((turn) => turn.processorUs)));
  const names = [label, `bare file, group fdatasync, ${bytes} bytes each`];
  names.forEach((name, index) => {
    const own = rates[index] ?? [];
    table.lines.push([
      name,
      toQuarters(own, 0),
      index === 0 ? toQuarters(ratios, 2) : '1.00',
      (processorUs[index] ?? Number.NaN).toFixed(1),
    ]);
  });
  table.figures[`${label}: entries/s`] = median(rates[0]);
  table.figures[`${label}: x bare`] = median(ratios);
  table.figures[`${label}: thread µs`] = processorUs[0] ?? Number.NaN;
}

/** The median, and between which two values the middle half of the turns lies. */
function toQuarters(values: readonly number[], digits: number): string {
  const [low, high] = [percentile(values, 0.25), percentile(values, 0.75)];
  return `${median(values).toFixed(digits)} (${low.toFixed(digits)} to ${high.toFixed(digits)})`;
}

async function measureAll(folder: string, effort: Effort): Promise<Measured> {
  const turns = Math.max(
    turnsMin[effort.sides],
    Math.ceil((effort.rounds * effort.requests) / entriesPerTurn),
  );
  const table: Table = { lines: [], figures: {} };
  for (const [index, subject] of subjects.entries()) {
    const directory = join(folder, String(index));
    const pair = await openPair(directory, subject, warmUpEntries[effort.sides]);
    try {
      tabulate(pair, await measurePair(pair, turns), table);
    } finally {
      await pair.trail.end();
      await pair.bare.end();
    }
  }
  return { columns: ['log', 'entries per second', 'x bare file', 'µs of its thread'], ...table };
}

export const auditAppend: Row = {
  name: 'audit-append',
  claim: 'Durable entries per second',
  bounds: [
    {
      work: 'durable entries, texts not kept',
      figure: 'journal, texts not kept: x bare',
      unit: 'x a bare file',
      digits: 2,
      least: 0.8,
    },
    {
      work: 'durable entries, texts kept',
      figure: 'journal, texts kept: x bare',
      unit: 'x a bare file',
      digits: 2,
      least: 0.8,
    },
  ],
  setting: `${inFlight} callers that each wait for their entry; request and answer entries in turn; turns of ${entriesPerTurn} entries, the trail and a bare file one after the other, the ratio taken turn by turn, the middle half of the turns in brackets; a bare line has as many bytes as the trail puts on the disk for an entry, kept texts included; texts: a 2 KB prompt and a 1 KB answer, kept encrypted; the search index is not asked and rests; the journal by itself takes one line that was built before, without the trail around it`,
  lane: 'second',
  async measure(effort) {
    const folder = await mkdtemp(join(tmpdir(), 'governance-append-'));
    try {
      return await measureAll(folder, effort);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
