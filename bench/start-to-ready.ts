/** Time from the start of the process to the first call it can answer. */
import { join } from 'node:path';
import type { Row } from './row.ts';
import { type Scene, withScene } from './scene.ts';
import { median, toSpread } from './statistics.ts';

async function measureStart(scene: Scene, data: string): Promise<number> {
  const startedMs = performance.now();
  const program = await scene.startGatewayIn(data);
  const answer = await fetch(new URL('/readyz', program.url));
  if (answer.status !== 200) throw new Error(`/readyz answered ${answer.status}`);
  const readyMs = performance.now() - startedMs;
  await program.stop();
  return readyMs;
}

export const startToReady: Row = {
  name: 'start',
  claim: 'Start to ready with the shipped policies',
  bounds: [
    { work: 'first start to ready', figure: 'first start ms', unit: 'ms', digits: 0, most: 1000 },
    { work: 'later start to ready', figure: 'later start ms', unit: 'ms', digits: 0, most: 1000 },
  ],
  setting:
    'from spawning `node bin/governance.js serve`, as `npm start` does, until `/readyz` answers 200; npm itself not counted',
  measure: (effort) =>
    withScene(async (scene) => {
      const first: number[] = [];
      const later: number[] = [];
      for (let round = 0; round < effort.rounds; round += 1) {
        const data = join(await scene.createFolder(), 'data');
        first.push(await measureStart(scene, data));
        later.push(await measureStart(scene, data));
      }
      return {
        columns: ['start', 'ready after ms'],
        lines: [
          ['first start, empty data directory', toSpread(first, 0)],
          ['later start, same data directory', toSpread(later, 0)],
        ],
        figures: { 'first start ms': median(first), 'later start ms': median(later) },
      };
    }),
};
