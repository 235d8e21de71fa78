/** The watch over a policy directory: every way in which people and platforms change files. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { type PolicyWatch, watchPolicies } from '../../../src/config/policy-watch.ts';
import { until } from '../../support/until.ts';

const settleMs = 20;

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function watched(prepare: (folder: string) => string = (folder) => folder) {
  const root = mkdtempSync(join(tmpdir(), 'watch-'));
  mkdirSync(join(root, 'v1'));
  writeFileSync(join(root, 'v1', 'a.yaml'), 'x: 1');
  const folder = prepare(join(root, 'v1'));
  let count = 0;
  const watch: PolicyWatch = await watchPolicies(
    folder,
    async () => {
      await sleep(5);
      count += 1;
    },
    { settleMs, pollMs: 60 },
  );
  closing.push(() => {
    watch.close();
    rmSync(root, { recursive: true });
  });
  /** How often a change was told, once there was time for it. */
  const told = async () => {
    const before = count;
    await until(() => count > before);
    await sleep(200);
    return count;
  };
  return { root, folder, told, watch, count: () => count };
}

describe('watchPolicies() tells once of', () => {
  test.each<[string, (folder: string, root: string) => void]>([
    ['a file that is written', (folder) => writeFileSync(join(folder, 'a.yaml'), 'x: 2')],
    ['a file that is added', (folder) => writeFileSync(join(folder, 'b.yaml'), 'x: 2')],
    ['a file that is removed', (folder) => rmSync(join(folder, 'a.yaml'))],
    [
      'a file that is replaced as editors do it',
      (folder) => {
        writeFileSync(join(folder, '.a.yaml.swp'), 'x: 2');
        renameSync(join(folder, '.a.yaml.swp'), join(folder, 'a.yaml'));
      },
    ],
    [
      'a file in a new directory below',
      (folder) => {
        mkdirSync(join(folder, 'pack'));
        writeFileSync(join(folder, 'pack', 'b.yaml'), 'x: 2');
      },
    ],
    [
      'a directory that is swapped for another',
      (folder, root) => {
        mkdirSync(join(root, 'v2'));
        writeFileSync(join(root, 'v2', 'a.yaml'), 'x: 2');
        renameSync(folder, join(root, 'old'));
        renameSync(join(root, 'v2'), folder);
      },
    ],
    ['a directory that goes away', (folder) => rmSync(folder, { recursive: true })],
  ])('%s', async (_name, change) => {
    const { folder, root, told } = await watched();
    change(folder, root);
    expect(await told()).toBe(1);
  });

  test('a link that points elsewhere', async () => {
    const { folder, root, told } = await watched((real) => {
      const link = join(real, '..', 'current');
      symlinkSync(real, link);
      return link;
    });
    mkdirSync(join(root, 'v2'));
    writeFileSync(join(root, 'v2', 'a.yaml'), 'x: 1');
    symlinkSync(join(root, 'v2'), join(root, 'next'));
    renameSync(join(root, 'next'), folder);
    expect(await told()).toBe(1);
  });
});

describe('watchPolicies() keeps still', () => {
  test('while nothing changes, and when other files do', async () => {
    const { folder, count } = await watched();
    writeFileSync(join(folder, 'notes.txt'), 'x');
    await sleep(300);
    expect(count()).toBe(0);
  });

  test('while files are still being written', async () => {
    const { folder, told, count } = await watched();
    let pauses = 0;
    for (let round = 0; round < 15; round += 1) {
      writeFileSync(join(folder, 'a.yaml'), `x: ${'y'.repeat(round + 5)}`);
      const wroteMs = performance.now();
      await sleep(5);
      // A machine that stands still between two of them lets the first one look settled.
      if (performance.now() - wroteMs > settleMs / 2) pauses += 1;
    }
    expect(count()).toBeLessThanOrEqual(2 + pauses);
    expect(await told()).toBeGreaterThanOrEqual(1);
  });

  test('while files are still being written in a directory that the system tells nothing of', async () => {
    const { folder, root, told, count } = await watched();
    mkdirSync(join(root, 'v2'));
    writeFileSync(join(root, 'v2', 'a.yaml'), 'x: 2');
    renameSync(folder, join(root, 'old'));
    renameSync(join(root, 'v2'), folder);
    expect(await told()).toBe(1);
    const began = performance.now();
    for (let round = 0; performance.now() - began < 500; round += 1) {
      writeFileSync(join(folder, 'a.yaml'), `x: ${'y'.repeat(round + 5)}`);
      // One in each turn of the loop: there is none between two looks that sees nothing new, however slow the machine.
      await turn();
    }
    expect(count()).toBe(1);
    await until(() => count() > 1);
  });

  test('once closed', async () => {
    const { folder, watch, count } = await watched();
    watch.close();
    writeFileSync(join(folder, 'a.yaml'), 'x: 2');
    await sleep(300);
    expect(count()).toBe(0);
  });
});
