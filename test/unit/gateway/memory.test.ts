import { describe, expect, test } from '@jest/globals';
import { toFlags } from '../../../src/gateway/memory.ts';

const alone = '--no-parallel-scavenge';

describe('what the engine is told of memory', () => {
  test('is to clean up on the thread that serves where there is one core for all of them', () => {
    expect(toFlags(1)).toContain(alone);
  });

  test('leaves its own threads to it where they have a core', () => {
    expect(toFlags(2)).not.toContain(alone);
    expect(toFlags(2)).toEqual(toFlags(1).filter((flag) => flag !== alone));
  });
});
