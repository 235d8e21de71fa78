/** A body put together from its pieces: the same bytes, and of a long one only the whole is left. */
import { describe, expect, test } from '@jest/globals';
import { gather } from '../../../src/proxy/gather.ts';

const kibibyte = 1024;

function piecesOf(count: number, bytes: number): Buffer[] {
  return Array.from({ length: count }, (_, at) => Buffer.alloc(bytes, at + 1));
}

describe('gather()', () => {
  test.each([
    [0, 1],
    [1, 70_000],
    [3, 5],
    [40, 64 * kibibyte],
  ])('puts %i pieces of %i bytes together', (count, bytes) => {
    const expected = Buffer.concat(piecesOf(count, bytes));
    expect(gather(piecesOf(count, bytes), count * bytes).equals(expected)).toBe(true);
  });

  test('lets the pieces of a long body go, but not memory that others share', () => {
    const pieces = piecesOf(40, 64 * kibibyte);
    const shared = Buffer.alloc(200_000, 7);
    pieces.push(shared.subarray(0, 100_000));
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    expect(gather(pieces, length)).toHaveLength(length);
    expect(pieces.slice(0, 40).every((piece) => piece.length === 0)).toBe(true);
    expect(shared.every((byte) => byte === 7)).toBe(true);
    expect(shared).toHaveLength(200_000);
  });
});
