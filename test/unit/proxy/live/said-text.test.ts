/** What was said is read as it came, and holds no more memory than it takes. */
import { describe, expect, test } from '@jest/globals';
import { SaidText } from '../../../../src/proxy/live/said-text.ts';

describe('SaidText', () => {
  test.each([[[]], [['a']], [['', 'b', '']], [['x'.repeat(5_000), 'y', 'z'.repeat(4_095), '!']]])(
    'reads all pieces in their order',
    (pieces) => {
      const said = new SaidText();
      for (const piece of pieces) said.add(piece);
      expect(said.read()).toBe(pieces.join(''));
      expect(said.read()).toBe(pieces.join(''));
    },
  );

  test('lets the frames go that its pieces stood in', () => {
    const said = new SaidText();
    const before = process.memoryUsage().heapUsed;
    for (let at = 0; at < 20_000; at += 1) {
      const frame = Buffer.alloc(2_000, 65 + (at % 26)).toString('latin1');
      said.add(frame.slice(100, 120));
    }
    expect(said.read()).toHaveLength(400_000);
    // Held, the frames would be 40 MB.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(25_000_000);
  });
});
