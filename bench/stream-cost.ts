/** What a stream of a hundred chunks costs, and how much later its first byte comes, beside a bare node proxy. */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request as send } from 'node:http';
import type { Effort, Measured, Row } from './row.ts';
import { key, type Subject, withScene } from './scene.ts';
import { median, toSpread } from './statistics.ts';
import { chunkCount, streamModels, writeStreamRequest } from './streams.ts';

const connections = 16;

/** Milliseconds until the first byte of the body; resolves when the last was read. */
async function readStream(url: string, agent: Agent, body: Buffer): Promise<number> {
  const startedMs = performance.now();
  const outgoing = send(new URL('/v1/chat/completions', url), {
    agent,
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': body.length,
    },
  });
  outgoing.end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  let firstMs = 0;
  let text = '';
  for await (const bytes of answer) {
    if (firstMs === 0) firstMs = performance.now() - startedMs;
    text = (bytes as Buffer).toString();
  }
  if (!text.endsWith('data: [DONE]\n\n')) throw new Error(`a stream of ${url} did not end`);
  return firstMs;
}

export async function runStreams(
  url: string,
  count: number,
  atOnce: number,
  chunks = chunkCount,
): Promise<readonly number[]> {
  const body = writeStreamRequest(`${streamModels.chunks}-${chunks}`);
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const firstMs: number[] = [];
  let left = count;
  const call = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      firstMs.push(await readStream(url, agent, body));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, call));
  agent.destroy();
  return firstMs;
}

type Round = { readonly cpuUs: number; readonly firstMs: number };

async function measureRound({ program }: Subject, effort: Effort): Promise<Round> {
  const count = Math.ceil(effort.requests / 10);
  const before = await program.account();
  await runStreams(program.url, count, connections);
  const after = await program.account();
  const firstMs = await runStreams(program.url, Math.ceil(effort.calls / 50), 1);
  return { cpuUs: (after.cpuUs - before.cpuUs) / count, firstMs: median(firstMs) };
}

function toMeasured(subjects: readonly Subject[], rounds: readonly (readonly Round[])[]): Measured {
  const [bare = []] = rounds;
  const figures: Record<string, number> = {};
  const lines = subjects.map(({ label }, index) => {
    const own = rounds[index] ?? [];
    const ratios = own.map(({ cpuUs }, at) => cpuUs / (bare[at]?.cpuUs ?? Number.NaN));
    const later = own.map(({ firstMs }, at) => firstMs - (bare[at]?.firstMs ?? Number.NaN));
    figures[`${label}: x bare`] = median(ratios);
    figures[`${label}: first byte later ms`] = median(later);
    return [
      label,
      toSpread(
        own.map(({ cpuUs }) => cpuUs),
        0,
      ),
      toSpread(ratios, 2),
      toSpread(later, 2),
    ];
  });
  const columns = ['process', 'CPU µs per stream', 'x bare proxy', 'first byte later, ms'];
  return { columns, lines, figures };
}

export const streamCost: Row = {
  name: 'stream',
  claim: `CPU per judged stream of ${chunkCount} chunks, and its first byte`,
  bounds: [
    {
      work: 'stream of 100 chunks, CPU',
      figure: 'gateway, policies on, audit on (fsync): x bare',
      unit: 'x the bare proxy',
      digits: 2,
      most: 1.5,
    },
    {
      work: 'stream, first byte later',
      figure: 'gateway, policies on, audit on (fsync): first byte later ms',
      unit: 'ms',
      digits: 2,
      most: 2,
    },
  ],
  setting: `2 KB request, ${chunkCount} chunks of 20 characters with 2 ms between them, ${connections} connections, keep-alive; first byte over one connection; the bare proxy pipes the stream`,
  measure: (effort) =>
    withScene(async (scene) => {
      const subjects = [
        await scene.startBareProxy(),
        await scene.startGateway({ policies: true, audit: 'fsync' }),
      ];
      if (effort.sides === 'all')
        subjects.push(await scene.startGateway({ policies: false, audit: 'none' }));
      const rounds: Round[][] = subjects.map(() => []);
      for (let round = -1; round < effort.rounds; round += 1)
        for (const [index, subject] of subjects.entries()) {
          const measured = await measureRound(subject, effort);
          if (round >= 0) rounds[index]?.push(measured);
        }
      return toMeasured(subjects, rounds);
    }),
};
