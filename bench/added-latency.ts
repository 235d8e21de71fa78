/** Time that the gateway adds to a call over one connection, two durable entries included. */
import { runCompletions } from './completions.ts';
import type { Effort, Measured, Row } from './row.ts';
import { type Scene, withScene } from './scene.ts';
import { median, percentile, toSpread } from './statistics.ts';

type Route = { readonly label: string; readonly url: string };
type Times = { readonly p50: number[]; readonly p99: number[] };

async function listRoutes(scene: Scene): Promise<readonly Route[]> {
  const bare = await scene.startBareProxy();
  const on = await scene.startGateway({ policies: true, audit: 'fsync' });
  const off = await scene.startGateway({ policies: false, audit: 'none' });
  return [
    { label: 'straight to the upstream', url: await scene.upstreamUrl() },
    ...[bare, on, off].map(({ label, program }) => ({ label, url: program.url })),
  ];
}

async function measureRounds(routes: readonly Route[], effort: Effort): Promise<readonly Times[]> {
  const times: Times[] = routes.map(() => ({ p50: [], p99: [] }));
  for (let round = -1; round < effort.rounds; round += 1) {
    for (const [index, { url }] of routes.entries()) {
      const load = { url, bytes: 2_000, connections: 1, requests: effort.calls };
      const timesMs = await runCompletions(load);
      if (round < 0) continue;
      times[index]?.p50.push(percentile(timesMs, 0.5));
      times[index]?.p99.push(percentile(timesMs, 0.99));
    }
  }
  return times;
}

function toMeasured(routes: readonly Route[], times: readonly Times[]): Measured {
  const straight = times[0];
  const figures: Record<string, number> = {};
  const lines = routes.map(({ label }, index) => {
    const { p50, p99 } = times[index] ?? { p50: [], p99: [] };
    const added = (own: readonly number[], base: readonly number[] = []): number[] =>
      own.map((timeMs, round) => timeMs - (base[round] ?? Number.NaN));
    const addedP50 = added(p50, straight?.p50);
    const addedP99 = added(p99, straight?.p99);
    figures[`${label}: added p50 ms`] = median(addedP50);
    figures[`${label}: added p99 ms`] = median(addedP99);
    return [
      label,
      toSpread(p50, 2),
      toSpread(p99, 2),
      toSpread(addedP50, 2),
      toSpread(addedP99, 2),
    ];
  });
  return { columns: ['path', 'p50 ms', 'p99 ms', 'added p50 ms', 'added p99 ms'], lines, figures };
}

export const addedLatency: Row = {
  name: 'latency',
  claim: 'Latency added to a call over one connection',
  bounds: [
    {
      work: 'added latency over one connection, p50',
      figure: 'gateway, policies on, audit on (fsync): added p50 ms',
      unit: 'ms',
      digits: 2,
      most: 1,
    },
    {
      work: 'added latency over one connection, p99',
      figure: 'gateway, policies on, audit on (fsync): added p99 ms',
      unit: 'ms',
      digits: 2,
      most: 3,
    },
  ],
  setting: '2 KB request, 1 KB answer, one connection, keep-alive, one call at a time',
  measure: (effort) =>
    withScene(async (scene) => {
      const routes = await listRoutes(scene);
      return toMeasured(routes, await measureRounds(routes, effort));
    }),
};
