/** Completions per second of two workers over those of one, and what each side took of the same cores. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { runCompletions } from './completions.ts';
import type { Program } from './process.ts';
import type { Effort, Measured, Row } from './row.ts';
import { type Scene, withScene } from './scene.ts';
import { median, toSpread } from './statistics.ts';

const connections = 32;
const bytes = 2_000;
const millisecondsPerSecond = 1_000;
const microsecondsPerSecond = 1_000_000;
/** In /proc/stat, a second of each core has so many. */
const ticksPerSecond = 100;
const stolenColumn = 8;

type Round = {
  readonly perSecond: number;
  /** Cores that the sender and the provider kept busy meanwhile. */
  readonly others: number;
  /** Cores that the process which was asked kept busy, with all its threads. */
  readonly own: number;
  /** Cores that the machine's host gave to other machines meanwhile. */
  readonly stolen: number;
};

/** Seconds of all cores that were ready to be used and not to be had; 0 where the system does not tell. */
function readStolenSeconds(): number {
  if (process.platform !== 'linux') return 0;
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  return Number(line.split(/\s+/)[stolenColumn] ?? 0) / ticksPerSecond;
}

async function measureRound(gateway: Program, upstream: Program, requests: number): Promise<Round> {
  const before = await Promise.all([upstream.account(), gateway.account()]);
  const sender = process.cpuUsage();
  const stolenBefore = readStolenSeconds();
  const startedMs = performance.now();
  await runCompletions({ url: gateway.url, bytes, connections, requests });
  const seconds = (performance.now() - startedMs) / millisecondsPerSecond;
  const { user, system } = process.cpuUsage(sender);
  const stolen = readStolenSeconds() - stolenBefore;
  const after = await Promise.all([upstream.account(), gateway.account()]);
  const [provider = 0, own = 0] = after.map(({ cpuUs }, at) => cpuUs - (before[at]?.cpuUs ?? 0));
  return {
    perSecond: requests / seconds,
    others: (user + system + provider) / microsecondsPerSecond / seconds,
    own: own / microsecondsPerSecond / seconds,
    stolen: stolen / seconds,
  };
}

async function startOne(scene: Scene): Promise<Program> {
  return (await scene.startGateway({ policies: true, audit: 'fsync' })).program;
}

async function startTwo(scene: Scene): Promise<Program> {
  const data = join(await scene.createFolder(), 'data');
  return scene.startGatewayIn(data, { GATEWAY_WORKERS: '2' });
}

/** One and two in turns, so that a busy moment hits both alike. */
async function measure(scene: Scene, effort: Effort): Promise<Measured> {
  const upstream = await scene.startUpstream();
  const gateways = await Promise.all([startOne(scene), startTwo(scene)]);
  const rounds: Round[][] = gateways.map(() => []);
  for (let round = -1; round < effort.rounds; round += 1)
    for (const [index, gateway] of gateways.entries()) {
      const measured = await measureRound(gateway, upstream, effort.requests);
      // The first round is the warm-up.
      if (round >= 0) rounds[index]?.push(measured);
    }
  return toMeasured(rounds);
}

function toMeasured(rounds: readonly (readonly Round[])[]): Measured {
  const [one = [], two = []] = rounds;
  const cores = availableParallelism();
  const ratios = two.map(({ perSecond }, at) => perSecond / (one[at]?.perSecond ?? Number.NaN));
  // Two have what the others leave of the machine. One has as much, and its threads already take more of it than one core.
  const left = two.map(({ others, stolen }) => cores - others - stolen);
  const allowed = one.map(({ own }, at) => Math.min(2, (left[at] ?? 1) / Math.max(1, own)));
  const lines = [one, two].map((rounds, index) => [
    index === 0 ? 'one process' : 'two workers',
    toSpread(
      rounds.map(({ perSecond }) => perSecond),
      0,
    ),
    toSpread(
      rounds.map(({ others }) => others),
      2,
    ),
    toSpread(
      rounds.map(({ stolen }) => stolen),
      2,
    ),
    index === 0
      ? toSpread(
          rounds.map(({ own }) => own),
          2,
        )
      : '',
    index === 0 ? '' : toSpread(ratios, 2),
    index === 0 ? '' : toSpread(allowed, 2),
  ]);
  return {
    columns: [
      'gateway',
      'completions per second',
      'cores that sender and provider took',
      'cores that the host took away',
      'cores that it took',
      'x one process',
      'x that the cores allowed',
    ],
    lines,
    figures: {
      'two workers: x one': median(ratios),
      'x that the cores allowed': median(allowed),
      'of what the cores allowed': median(ratios.map((ratio, at) => ratio / (allowed[at] ?? 2))),
    },
  };
}

export const workers: Row = {
  name: 'workers',
  claim: 'Two workers instead of one process',
  bounds: [
    {
      work: 'two workers against one, of what the cores allowed',
      figure: 'of what the cores allowed',
      unit: 'x',
      digits: 2,
      least: 0.85,
    },
  ],
  setting: `${bytes / 1000} KB request, 1 KB answer, ${connections} connections that send their next request when the last was answered, policies on, audit on (fsync), no limit of rates; sender and provider run on the same cores: 1.7 x where two cores are free for two is 0.85 of 2 x, and where they are not the bound holds for what was left, over what one process with all its threads took`,
  measure: (effort) => withScene((scene) => measure(scene, effort)),
};
