/** Completions per second of two workers over those of one, and what the sender and the provider took of the same cores. */
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

type Round = {
  readonly perSecond: number;
  /** Cores that the sender and the provider kept busy meanwhile. */
  readonly others: number;
};

async function measureRound(gateway: Program, upstream: Program, requests: number): Promise<Round> {
  const before = await upstream.account();
  const own = process.cpuUsage();
  const startedMs = performance.now();
  await runCompletions({ url: gateway.url, bytes, connections, requests });
  const seconds = (performance.now() - startedMs) / millisecondsPerSecond;
  const { user, system } = process.cpuUsage(own);
  const provider = (await upstream.account()).cpuUs - before.cpuUs;
  return {
    perSecond: requests / seconds,
    others: (user + system + provider) / microsecondsPerSecond / seconds,
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
  // With one worker a core is its own; with two they have what the others leave of the machine, two cores at most.
  const allowed = two.map(({ others }) => Math.min(2, cores - others));
  const lines = [one, two].map((own, index) => [
    index === 0 ? 'one process' : 'two workers',
    toSpread(
      own.map(({ perSecond }) => perSecond),
      0,
    ),
    toSpread(
      own.map(({ others }) => others),
      2,
    ),
    index === 0 ? '' : toSpread(ratios, 2),
    index === 0 ? '' : toSpread(allowed, 2),
  ]);
  return {
    columns: [
      'gateway',
      'completions per second',
      'cores that sender and provider took',
      'x one process',
      'cores left for two',
    ],
    lines,
    figures: {
      'two workers: x one': median(ratios),
      'cores left for two': median(allowed),
      'per core that was left': median(
        ratios.map((ratio, at) => ratio / Math.max(1, allowed[at] ?? 1)),
      ),
    },
  };
}

export const workers: Row = {
  name: 'workers',
  claim: 'Two workers instead of one process',
  bounds: [
    {
      work: 'two workers against one, for each core that was left for them',
      figure: 'per core that was left',
      unit: 'x',
      digits: 2,
      least: 0.85,
    },
  ],
  setting: `${bytes / 1000} KB request, 1 KB answer, ${connections} connections that send their next request when the last was answered, policies on, audit on (fsync), no limit of rates; sender and provider run on the same cores: 1.7 x on two free cores is 0.85 for each, and where cores are not free the bound holds for what was left of them`,
  measure: (effort) => withScene((scene) => measure(scene, effort)),
};
