import { describe, expect, test } from '@jest/globals';
import { type TrailStanding, createStanding, worstOf } from '../../../src/server/trail-standing.ts';

const well: TrailStanding = {
  ...{
    writable: true,
    sealAgeMs: 0,
    indexSilentMs: 0,
    holdsUnknownMs: 0,
    erasuresOwedMs: 0,
    witnessLagMs: 0,
    shipping: undefined,
  },
};

describe('how several logs stand', () => {
  test('is how the worst of them does, whichever was asked', () => {
    const bad: TrailStanding = {
      ...{
        writable: 'no space left',
        sealAgeMs: 7,
        indexSilentMs: 8,
        holdsUnknownMs: 9,
        erasuresOwedMs: 11,
        witnessLagMs: 10,
      },
      shipping: { ageMs: 5, reason: 'refused' },
    };
    const behind: TrailStanding = { ...well, shipping: { ageMs: 50 } };
    const worst = { ...bad, unanswered: 0 };
    expect(worstOf(well, [bad, behind])).toEqual(worst);
    expect(worstOf(bad, [behind, well])).toEqual(worst);
    expect(worstOf(behind, [])).toEqual({ ...behind, shipping: { ageMs: 50 }, unanswered: 0 });
  });

  test('counts those that say nothing', () => {
    expect(worstOf(well, [undefined, well, undefined])).toMatchObject({ unanswered: 2 });
    const others = worstOf(well, [undefined]);
    expect(worstOf(well, [others])).toMatchObject({ unanswered: 1 });
  });

  test('is told by the own one alone where the others cannot be asked, in time', async () => {
    const fails = createStanding(
      () => well,
      () => Promise.reject(new Error('gone')),
    );
    expect(await fails()).toEqual(well);
    const hangs = createStanding(
      () => well,
      () => new Promise(() => undefined),
    );
    const beganMs = performance.now();
    expect(await hangs()).toEqual(well);
    expect(performance.now() - beganMs).toBeLessThan(5_000);
  });
});
