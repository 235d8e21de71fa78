/** Threads that live as long as the trail: started quiet, small and named for whoever looks at the process, and left where they hang. */
import type { Worker, WorkerOptions } from 'node:worker_threads';

/** All but the first of these words need a value; one with `=` brings it along. */
const takesNext = /^--cpu-prof-[a-z]+$/;

type Name = 'audit-journal' | 'audit-keys' | 'audit-index';

/** Whoever has the program sampled sees these threads as well. */
const sampler = readSampler(process.execArgv);

/** The words that have a program sampled, with the values of those that have theirs in the word behind them. */
export function readSampler(words: readonly string[]): string[] {
  return words.filter((word, index) => {
    const before = words[index - 1] ?? '';
    return word.startsWith('--cpu-prof') || (takesNext.test(before) && !word.startsWith('-'));
  });
}

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

let left = 0;

/** Of one that does not end in time, as in a call to the system on a disk that does not answer, nothing is waited for. */
export function leaveThread(worker: Worker): void {
  left += 1;
  worker.once('exit', () => (left -= 1));
  worker.unref();
  void worker.terminate();
}

/** The same of the threads that Node keeps for files: which of them hangs is not to be known. */
export function leaveFiles(): void {
  left += 1;
}

/** Whether one was left that still is there: this process does not end by itself then, since Node waits for all threads. */
export function hasLeftThread(): boolean {
  return left > 0;
}
