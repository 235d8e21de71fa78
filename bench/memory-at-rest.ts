/** Resident memory of the gateway when nothing happens: fresh, and after it has worked. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runCompletions } from './completions.ts';
import type { Row } from './row.ts';
import { withScene } from './scene.ts';

const mebibyte = 1024 * 1024;

export const memoryAtRest: Row = {
  name: 'memory',
  claim: 'Resident memory at rest',
  bounds: [
    { work: 'resident after the start', figure: 'fresh MB', unit: 'MB', digits: 0, most: 150 },
    { work: 'resident after work', figure: 'worked MB', unit: 'MB', digits: 0, most: 150 },
  ],
  setting:
    'policies and durable audit on; resident set of the process, read once after a pause in which nothing happens',
  lane: 'second',
  measure: (effort) =>
    withScene(async (scene) => {
      const program = await scene.startGatewayIn(join(await scene.createFolder(), 'data'));
      const read = async (): Promise<number> => {
        await sleep(effort.restMs);
        return (await program.account()).residentBytes / mebibyte;
      };
      const fresh = await read();
      const requests = effort.requests * effort.rounds;
      await runCompletions({ url: program.url, bytes: 2_000, connections: 32, requests });
      const worked = await read();
      return {
        columns: ['moment', 'resident MB'],
        lines: [
          ['after the start', fresh.toFixed(0)],
          [`after ${requests} completions`, worked.toFixed(0)],
        ],
        figures: { 'fresh MB': fresh, 'worked MB': worked },
      };
    }),
};
