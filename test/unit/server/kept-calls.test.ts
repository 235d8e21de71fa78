/** What is left of a call that has ended is cleaned up with the young objects, and does not wait for a look through the heap. */
import { describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** Calls come and go; between them was a quiet time, in which what is kept of the calls grew old. Prints megabytes that stayed. */
function write(file: string, set: string, add: string): string {
  return `
    import { EventEmitter } from 'node:events';
    import { getHeapSpaceStatistics } from 'node:v8';
    const { ${set} } = await import(${JSON.stringify(join(root, file))});
    const set = new ${set}(1);
    const readOld = () =>
      getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space').space_used_size;
    const inside = [];
    function call() {
      const client = new EventEmitter();
      client.said = new Array(100).fill(0);
      ${add};
      inside.push(client);
      if (inside.length > 32) inside.shift().emit('close');
    }
    for (let count = 0; count < 5_000; count += 1) call();
    let other;
    for (let count = 0; count < 200_000; count += 1) other = new Array(20).fill(count);
    const before = readOld();
    for (let count = 0; count < 20_000; count += 1) call();
    process.stdout.write(String((readOld() - before) / 1e6));`;
}

function run(program: string): number {
  const flags = ['--max-semi-space-size=1', '--disable-warning=ExperimentalWarning'];
  const words = [...flags, '--input-type=module', '--eval', program];
  return Number(execFileSync(process.execPath, words, { encoding: 'utf8' }));
}

describe('of 20,000 calls with a kilobyte each, little is kept', () => {
  test.each([
    ['by who counts them', 'src/server/under-way.ts', 'UnderWay', 'set.add(client, 1)'],
    ['by who may cut them', 'src/proxy/crossings.ts', 'Crossings', 'set.add({ client }, client)'],
  ])('%s', (_who, file, set, add) => {
    expect(run(write(file, set, add))).toBeLessThan(2);
  });
});
