import { expect, test } from '@jest/globals';
import { createRedactionHash } from '../../../src/server/redaction-hash.ts';

const [mine, other] = [7, 9].map((byte) => createRedactionHash(new Uint8Array(32).fill(byte)));

test('a redacted value has one hash under one key, and another under another key', () => {
  expect(mine?.('ada@example.org')).toMatch(/^[0-9a-f]{16}$/);
  expect(mine?.('ada@example.org')).toBe(mine?.('ada@example.org'));
  expect(mine?.('bob@example.org')).not.toBe(mine?.('ada@example.org'));
  expect(other?.('ada@example.org')).not.toBe(mine?.('ada@example.org'));
});
