/** A body put together from its pieces: the same bytes, and of a long one only the whole is left. */
import { describe, expect, test } from '@jest/globals';
import { gather, Gathering } from '../../../src/proxy/gather.ts';

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

describe('a body on its way in', () => {
  const put = (body: Gathering, pieces: readonly Buffer[]): Gathering => {
    for (const piece of pieces) body.add(piece);
    return body;
  };

  test.each([
    ['is not said', 0],
    ['is said', 40 * 64 * kibibyte],
    ['is said to be less', 24 * 64 * kibibyte + 1],
    ['is said to be more', 50 * 64 * kibibyte],
  ])('is the same bytes where its length %s', (_, announced) => {
    const body = put(new Gathering(announced), piecesOf(40, 64 * kibibyte));
    expect(body).toHaveLength(40 * 64 * kibibyte);
    expect(body.finish().equals(Buffer.concat(piecesOf(40, 64 * kibibyte)))).toBe(true);
  });

  test('is one piece from its first on, or none at all', () => {
    const [only = Buffer.alloc(0)] = piecesOf(1, 2 * kibibyte * kibibyte);
    expect(put(new Gathering(only.length), [only]).finish().equals(only)).toBe(true);
    expect(new Gathering(9).finish()).toHaveLength(0);
  });

  test('is put together as it comes, so that its end copies nothing', () => {
    const pieces = piecesOf(40, 64 * kibibyte);
    const body = put(new Gathering(40 * 64 * kibibyte), pieces);
    // The last one may still be looked at by whoever handed it over, those before a megabyte are left to the engine.
    expect(pieces.slice(16, 39).every((piece) => piece.length === 0)).toBe(true);
    expect(pieces.at(-1)).toHaveLength(64 * kibibyte);
    const whole = body.finish();
    expect(body.finish().buffer).toBe(whole.buffer);
  });

  test('takes no room for what is announced until a megabyte has come', () => {
    const before = process.memoryUsage().arrayBuffers;
    const [piece = Buffer.alloc(0)] = piecesOf(1, kibibyte);
    const waiting = Array.from({ length: 20 }, () => put(new Gathering(10 ** 8), [piece]));
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10 ** 8);
    expect(waiting.every(({ length }) => length === kibibyte)).toBe(true);
  });
});
