/** Where the microseconds of a governed completion go: a sampled run, each sample charged to the part of the house it ran in. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCompletions } from './completions.ts';
import { type Tally, charge, sum, tallyFrame } from './parts.ts';
import { type Stretch, nowUs, readProfile } from './pictures/profile.ts';
import type { Effort, Measured, Row } from './row.ts';
import { withScene } from './scene.ts';

const connections = 32;
const bytes = 2_000;
const percent = 100;

const mainThread = 'MainThread';
const threadNames: Readonly<Record<string, string>> = {
  'audit-journal': 'thread of the journal: entries made durable',
  'audit-keys': 'thread of the keys of kept texts',
  'audit-index': 'thread of the index',
  judging: 'threads for long texts',
  'libuv-worker': "node's threads for files",
};
const enginesThreads = "the engine's threads: compiling, cleaning up, the sampler";
type Threads = Readonly<Record<string, number>>;

async function tallyMainThread(folder: string, stretch: Stretch): Promise<Tally> {
  const tally: Tally = new Map();
  // CPU.date.time.process.thread.number.cpuprofile; the main thread is number 0.
  for (const file of await readdir(folder))
    if (file.split('.').at(-3) === '0')
      tallyFrame(await readProfile(join(folder, file), stretch), tally);
  return tally;
}

/** What threads were charged between two accounts. */
function subtract(later: Threads, earlier: Threads): Tally {
  return new Map(
    Object.entries(later).map(([thread, us]) => [thread, us - (earlier[thread] ?? 0)]),
  );
}

/** The sampler goes by the clock, also while the thread waits for a core: it tells shares, the account tells how much. */
function share(seen: Tally, us: number): Tally {
  const all = sum(seen);
  return new Map([...seen].map(([stage, part]) => [stage, (part / all) * us]));
}

type Run = {
  /** What the sampler saw on the main thread. */
  readonly main: Tally;
  /** What the operating system charged each of them. */
  readonly threads: Tally;
  readonly cpuUs: number;
};

/** Start and warm-up do not count. */
async function sample(warmUp: number, counted: number): Promise<Run> {
  const profiles = await mkdtemp(join(tmpdir(), 'governance-stages-'));
  try {
    const { before, after, stretch } = await withScene(async (scene) => {
      const { program } = await scene.startGateway({ policies: true, audit: 'fsync' });
      const work = (requests: number) =>
        runCompletions({ url: program.url, bytes, connections, requests });
      await work(warmUp);
      const before = await program.account();
      const fromUs = nowUs();
      await work(counted);
      const untilUs = nowUs();
      return { before, after: await program.account(), stretch: { fromUs, untilUs } };
    }, profiles);
    const [folder] = (await readdir(profiles)).filter((name) => name.endsWith('governance'));
    if (folder === undefined) throw new Error('the gateway left no profile');
    return {
      main: await tallyMainThread(join(profiles, folder), stretch),
      threads: subtract(after.threads, before.threads),
      cpuUs: after.cpuUs - before.cpuUs,
    };
  } finally {
    await rm(profiles, { recursive: true, force: true });
  }
}

/** The threads beside the main one, by what they do; what is in none of them is the engine's, and the sampler's. */
function nameThreads(threads: Tally): Tally {
  const named: Tally = new Map();
  for (const [thread, us] of threads)
    if (thread !== mainThread) charge(named, threadNames[thread] ?? enginesThreads, us);
  return named;
}

async function measure({ rounds, requests }: Effort): Promise<Measured> {
  const counted = requests * rounds;
  const run = await sample(requests, counted);
  const { cpuUs: wholeUs } = run;
  const others = nameThreads(run.threads);
  const main = share(run.main, wholeUs - sum(others));
  const rows = [...main, ...others].sort(([, left], [, right]) => right - left);
  const figures = Object.fromEntries(rows.map(([stage, us]) => [stage, us / counted]));
  return {
    columns: ['stage', 'µs per completion', 'share'],
    lines: [
      ...rows.map(([stage, us]) => [
        stage,
        (us / counted).toFixed(1),
        `${((us * percent) / wholeUs).toFixed(1)} %`,
      ]),
      ['all of the process', (wholeUs / counted).toFixed(1), `${percent} %`],
    ],
    figures: { ...figures, 'all µs': wholeUs / counted },
  };
}

export const whereTimeGoes: Row = {
  name: 'stages',
  claim: 'Where the microseconds of a completion go',
  bounds: [],
  setting: `${bytes / 1000} KB request, 1 KB answer, ${connections} connections, policies and durable audit on, the engine's sampler on, which itself costs some; threads beside the main one by the operating system's account; start and warm-up do not count. A sample is charged to the innermost part of the house that was at work, what it called of node included`,
  lane: 'first',
  measure,
};
