/** Invariant 6: every limit has a name that ends in its unit, a default within its range, and a line in the reference. */
import { describe, expect, test } from '@jest/globals';
import { configSchema } from '../../../src/config/schema.ts';
import { limitsSchema } from '../../../src/config/limits.ts';
import { readText } from '../../support/repository.ts';

const limits = Object.entries(limitsSchema.parse({}));
const unit = /(bytes|chars|depth|keys|files|exchanges|connections)Max$|[a-z]Ms$/i;

describe('every limit', () => {
  test('has a name that ends in its unit, and a default above zero', () => {
    expect(limits.length).toBeGreaterThan(10);
    for (const [name, value] of limits) {
      expect(name).toMatch(unit);
      expect([name, Number.isSafeInteger(value) && value > 0]).toEqual([name, true]);
    }
  });

  test('has a line in the configuration reference with its default', () => {
    const lines = readText('docs/CONFIGURATION.md').split('\n');
    for (const [name, value] of limits) {
      const line =
        lines.find((text) => text.startsWith('|') && text.includes(`\`limits.${name}\``)) ?? '';
      expect([name, line.includes(`\`${value}\``)]).toEqual([name, true]);
    }
  });

  test('refuses zero, a negative number and one that is not whole', () => {
    for (const [name] of limits)
      for (const value of [0, -1, 1.5, '1'])
        expect([name, value, limitsSchema.safeParse({ [name]: value }).success]).toEqual([
          name,
          value,
          false,
        ]);
  });

  test('is known by that name only', () => {
    expect(configSchema.safeParse({ limits: { bodyMax: 1 } }).success).toBe(false);
  });
});
