/** Bytes are read as text as a strict decoder reads them, wherever they are cut. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { TextDecoder } from 'node:util';
import { TextReader } from '../../../src/proxy/utf8.ts';
import { draws } from '../../support/draws.ts';

function readParts(bytes: Uint8Array, size: number): { text: string; refused: boolean } {
  const reader = new TextReader();
  let text = '';
  for (let at = 0; at < bytes.length; at += size)
    text += reader.read(bytes.subarray(at, at + size));
  reader.end();
  return { text, refused: reader.fault !== undefined };
}

function readAll(bytes: Uint8Array, size: number): string | undefined {
  const { text, refused } = readParts(bytes, size);
  return refused ? undefined : text;
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const anyBytes = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }).map((text) => Buffer.from(`\ufeff${text}`)),
  fc
    .tuple(fc.string({ unit: 'binary', maxLength: 20 }), fc.uint8Array({ maxLength: 3 }))
    .map(([text, bytes]) => Buffer.concat([Buffer.from(text), bytes])),
);

test('TextReader reads what a strict decoder reads, in any chunking', () => {
  fc.assert(
    fc.property(anyBytes, fc.integer({ min: 1, max: 9 }), (bytes, size) => {
      expect(readAll(bytes, size)).toBe(decode(bytes));
    }),
    draws(3_000),
  );
});

test('TextReader reads what stands before bytes that are no UTF-8, in any chunking', () => {
  fc.assert(
    fc.property(anyBytes, anyBytes, fc.integer({ min: 1, max: 9 }), (before, after, size) => {
      const bytes = Buffer.concat([before, Buffer.from([0xff]), after]);
      const lossy = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
      const { text, refused } = readParts(bytes, size);
      expect(refused).toBe(true);
      expect({ text, refused }).toEqual(readParts(bytes, bytes.length));
      expect(lossy.startsWith(text)).toBe(true);
      if (decode(before) !== undefined) expect(text).toBe(decode(before));
    }),
    draws(3_000),
  );
});

test('TextReader refuses what is no UTF-8, also where it is cut or stops', () => {
  for (const bytes of [
    [0xff],
    [0xc3],
    [0xe2, 0x82],
    [0xf0, 0x9f, 0xa6],
    [0xed, 0xa0, 0x80],
    [0x80],
  ])
    expect(readAll(Buffer.from(bytes), 1)).toBeUndefined();
});
