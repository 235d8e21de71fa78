/** Where the microseconds of a governed completion go: a sampled run, each sample charged to the part of the house it ran in. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCompletions } from './completions.ts';
import { type Frame, readProfile } from './pictures/profile.ts';
import type { Effort, Measured, Row } from './row.ts';
import { withScene } from './scene.ts';

const connections = 32;
const bytes = 2_000;
const percent = 100;

/** The first that fits the frame nearest to the sample decides; what is deeper than our own code counts as its caller's. */
const stages: readonly (readonly [string, RegExp])[] = [
  ['judging: texts, detectors, patterns', /^src\/governance\/(text|detectors|inspect|judge)/],
  ['policies: rules, matches, rulings', /^src\/governance\//],
  ['formats: requests and answers, read and written', /^src\/proxy\/dialects\//],
  ['the exchange: upstream, headers, bytes', /^src\/proxy\//],
  ['kept texts: encryption and commitments', /^src\/audit\/content\//],
  ['entries: built, chained, made durable', /^src\/audit\//],
  ['keys and limits', /^src\/(keys\/|server\/(limit|authenticate|admission|pressure|credential))/],
  ['routes, logs, metrics', /^src\//],
  [
    'Express and the proxy middleware',
    /^node_modules\/(express|router|http-proxy|body-parser|finalhandler|on-finished)/,
  ],
  ['other packages', /^node_modules\//],
];
const mainThread = 'MainThread';
const threadNames: Readonly<Record<string, string>> = {
  'audit-journal': 'thread of the journal: entries made durable',
  'audit-keys': 'thread of the keys of kept texts',
  'audit-index': 'thread of the index',
  judging: 'threads for long texts',
  'libuv-worker': "node's threads for files",
};
const enginesThreads = "the engine's threads: compiling, cleaning up, the sampler";
const engine = 'node: sockets, HTTP, streams, timers';
const cleaning = 'cleaning up memory';

type Tally = Map<string, number>;

function charge(tally: Tally, stage: string, us: number): void {
  tally.set(stage, (tally.get(stage) ?? 0) + us);
}

function tallyFrame(frame: Frame, above: string, tally: Tally): void {
  if (frame.name === '(idle)') return;
  const own = stages.find(([, path]) => path.test(frame.file))?.[0] ?? above;
  const stage = frame.name === '(garbage collector)' ? cleaning : own;
  charge(tally, stage, frame.selfUs);
  for (const child of frame.children) tallyFrame(child, stage, tally);
}

async function tallyMainThread(folder: string): Promise<Tally> {
  const tally: Tally = new Map();
  // CPU.date.time.process.thread.number.cpuprofile; the main thread is number 0.
  for (const file of await readdir(folder))
    if (file.split('.').at(-3) === '0')
      tallyFrame(await readProfile(join(folder, file)), engine, tally);
  return tally;
}

function sum(tally: Tally): number {
  return [...tally.values()].reduce((all, us) => all + us, 0);
}

/** What a run costs beyond another that did less of the same: the start and the warm-up are in both. */
function subtract(more: Tally, less: Tally): Tally {
  return new Map([...more].map(([stage, us]) => [stage, us - (less.get(stage) ?? 0)]));
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

async function sample(requests: number): Promise<Run> {
  const profiles = await mkdtemp(join(tmpdir(), 'governance-stages-'));
  try {
    const { cpuUs, threads } = await withScene(async (scene) => {
      const { program } = await scene.startGateway({ policies: true, audit: 'fsync' });
      await runCompletions({ url: program.url, bytes, connections, requests });
      return program.account();
    }, profiles);
    const [folder] = (await readdir(profiles)).filter((name) => name.endsWith('governance'));
    if (folder === undefined) throw new Error('the gateway left no profile');
    const main = await tallyMainThread(join(profiles, folder));
    return { main, threads: new Map(Object.entries(threads)), cpuUs };
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

async function measure({ rounds, requests, sides }: Effort): Promise<Measured> {
  const warmUp = requests;
  const counted = requests * rounds;
  const sampling = sample(warmUp);
  // Alone, but where it is only to be seen that it works.
  if (sides === 'all') await sampling;
  const more = await sample(warmUp + counted);
  const less = await sampling;
  const others = subtract(nameThreads(more.threads), nameThreads(less.threads));
  const wholeUs = more.cpuUs - less.cpuUs;
  const main = share(subtract(more.main, less.main), wholeUs - sum(others));
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
  setting: `${bytes / 1000} KB request, 1 KB answer, ${connections} connections, policies and durable audit on, the engine's sampler on, which itself costs some; threads beside the main one by the operating system's account; a short run is taken off a long one, so that start and warm-up do not count. A sample is charged to the innermost part of the house that was at work, what it called of node included`,
  measure,
};
