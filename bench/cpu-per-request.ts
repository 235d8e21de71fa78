/** CPU per request of the gateway process over that of a bare node proxy in the same round. */
import { runCompletions } from './completions.ts';
import type { Effort, Measured, Row } from './row.ts';
import { type Subject, withScene } from './scene.ts';
import { median, toSpread } from './statistics.ts';

const connections = 32;

async function measureCpuUs(subject: Subject, bytes: number, requests: number): Promise<number> {
  const before = await subject.program.account();
  await runCompletions({ url: subject.program.url, bytes, connections, requests });
  const after = await subject.program.account();
  return (after.cpuUs - before.cpuUs) / requests;
}

/** Each round measures every subject once, in an order that turns, so that a busy moment hits them all alike. */
async function measureRounds(
  subjects: readonly Subject[],
  bytes: number,
  effort: Effort,
): Promise<readonly (readonly number[])[]> {
  const costs: number[][] = subjects.map(() => []);
  for (let round = -1; round < effort.rounds; round += 1) {
    for (let turn = 0; turn < subjects.length; turn += 1) {
      const index = (turn + round + 1) % subjects.length;
      const subject = subjects[index];
      if (subject === undefined) continue;
      const cpuUs = await measureCpuUs(subject, bytes, effort.requests);
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

function createRow(name: string, claim: string, bytes: number): Row {
  return {
    name,
    claim,
    goal: '<= 2.5 x the bare proxy with policies and durable audit on',
    setting: `${bytes / 1000} KB request, 1 KB answer, ${connections} connections, keep-alive; user + system time as the operating system charged the process, threads included; logs on. Policies off: a single rule that looks at no text; audit off: the recorder cut out, which only the bench can do`,
    measure: (effort) =>
      withScene(async (scene) => {
        const subjects = [
          await scene.startBareProxy(),
          await scene.startGateway({ policies: true, audit: 'fsync' }),
          await scene.startGateway({ policies: true, audit: 'os' }),
          await scene.startGateway({ policies: false, audit: 'fsync' }),
          await scene.startGateway({ policies: true, audit: 'none' }),
          await scene.startGateway({ policies: false, audit: 'none' }),
        ];
        return toMeasured(subjects, await measureRounds(subjects, bytes, effort));
      }),
  };
}

export const cpuPerRequest = createRow('cpu', 'CPU per governed chat completion', 2_000);
export const cpuPerLargeRequest = createRow('cpu-40kb', 'CPU per governed 40 KB prompt', 40_000);
