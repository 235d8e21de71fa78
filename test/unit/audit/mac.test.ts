/** The commitment's HMAC is that of RFC 2104, for texts of every length. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createHmac } from 'node:crypto';
import { createMac } from '../../../src/audit/content/mac.ts';
import { draws } from '../../support/draws.ts';

const keys = fc.uint8Array({ minLength: 32, maxLength: 32 });

describe('createMac()', () => {
  test('answers what HMAC-SHA256 does, whatever was hashed before', () => {
    fc.assert(
      fc.property(keys, fc.array(fc.uint8Array({ maxLength: 300 })), (key, texts) => {
        const mac = createMac(key);
        for (const text of texts)
          expect(mac(text)).toBe(createHmac('sha256', key).update(text).digest('hex'));
      }),
      draws(),
    );
  });

  test.each([65_535, 65_536, 65_537, 200_000])('and so for a text of %d bytes', (bytes) => {
    const key = Buffer.alloc(32, 7);
    const text = Buffer.alloc(bytes, 'text');
    expect(createMac(key)(text)).toBe(createHmac('sha256', key).update(text).digest('hex'));
  });
});
