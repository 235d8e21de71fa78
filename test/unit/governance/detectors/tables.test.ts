/** Every detector of the catalogue against the table that stands beside it: what it has to find, exactly where, and what it has to pass. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { handInShippedWeights } from '../../../../src/config/weights.ts';
import { catalogue } from '../../../../src/governance/detectors/index.ts';
import { findAll, readTable } from './table.ts';

const directory = join(import.meta.dirname, 'tables');
const casesMin = 5;

beforeAll(() => {
  handInShippedWeights();
});

describe('the tables of the detectors', () => {
  test('are one for each detector of the catalogue, and no more', () => {
    const named = readdirSync(directory).map((file) => file.replace(/\.txt$/, ''));
    expect(named.sort()).toEqual(catalogue.map(({ name }) => name).sort());
  });
});

for (const detector of catalogue) {
  const path = join(directory, `${detector.name}.txt`);
  if (!existsSync(path)) continue;
  const { found, passed } = readTable(path);

  describe(detector.name, () => {
    test(`has ${casesMin} cases to find and ${casesMin} to pass at the least`, () => {
      expect(Math.min(found.length, passed.length)).toBeGreaterThanOrEqual(casesMin);
    });

    test.each(found.map((one) => [one.line, one] as const))('finds line %s', (_line, one) => {
      const sightings = findAll(detector, one);
      const spans = sightings
        .filter(({ category }) => isUnder(category, one.category))
        .map(({ start, end }) => one.text.slice(start, end));
      if (one.spans.length > 0) expect(spans).toEqual(one.spans);
      else expect([one.text, spans.length > 0]).toEqual([one.text, true]);
    });

    test.each(passed.map((one) => [one.line, one] as const))('passes line %s', (_line, one) => {
      const sightings = findAll(detector, one).filter(
        ({ category }) => one.category === '' || isUnder(category, one.category),
      );
      const seen = sightings.map(({ category, start, end }) => [
        category,
        one.text.slice(start, end),
      ]);
      expect([one.text, seen]).toEqual([one.text, []]);
    });
  });
}

/** `harm` stands for every category under it. */
function isUnder(category: string, told: string): boolean {
  return category === told || category.startsWith(`${told}/`);
}
