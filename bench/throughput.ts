/** Completions in a second with everything on, beside what others let through with less, and what governing takes of it. */
import { runCompletions } from './completions.ts';
import { startPeers } from './peers.ts';
import type { Effort, Measured, Row } from './row.ts';
import { type Scene, type Subject, withScene } from './scene.ts';
import { median, toSpread } from './statistics.ts';

const connections = 32;
const bytes = 2_000;
const millisecondsPerSecond = 1_000;
const percent = 100;

type Round = { readonly perSecond: number; readonly cpuUs: number };

async function measureRound({ program, headers }: Subject, requests: number): Promise<Round> {
  const before = await program.account();
  const startedMs = performance.now();
  const load = { url: program.url, bytes, connections, requests };
  await runCompletions({ ...load, ...(headers === undefined ? {} : { headers }) });
  const tookMs = performance.now() - startedMs;
  const after = await program.account();
  return {
    perSecond: (requests * millisecondsPerSecond) / tookMs,
    cpuUs: (after.cpuUs - before.cpuUs) / requests,
  };
}

async function measureRounds(
  subjects: readonly Subject[],
  effort: Effort,
): Promise<readonly (readonly Round[])[]> {
  const rounds: Round[][] = subjects.map(() => []);
  for (let round = -1; round < effort.rounds; round += 1)
    for (const [index, subject] of subjects.entries()) {
      const measured = await measureRound(subject, effort.requests);
      // The first round is the warm-up.
      if (round >= 0) rounds[index]?.push(measured);
    }
  return rounds;
}

/** Round by round, so that a busy moment hits both sides alike. */
function compare(own: readonly Round[], other: readonly Round[] = []): number[] {
  return own.map(({ perSecond }, at) => perSecond / (other[at]?.perSecond ?? Number.NaN));
}

async function startAll(
  scene: Scene,
  sides: Effort['sides'],
): Promise<{ readonly subjects: readonly Subject[]; readonly missing: readonly string[] }> {
  const [on, off, peers] = await Promise.all([
    scene.startGateway({ policies: true, audit: 'fsync' }),
    scene.startGateway({ policies: false, audit: 'none' }),
    startPeers(scene, sides),
  ]);
  const bare = sides === 'all' ? [await scene.startBareProxy()] : [];
  return { subjects: [on, off, ...bare, ...peers.subjects], missing: peers.missing };
}

function toMeasured(
  subjects: readonly Subject[],
  rounds: readonly (readonly Round[])[],
  missing: readonly string[],
): Measured {
  const [on = [], off = []] = rounds;
  const figures: Record<string, number> = {
    'lost %': median(compare(on, off).map((share) => (1 - share) * percent)),
  };
  const lines = subjects.map(({ label }, index) => {
    const own = rounds[index] ?? [];
    const times = compare(on, own);
    figures[`gateway against ${label}`] = median(times);
    if (label.includes('its guard')) figures['against a guarded peer'] = median(times);
    const perSecond = own.map((round) => round.perSecond);
    const cpuUs = own.map((round) => round.cpuUs);
    return [label, toSpread(perSecond, 0), toSpread(times, 2), toSpread(cpuUs, 0)];
  });
  return {
    columns: ['process', 'completions per second', 'gateway with all on, x this', 'CPU µs each'],
    lines: [...lines, ...missing.map((why) => [why, '', '', ''])],
    figures,
  };
}

export const throughput: Row = {
  name: 'throughput',
  claim: 'Completions per second, and what governing takes of them',
  bounds: [
    {
      work: 'throughput lost by policies and audit',
      figure: 'lost %',
      unit: '%',
      digits: 0,
      most: 25,
    },
    {
      work: 'throughput against Portkey with its guard on',
      figure: 'against a guarded peer',
      unit: 'x',
      digits: 2,
      least: 8,
    },
  ],
  setting: `${bytes / 1000} KB request, 1 KB answer, ${connections} connections that send their next request when the last was answered; the sender and the provider run on the same cores, so that a rate is what this machine allowed all of them together; Portkey as its package starts it, told by a header of each call where to go and what to guard`,
  measure: (effort) =>
    withScene(async (scene) => {
      const { subjects, missing } = await startAll(scene, effort.sides);
      return toMeasured(subjects, await measureRounds(subjects, effort), missing);
    }),
};
