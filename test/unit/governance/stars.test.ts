import { describe, expect, test } from '@jest/globals';
import { matchesStars } from '../../../src/governance/stars.ts';

describe('matchesStars()', () => {
  test.each([
    ['gpt-4o', 'gpt-4o', true],
    ['gpt-4o', 'gpt-4o-mini', false],
    ['gpt-*', 'gpt-', true],
    ['gpt-*', 'gpt-4o', true],
    ['gpt-*', 'xgpt-4o', false],
    ['*', '', true],
    ['*mini', 'gpt-4o-mini', true],
    ['*mini', 'mini-4o', false],
    ['a*b*c', 'a-b-b-c', true],
    ['a*b*c', 'acb', false],
    ['aa*aa', 'aaa', false],
    ['aa*aa', 'aaaa', true],
    ['a.c', 'abc', false],
    ['GPT-*', 'gpt-4o', false],
    ['*/llama*', 'meta/llama-3', true],
  ])('%s and %s: %s', (pattern, name, expected) => {
    expect(matchesStars(pattern, name)).toBe(expected);
  });

  test('in linear time for any number of stars', () => {
    const started = process.threadCpuUsage();
    expect(matchesStars(`${'*a'.repeat(2_000)}b`, 'a'.repeat(5_000))).toBe(false);
    // Some milliseconds; tried one by one, the places of the stars would take longer than anybody waits.
    expect(process.threadCpuUsage(started).user).toBeLessThan(2_000_000);
  });
});
