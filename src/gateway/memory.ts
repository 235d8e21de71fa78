/** What the engine is told of memory: when the heap is looked through, and how much room young objects get. */
import { availableParallelism } from 'node:os';
import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** The heap is looked through when it has grown by so much since the last time, in percent of what lived then. */
const growthPercent = 50;
/** A call leaves about 150 KB of them; what lives of some hundred calls is copied together, which more room makes no cheaper. */
const youngBytesMax = 16 * 1024 * 1024;

/**
 * By itself the engine waits until four times as much is taken on a machine with much memory, and gives little of
 * it back: a process that serves for days then holds some 300 MB for 60 MB of objects. While the program is read
 * nearly all objects stay, which would make it take 64 MB for young ones before the first call.
 */
export function keepMemorySmall(): void {
  for (const flag of toFlags(availableParallelism())) setFlagsFromString(flag);
  setGrowthOfYoung(1);
}

export function toFlags(cores: number): readonly string[] {
  const heap = `--heap-growing-percent=${growthPercent}`;
  // Several threads on one core clean up no sooner than one, and the one that serves waits for each of them to have its turn.
  return cores > 1 ? [heap] : [heap, '--no-parallel-scavenge'];
}

/** The program is read: from now on young objects get more room where calls leave them, up to the most. */
export function makeRoomForCalls(): void {
  let factor = 1;
  const adjust = (): void => {
    const next = countYoungBytes() < youngBytesMax ? 2 : 1;
    if (next !== factor) setGrowthOfYoung((factor = next));
  };
  adjust();
  // Room is made, and given back while little happens, only where objects were cleaned up.
  new PerformanceObserver(adjust).observe({ entryTypes: ['gc'] });
}

function countYoungBytes(): number {
  const spaces = getHeapSpaceStatistics();
  return spaces.find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
}

/** The most cannot be set while the program runs, but the engine asks each time by how much to grow; 1 is not at all. */
function setGrowthOfYoung(factor: number): void {
  setFlagsFromString(`--semi-space-growth-factor=${factor}`);
}
