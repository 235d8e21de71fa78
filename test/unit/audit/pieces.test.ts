import { describe, expect, test } from '@jest/globals';
import { Pieces } from '../../../src/audit/search/pieces.ts';

const pieceMs = 0.3;
const rounds = 200;

/** Of the time that the rounds took, what the thread was not at work for. */
function restedMs(inPieces: boolean): number {
  const pieces = new Pieces();
  pieces.begin(inPieces);
  const startedMs = performance.now();
  const before = process.threadCpuUsage();
  for (let round = 0; round < rounds; round += 1) {
    const endsMs = performance.now() + pieceMs;
    while (performance.now() < endsMs);
    pieces.rest();
  }
  const { user, system } = process.threadCpuUsage(before);
  return performance.now() - startedMs - (user + system) / 1000;
}

describe('work in pieces', () => {
  test('leaves the core after each of them', () => {
    // A machine that is busy adds to the rests and takes nothing from them.
    expect(restedMs(true)).toBeGreaterThan(rounds * 0.15);
  });

  test('does not begin anew by itself where nobody shares the core', () => {
    const pieces = new Pieces();
    pieces.begin(false);
    const startedMs = performance.now();
    for (let call = 0; call < 100_000; call += 1) pieces.rest();
    // A hundred thousand rests would take twenty seconds.
    expect(performance.now() - startedMs).toBeLessThan(10_000);
  });

  test('does not rest while a piece lasts', () => {
    const pieces = new Pieces();
    let unrested = 0;
    for (let round = 0; round < rounds; round += 1) {
      pieces.begin(true);
      const startedMs = performance.now();
      pieces.rest();
      if (performance.now() - startedMs < 0.1) unrested += 1;
    }
    expect(unrested).toBeGreaterThan(rounds / 2);
  });
});
