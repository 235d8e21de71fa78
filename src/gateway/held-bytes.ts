/** How many bytes of bodies and answers the heap of this process has room for, where nobody has said how many are held. */
import { getHeapStatistics } from 'node:v8';
import type { Config } from '../config/config.ts';
import { limitsSchema } from '../config/limits.ts';
import type { Log } from '../server/log.ts';
import { countWorkers } from './cores.ts';

/** What is judged takes many times its bytes. */
const heldShare = 1 / 20;
/** The engine counts in what it gives young objects at most, three times half of it; what a call holds does not stay there. */
const youngBytes = 3 * 64 * 1024 * 1024;
/** By itself the engine takes half of the memory that a container has. */
const containerShare = 1 / 2;

const held = ['heldBytesMax', 'answersHeldBytesMax'] as const;

/** `containerBytes`: what all processes of this gateway may take together; far more than there is where nothing bounds it. */
export function countHeapBytes(
  heapBytesMax: number,
  containerBytes: number,
  processes: number,
): number {
  const ofContainer = containerBytes > 0 ? (containerBytes * containerShare) / processes : Infinity;
  return Math.min(heapBytesMax - youngBytes, ofContainer);
}

/** With limits that fit; one that somebody has set is kept, and told of where it is more than fits. */
export function fitHeldBytes(
  config: Config,
  log: Pick<Log, 'warn'>,
  heapBytes: number = readHeapBytes(config),
): Config {
  const defaults = limitsSchema.parse({});
  const limits = { ...config.limits };
  const fitting = Math.max(1024, Math.floor(heapBytes * heldShare));
  for (const name of held) {
    if (limits[name] <= fitting) continue;
    if (limits[name] === defaults[name]) limits[name] = fitting;
    else
      log.warn(
        { fitting },
        `the heap has room for fewer bytes than \`limits.${name}\` says: lower it, or give the process more memory`,
      );
  }
  return { ...config, limits };
}

function readHeapBytes(config: Config): number {
  const { heap_size_limit: heapBytesMax } = getHeapStatistics();
  return countHeapBytes(heapBytesMax, process.constrainedMemory(), countWorkers(config));
}
