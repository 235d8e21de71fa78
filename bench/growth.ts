/** How the cost grows: with the prompt, the rules, the chunks of a stream and the entries of a trail; each as a picture. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findMasterKey } from '../src/audit/master-key.ts';
import { readFacetQuery, readListQuery } from '../src/audit/search/query.ts';
import { openTrail } from '../src/audit/trail.ts';
import { compareBundles } from '../src/cli/policy-bench-cost.ts';
import { runCompletions } from './completions.ts';
import { type Chart, drawChart, shorten } from './pictures/chart.ts';
import { patterns, referenceBundle } from './reference-bundle.ts';
import type { Effort, Measured, Row } from './row.ts';
import { type Scene, type Subject, withScene } from './scene.ts';
import { withSeededTrail } from './seeded-trail.ts';
import { percentile } from './statistics.ts';
import { runStreams } from './stream-cost.ts';

const connections = 16;
const kilobyte = 1_000;
const promptSizes = [1, 4, 16, 64].map((size) => size * kilobyte);
const ruleCounts = [10, 30, 100, 300, 1_000];
const chunkCounts = [10, 30, 100, 300];
const searchedText = 4_096;
/** Of the sizes, those that a run of this effort looks at. */
function pick<Size>(sizes: readonly Size[], { sides }: Effort): readonly Size[] {
  return sides === 'all' ? sizes : sizes.filter((_, at) => at === 0 || at === sizes.length - 1);
}

const pictures = join(import.meta.dirname, '..', 'docs', 'pictures');

type Points = readonly (readonly [number, number])[];

async function measurePrompts(subject: Subject, effort: Effort): Promise<Points> {
  const points: [number, number][] = [];
  const { url } = subject.program;
  await runCompletions({ url, bytes: kilobyte, connections, requests: effort.requests });
  for (const bytes of pick(promptSizes, effort)) {
    const requests = Math.ceil(effort.requests / Math.max(1, bytes / (8 * kilobyte)));
    const load = { url, bytes, connections };
    await runCompletions({ ...load, requests: Math.ceil(requests / 4) });
    const before = await subject.program.account();
    await runCompletions({ ...load, requests });
    const after = await subject.program.account();
    points.push([bytes, (after.cpuUs - before.cpuUs) / requests]);
  }
  return points;
}

async function measureStreams(subject: Subject, effort: Effort): Promise<Points> {
  const points: [number, number][] = [];
  for (const chunks of pick(chunkCounts, effort)) {
    const count = Math.ceil(effort.requests / 20);
    await runStreams(subject.program.url, Math.ceil(count / 4), connections, chunks);
    const before = await subject.program.account();
    await runStreams(subject.program.url, count, connections, chunks);
    const after = await subject.program.account();
    points.push([chunks, (after.cpuUs - before.cpuUs) / count]);
  }
  return points;
}

function measureRules(effort: Effort): Points {
  const { rounds, sides } = effort;
  const each = { warmMs: sides === 'all' ? 80 : 15, rounds, roundMs: 15 };
  const [least = 1] = ruleCounts;
  const base = referenceBundle(least);
  return pick(ruleCounts, effort).map((count) => {
    const { ms } = compareBundles(referenceBundle(count), base, searchedText, each);
    return [count, ms * kilobyte];
  });
}

async function measureSearch(entries: number, rounds: number): Promise<number> {
  const seeded = { entries, content: false, index: true };
  return withSeededTrail(seeded, async (directory) => {
    const masterKey = findMasterKey(directory, () => undefined);
    const trail = await openTrail({ directory, masterKey, origin: 'bench', durability: 'os' });
    try {
      const asked = new URLSearchParams('decision=block&model=gpt-4*');
      const times: number[] = [];
      for (let round = 0; round < rounds * 2; round += 1) {
        const startedMs = performance.now();
        await Promise.all([
          trail.listEntries(readListQuery(asked, Date.now())),
          trail.countFacets(readFacetQuery(asked, Date.now())),
        ]);
        times.push(performance.now() - startedMs);
      }
      return percentile(times, 0.5);
    } finally {
      await trail.close();
    }
  });
}

async function measureEntries(effort: Effort): Promise<Points> {
  const points: [number, number][] = [];
  const { entries, rounds } = effort;
  const counts = [entries / 100, entries / 30, entries / 10, entries / 3].map(Math.round);
  for (const count of pick(counts, effort))
    points.push([count, await measureSearch(count, rounds)]);
  return points;
}

async function measureBoth(scene: Scene, effort: Effort): Promise<Record<string, Chart>> {
  const bare = await scene.startBareProxy();
  const gateway = await scene.startGateway({ policies: true, audit: 'fsync' });
  const labels = { bare: 'bare node proxy', gateway: 'gateway, all on' };
  return {
    prompt: {
      title: 'CPU of a completion, by the size of its prompt',
      across: 'bytes of the request',
      up: 'CPU µs',
      lines: [
        { label: labels.gateway, points: await measurePrompts(gateway, effort) },
        { label: labels.bare, points: await measurePrompts(bare, effort) },
      ],
    },
    stream: {
      title: 'CPU of a stream, by its chunks',
      across: 'chunks of 20 characters',
      up: 'CPU µs',
      lines: [
        { label: labels.gateway, points: await measureStreams(gateway, effort) },
        { label: labels.bare, points: await measureStreams(bare, effort) },
      ],
    },
  };
}

function tabulate(charts: Record<string, Chart>): Measured {
  const lines: string[][] = [];
  const figures: Record<string, number> = {};
  for (const [name, { title, up, lines: drawn }] of Object.entries(charts))
    for (const { label, points } of drawn) {
      lines.push([
        title,
        label,
        points.map(([size, cost]) => `${shorten(size)}: ${shorten(cost)}`).join(', '),
        up,
      ]);
      for (const [size, cost] of points) figures[`${name}, ${label}, ${size}`] = cost;
    }
  return { columns: ['growth', 'process', 'cost by size', 'unit'], lines, figures };
}

export const growth: Row = {
  name: 'growth',
  claim: 'How the cost grows',
  bounds: [],
  setting:
    'one run of each size; a full run writes the pictures of docs/PERFORMANCE.md: `docs/pictures/growth-*.svg`',
  lane: 'first',
  measure: async (effort) => {
    const charts: Record<string, Chart> = {
      ...(await withScene((scene) => measureBoth(scene, effort))),
      rules: {
        title: 'Judging 4 KB, by the number of rules',
        across: `rules, with ${patterns} patterns`,
        up: 'µs of the thread',
        lines: [{ label: 'judging', points: measureRules(effort) }],
      },
      entries: {
        title: 'A filter with its facets, by the length of the trail',
        across: 'entries',
        up: `ms, median`,
        lines: [{ label: 'first page and facets', points: await measureEntries(effort) }],
      },
    };
    if (effort.draws)
      for (const [name, chart] of Object.entries(charts))
        await writeFile(join(pictures, `growth-${name}.svg`), drawChart(chart));
    return tabulate(charts);
  },
};
