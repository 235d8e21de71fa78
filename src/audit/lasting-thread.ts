/** How threads are started that live as long as the trail: quiet, small, and named for whoever looks at the process. */
import type { WorkerOptions } from 'node:worker_threads';

type Name = 'audit-journal' | 'audit-keys' | 'audit-index';

/** Whoever has the program sampled sees these threads as well. */
const sampler = process.execArgv.filter((word) => word.startsWith('--cpu-prof'));

/** The operating system shows 15 characters of the name. */
export function lastingThread(name: Name): WorkerOptions {
  return {
    name,
    execArgv: [...sampler, '--disable-warning=ExperimentalWarning'],
    // Left alone, the engine lets the young objects of each thread grow to 48 MB before it looks at them, and keeps
    // the room for as long as the thread lives; these threads have a few hundred kilobytes of them at a time.
    resourceLimits: { maxYoungGenerationSizeMb: 12 },
  };
}
