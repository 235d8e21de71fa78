/** What the engine is told of memory: when the heap is looked through, and how much room young objects get. */
import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** The heap is looked through when it has grown by so much since the last time, in percent of what lived then. */
const growthPercent = 50;
/** In a crowd, as much as the engine itself would allow: each look makes those wait who come meanwhile, and there are many. */
const crowdedGrowthPercent = 300;
/** One that has gone may come again, and would first wait for the look that the room without a crowd asks for. */
const crowdKeptMs = 60_000;
/** A call leaves about 150 KB of them; what lives of some hundred calls is copied together, which more room makes no cheaper. */
const youngBytesMax = 16 * 1024 * 1024;

/**
 * By itself the engine waits until four times as much is taken on a machine with much memory, and gives little of
 * it back: a process that serves for days then holds some 300 MB for 60 MB of objects. While the program is read
 * nearly all objects stay, which would make it take 64 MB for young ones before the first call.
 */
export function keepMemorySmall(): void {
  setGrowthOfHeap(growthPercent);
  setGrowthOfYoung(1);
}

/**
 * The program is read: from now on young objects get more room where calls leave them, up to the most, and old ones while
 * more calls come than there is room for, or came of late.
 */
export function makeRoomForCalls(
  isCrowded: () => boolean,
  now: () => number = () => performance.now(),
): void {
  let factor = 1;
  let percent = growthPercent;
  let crowdedUntilMs = -Infinity;
  const adjust = (): void => {
    const next = countYoungBytes() < youngBytesMax ? 2 : 1;
    if (next !== factor) setGrowthOfYoung((factor = next));
    const nowMs = now();
    if (isCrowded()) crowdedUntilMs = nowMs + crowdKeptMs;
    const allowed = nowMs < crowdedUntilMs ? crowdedGrowthPercent : growthPercent;
    if (allowed !== percent) setGrowthOfHeap((percent = allowed));
  };
  adjust();
  // Room is made, and given back while little happens, only where objects were cleaned up.
  new PerformanceObserver(adjust).observe({ entryTypes: ['gc'] });
}

function countYoungBytes(): number {
  const spaces = getHeapSpaceStatistics();
  return spaces.find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
}

/** Heeded when the heap has next been looked through: what it may grow to is worked out then. */
function setGrowthOfHeap(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}

/** The most cannot be set while the program runs, but the engine asks each time by how much to grow; 1 is not at all. */
function setGrowthOfYoung(factor: number): void {
  setFlagsFromString(`--semi-space-growth-factor=${factor}`);
}
