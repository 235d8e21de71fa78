/** The engine's own threads, which clean up memory and compile: they step aside where they share the core of the one that serves. */
import { readFileSync, readdirSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { standBack } from '../audit/stand-back.ts';

const threads = '/proc/self/task';
const engineName = 'V8Worker';

/** `cores`: how many there are for each process that serves. */
export function keepEngineBack(cores: number): void {
  if (cores > 1) return;
  // Several threads on one core clean up no sooner than one, and the one that serves waits for each of them to have its turn.
  setFlagsFromString('--no-parallel-scavenge');
  // Four of them, while old objects are looked through, would take four fifths of the core from the one that serves.
  setFlagsFromString('--concurrent-marking-max-worker-num=1');
  for (const thread of listEngineThreads()) standBack(thread);
}

/** As the system numbers them; none where it does not tell. */
function listEngineThreads(): readonly number[] {
  try {
    return readdirSync(threads).filter(isEngine).map(Number);
  } catch {
    return [];
  }
}

/** One that ends meanwhile is none, and must not hide the others. */
function isEngine(thread: string): boolean {
  try {
    return readFileSync(`${threads}/${thread}/comm`, 'utf8').startsWith(engineName);
  } catch {
    return false;
  }
}
