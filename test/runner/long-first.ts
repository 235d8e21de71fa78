/** Runs first the files that start processes and wait, so that at the end no long one keeps a worker waiting for another. */
import { createRequire } from 'node:module';
import type Sequencer from '@jest/test-sequencer' with { 'resolution-mode': 'require' };

type Tests = Parameters<Sequencer.default['sort']>[0];

const require = createRequire(import.meta.url);
// The package's types know only this way in.
const { default: TestSequencer } = require('@jest/test-sequencer') as typeof Sequencer;
const folders = ['e2e', 'integration'];

function rankOf(path: string): number {
  const rank = folders.findIndex((folder) => path.split(/[\\/]/).includes(folder));
  return rank === -1 ? folders.length : rank;
}

/** Within a folder it stays with jest: by how long a file took last, or by its size where that is not known. */
class LongFirst extends TestSequencer {
  override async sort(tests: Tests): Promise<Tests> {
    const sorted = await super.sort(tests);
    return sorted.sort((left, right) => rankOf(left.path) - rankOf(right.path));
  }
}

export { LongFirst as default };
