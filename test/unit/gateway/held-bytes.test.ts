/** The bytes that are held follow the memory that there is, unless somebody has said how many they are. */
import { describe, expect, test } from '@jest/globals';
import { configSchema } from '../../../src/config/schema.ts';
import type { Config } from '../../../src/config/config.ts';
import { countHeapBytes, fitHeldBytes } from '../../../src/gateway/held-bytes.ts';

const mebibyte = 1024 * 1024;
const young = 192 * mebibyte;

function fit(
  limits: object,
  heapBytes: number,
): { readonly told: readonly unknown[]; readonly limits: Config['limits'] } {
  const told: unknown[] = [];
  const config = configSchema.parse({ limits });
  const fitted = fitHeldBytes(
    config,
    { warn: (...said: unknown[]) => void told.push(said[1]) },
    heapBytes,
  );
  return { told, limits: fitted.limits };
}

describe('the heap of a process', () => {
  test.each([
    ['of a machine with much memory', 4096, Infinity, 1, 4096],
    ['that the engine was told to keep small', 160, Infinity, 1, 160],
    ['that the engine was told to take more of than the container has', 4096, 1024, 1, 512],
    ['of one of four workers of a container', 2048, 4096, 4, 512],
    ['where the system does not say what bounds it', 2048, 0, 4, 2048],
  ])('%s', (_, heap, container, processes, bytes) => {
    const counted = countHeapBytes(heap * mebibyte + young, container * mebibyte, processes);
    expect(counted).toBe(bytes * mebibyte);
  });
});

describe('limits on bytes that are held', () => {
  test('that nobody has set are a twentieth of a small heap, and what they were beside a large one', () => {
    const { limits, told } = fit({}, 512 * mebibyte);
    const fitting = Math.floor((512 * mebibyte) / 20);
    expect([limits.heldBytesMax, limits.answersHeldBytesMax]).toEqual([fitting, fitting]);
    const { limits: large } = fit({}, 64 * 1024 * mebibyte);
    expect([large.heldBytesMax, large.answersHeldBytesMax]).toEqual([
      256 * mebibyte,
      64 * mebibyte,
    ]);
    expect(told).toEqual([]);
  });

  test('that somebody has set stay, and are told of where they are more than fits', () => {
    const set = { heldBytesMax: 100 * mebibyte, answersHeldBytesMax: mebibyte };
    const { limits, told } = fit(set, 512 * mebibyte);
    expect(limits).toMatchObject(set);
    expect(told).toEqual([expect.stringContaining('`limits.heldBytesMax`')]);
  });
});
