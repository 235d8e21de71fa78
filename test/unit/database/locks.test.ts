/** Rooms that share a database wait for each other only where they mean to. */
import { describe, expect, test } from '@jest/globals';
import { locks } from '../../../src/database/locks.ts';
import { listFiles, readText } from '../../support/repository.ts';

describe('the advisory locks', () => {
  test('have a number each, and no room takes one that is not in the list', () => {
    const numbers = Object.values(locks);
    expect(numbers.length).toBeGreaterThan(1);
    expect(new Set(numbers).size).toBe(numbers.length);
    const taking = listFiles(/^src\/.*\.ts$/).filter((path) =>
      /pg_\w*advisory/.test(readText(path)),
    );
    expect(taking.length).toBeGreaterThan(1);
    expect(taking.filter((path) => !/from '[./a-z]*\/locks\.ts'/.test(readText(path)))).toEqual([]);
    const own = listFiles(/^src\/.*\.ts$/).filter((path) =>
      /\b7_?201_?\d{3}\b/.test(readText(path)),
    );
    expect(own).toEqual(['src/database/locks.ts']);
  });
});
