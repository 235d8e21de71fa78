/** Hands the shipped classifier's weights in to the core, which reads no files; without them its detectors fail aloud. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { handInWeights } from '../governance/detectors/model-source.ts';

/** Beside the sources and beside what is built from them. */
const path = join(import.meta.dirname, '..', '..', 'models', 'classifier.bin');

let handedIn = false;

/** Once in a process, before the first policy is compiled: the tests of policies are judged with it, too. */
export function handInShippedWeights(): void {
  if (handedIn) return;
  handInWeights(readFileSync(path));
  handedIn = true;
}
