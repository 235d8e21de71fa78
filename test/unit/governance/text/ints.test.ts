/** Lists that stand in one array keep to themselves, however they grow beside each other. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Ints } from '../../../../src/governance/text/ints.ts';
import { draws } from '../../../support/draws.ts';

test('each list holds what was put into it, and nothing where nothing was', () => {
  const step = fc.record({
    list: fc.nat(5),
    count: fc.oneof(fc.nat(9), fc.integer({ min: 60, max: 1200 })),
    four: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), fc.constantFrom(1, 8, 64), (steps, capacity) => {
      const lists = Array.from({ length: 6 }, () => new Ints(capacity));
      const expected: number[][] = lists.map(() => []);
      let next = 1;
      for (const { list, count, four } of steps) {
        const [ints, numbers] = [lists[list], expected[list]];
        if (ints === undefined || numbers === undefined) continue;
        for (let at = 0; at < count; at += 1, next += 4) {
          const row = four ? [next, next + 1, next + 2, next + 3] : [-next];
          if (four) ints.pushFour(next, next + 1, next + 2, next + 3);
          else ints.push(-next);
          numbers.push(...row);
        }
      }
      lists.forEach((ints, list) => {
        const numbers = expected[list] ?? [];
        expect(ints.length).toBe(numbers.length);
        expect(Array.from(numbers, (_, at) => ints.at(at))).toEqual(numbers);
        expect([ints.at(-1), ints.at(-4), ints.at(numbers.length)]).toEqual([0, 0, 0]);
      });
    }),
    draws(25),
  );
});

test('a long list grows where it stands, so that no shorter copies of it stay behind', () => {
  const count = 1_000_000;
  const before = process.memoryUsage().arrayBuffers;
  const ints = new Ints();
  for (let at = 0; at < count; at += 4) ints.pushFour(at, at + 1, at + 2, at + 3);
  const taken = process.memoryUsage().arrayBuffers - before;
  expect([ints.length, ints.at(0), ints.at(count - 1)]).toEqual([count, 0, count - 1]);
  // Room for half as many again as there are, and the array that short lists share.
  expect(taken / Int32Array.BYTES_PER_ELEMENT).toBeLessThan(count * 1.5);
});
