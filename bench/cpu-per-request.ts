/** CPU per request of the gateway process over that of a bare node proxy in the same round. */
import { runCompletions } from './completions.ts';
import type { Effort, Measured, Row } from './row.ts';
import { type Parts, type Subject, withScene } from './scene.ts';
import { median, toSpread } from './statistics.ts';

const connections = 32;
const ordinaryBytes = 8_000;

type Shape = { readonly bytes: number; readonly turns?: number };

async function measureCpuUs(subject: Subject, shape: Shape, requests: number): Promise<number> {
  const before = await subject.program.account();
  await runCompletions({ url: subject.program.url, ...shape, connections, requests });
  const after = await subject.program.account();
  return (after.cpuUs - before.cpuUs) / requests;
}

/** Each round measures every subject once, in an order that turns, so that a busy moment hits them all alike. */
async function measureRounds(
  subjects: readonly Subject[],
  shape: Shape,
  effort: Effort,
): Promise<readonly (readonly number[])[]> {
  const costs: number[][] = subjects.map(() => []);
  // As much work for a few long prompts as for many short ones.
  const requests = Math.ceil(effort.requests / Math.max(1, shape.bytes / ordinaryBytes));
  for (let round = -1; round < effort.rounds; round += 1) {
    for (let turn = 0; turn < subjects.length; turn += 1) {
      const index = (turn + round + 1) % subjects.length;
      const subject = subjects[index];
      if (subject === undefined) continue;
      const cpuUs = await measureCpuUs(subject, shape, requests);
      // The first round is the warm-up.
      if (round >= 0) costs[index]?.push(cpuUs);
    }
  }
  return costs;
}

function toMeasured(subjects: readonly Subject[], costs: readonly (readonly number[])[]): Measured {
  const yardstick = costs[0] ?? [];
  const figures: Record<string, number> = {};
  const lines = subjects.map(({ label }, index) => {
    const cpuUs = costs[index] ?? [];
    const ratios = cpuUs.map((cost, round) => cost / (yardstick[round] ?? Number.NaN));
    figures[`${label}: µs`] = median(cpuUs);
    figures[`${label}: x bare`] = median(ratios);
    return [label, toSpread(cpuUs, 0), toSpread(ratios, 2)];
  });
  return { columns: ['process', 'CPU µs per request', 'x bare proxy'], lines, figures };
}

/** With a part of the gateway off, which only ever stands beside the figure with all of it on. */
const others: readonly Parts[] = [
  { policies: true, audit: 'os' },
  { policies: false, audit: 'fsync' },
  { policies: true, audit: 'none' },
  { policies: false, audit: 'none' },
];

function createRow(name: string, claim: string, shape: Shape, more = ''): Row {
  return {
    name,
    claim,
    bounds: [
      {
        work: claim,
        figure: 'gateway, policies on, audit on (fsync): x bare',
        unit: 'x the bare proxy',
        digits: 2,
        most: 2.5,
      },
    ],
    setting: `${shape.bytes / 1000} KB request${more}, 1 KB answer, ${connections} connections, keep-alive; user + system time as the operating system charged the process, threads included; logs on. Policies off: a single rule that looks at no text; audit off: the recorder cut out, which only the bench can do`,
    lane: 'first',
    measure: (effort) =>
      withScene(async (scene) => {
        const subjects = await Promise.all([
          scene.startBareProxy(),
          scene.startGateway({ policies: true, audit: 'fsync' }),
        ]);
        if (effort.sides === 'all')
          for (const parts of others) subjects.push(await scene.startGateway(parts));
        return toMeasured(subjects, await measureRounds(subjects, shape, effort));
      }),
  };
}

export const cpuPerRequest = createRow('cpu', 'CPU per governed chat completion', { bytes: 2_000 });
export const cpuPerLargeRequest = createRow('cpu-40kb', 'CPU per governed 40 KB prompt', {
  bytes: 40_000,
});
export const cpuPerTurn = createRow(
  'cpu-turn',
  'CPU per turn of a governed conversation',
  { bytes: 16_000, turns: 19 },
  ' of which the last twentieth is new, the rest was said in earlier turns of it',
);
