/** The short form of `npm run faults`: some faults of the disk, and some hundred exchanges that end in every way. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { runEndings } from '../faults/endings.ts';
import { type Scene, openScene } from '../faults/scene.ts';
import { type Case, Sweep } from '../faults/sweep.ts';
import { actOnMood } from '../faults/upstream-moods.ts';
import { hasStrace } from '../support/strace.ts';

const onDisk = hasStrace() ? describe : describe.skip;

onDisk('a fault at one call of the audit writer', () => {
  let scene: Scene;
  let sweep: Sweep;
  let cases: readonly Case[];
  beforeAll(async () => {
    scene = await openScene();
    sweep = new Sweep(scene);
    await sweep.prepare();
    cases = await sweep.listCases();
  });
  afterAll(() => scene.close());

  // One of each kind of harm; the whole list is what `npm run faults` goes through.
  test.each([
    ['KILL', 'write', /^journal\/\d+\.jsonl$/, 3],
    ['EIO', 'write', /^journal\/\d+\.jsonl$/, 2],
    ['ENOSPC', 'pwrite64', /^content\//, 2],
    ['KILL', 'rename', /^checkpoint\.new$/, 2],
    ['EIO', 'fsync', /^journal$/, 1],
    ['EIO', 'fsync', /^keys\.sqlite-journal$/, 2],
  ] as const)(
    '%s at %s of %s leaves a whole trail and no answer without its entry',
    async (fault, call, path, nth) => {
      const found = cases.findLast(
        (one) => one.fault === fault && one.call === call && path.test(one.path) && one.nth <= nth,
      );
      if (found === undefined) throw new Error('the survey saw no such call');
      const outcome = await sweep.run(found);
      expect(outcome).toMatchObject({ fired: true, verify: 0, broken: [] });
      expect(outcome.gateway).toBe(fault === 'KILL' ? 'killed' : 'served');
    },
  );
});

describe('exchanges that end in every way, with the gateway killed in between', () => {
  test('have exactly one terminal entry each, and every answer has its entry', async () => {
    const scene = await openScene(actOnMood);
    try {
      const said = await runEndings(scene, { exchanges: 500, restarts: 3, seed: 7 });
      expect(said).toMatchObject({ told: 500, broken: [], verify: 0 });
      expect(said.ended).toEqual(['SIGKILL', 'SIGKILL', 0, 0]);
      const ways = ['aborted', 'answered', 'blocked', 'failed', 'recovered'];
      expect(Object.keys(said.ends).sort()).toEqual(ways);
    } finally {
      await scene.close();
    }
  });
});
