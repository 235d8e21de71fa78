import { describe, expect, test } from '@jest/globals';
import { createFailures } from '../../../src/server/failures.ts';

describe('createFailures()', () => {
  test('stops an address after its share of a minute and lets it in again afterwards', () => {
    let now = 0;
    const failures = createFailures(3, () => now);
    for (let i = 0; i < 3; i += 1) {
      failures.check('192.0.2.1');
      failures.count('192.0.2.1');
    }
    expect(() => failures.check('192.0.2.1')).toThrow(
      expect.objectContaining({ code: 'rate_limited', headers: { 'retry-after': '60' } }),
    );
    expect(() => failures.check('192.0.2.2')).not.toThrow();
    now = 60_000;
    expect(() => failures.check('192.0.2.1')).not.toThrow();
  });

  test('counts all addresses of one holder as one', () => {
    const failures = createFailures(1, () => 0);
    failures.count('2001:db8:0:7::1');
    for (const address of ['2001:db8:0:7::2', '2001:0DB8:0:0007:9::', '2001:db8:0:7:1:2:3:4%eth0'])
      expect(() => failures.check(address)).toThrow(
        expect.objectContaining({ code: 'rate_limited' }),
      );
    expect(() => failures.check('2001:db8:0:8::1')).not.toThrow();
    failures.count('::ffff:192.0.2.1');
    expect(() => failures.check('192.0.2.1')).toThrow(
      expect.objectContaining({ code: 'rate_limited' }),
    );
    expect(() => failures.check('::ffff:192.0.2.2')).not.toThrow();
  });

  test('holds a bounded number of addresses', () => {
    const failures = createFailures(1, () => 0);
    for (let i = 0; i < 20_000; i += 1) failures.count(`address-${i}`);
    expect(() => failures.check('address-0')).not.toThrow();
    expect(() => failures.check('address-19999')).toThrow(
      expect.objectContaining({ code: 'rate_limited' }),
    );
  });
});
