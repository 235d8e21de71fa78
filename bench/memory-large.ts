/** Memory that a body of 10 MB takes on its way through. */
import { setTimeout as sleep } from 'node:timers/promises';
import { runCompletions } from './completions.ts';
import { startForLongBodies } from './long-bodies.ts';
import type { Program } from './process.ts';
import type { Row } from './row.ts';
import { withScene } from './scene.ts';

const mebibyte = 1024 * 1024;
const pauseMs = 20;
const bodyMegabytesMax = 16;
const turns = ['first', 'second', 'third'];

/** The most that was resident while the work went on. */
async function watch(program: Program, work: Promise<unknown>): Promise<number> {
  let most = 0;
  const state = { going: true };
  void work.finally(() => (state.going = false)).catch(() => undefined);
  while (state.going) {
    most = Math.max(most, (await program.account()).residentBytes);
    await sleep(pauseMs);
  }
  await work;
  return most;
}

export const memoryOfLargeBody: Row = {
  name: 'memory-large',
  claim: 'Memory that a body of 10 MB takes',
  bounds: [
    {
      work: 'a body of 10 MB, most resident beyond before',
      figure: 'x its size',
      unit: 'x its size',
      digits: 1,
      most: 3,
    },
  ],
  setting:
    'one prompt of 10 MB at a time, three in a row, after ordinary work; the shipped policies but the one that bounds a prompt, and durable audit on, content kept; `limits.bodyBytesMax` raised to 16 MB',
  lane: 'second',
  measure: (effort) =>
    withScene(async (scene) => {
      const program = await startForLongBodies(scene, bodyMegabytesMax);
      const call = (bytes: number, requests: number) =>
        runCompletions({ url: program.url, bytes, connections: 1, requests });
      await call(2_000, effort.calls);
      await sleep(effort.restMs);
      const before = (await program.account()).residentBytes;
      const lines: string[][] = [];
      let greatest = 0;
      for (const turn of turns) {
        const grown = (await watch(program, call(effort.largeBodyBytes, 1))) - before;
        greatest = Math.max(greatest, grown);
        lines.push([
          turn,
          (grown / mebibyte).toFixed(0),
          (grown / effort.largeBodyBytes).toFixed(1),
        ]);
      }
      return {
        columns: ['body', 'MB more than before', 'x its size'],
        lines,
        figures: { 'x its size': greatest / effort.largeBodyBytes },
      };
    }),
};
