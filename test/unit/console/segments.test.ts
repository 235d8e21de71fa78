/** Marks over a text: pieces cover it without a gap, and each lies under exactly the marks that span it. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cut } from '../../../console/src/entry/segments.ts';
import { draws } from '../../support/draws.ts';

test('every character lies in one piece, under the marks that span it', () => {
  const mark = fc
    .tuple(fc.nat(40), fc.nat(40))
    .map(([one, other]) => ({ start: Math.min(one, other), end: Math.max(one, other) }));
  fc.assert(
    fc.property(fc.nat(40), fc.array(mark, { maxLength: 12 }), (length, drawn) => {
      const marks = drawn.toSorted((a, b) => a.start - b.start || b.end - a.end);
      const pieces = cut(length, marks);
      let at = 0;
      for (const { start, end, over } of pieces) {
        expect(start).toBe(at);
        expect(end).toBeGreaterThan(start);
        const spanning = marks.filter((one) => one.start <= start && one.end >= end);
        expect(over).toEqual(spanning);
        at = end;
      }
      expect(at).toBe(length);
    }),
    draws(2000),
  );
});
