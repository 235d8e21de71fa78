/** The ruling on an attack does not fall when it is disguised, and the ruling on an ordinary text does not rise when it is written otherwise. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { catalogue } from '../../../src/governance/detectors/index.ts';
import type { Bundle } from '../../../src/governance/policy/policy.ts';
import { disguises } from '../../../tools/metamorphic/catalogue.ts';
import { compare, type Tally } from '../../../tools/metamorphic/compare.ts';
import { ordinaryChanges } from '../../../tools/metamorphic/ordinary.ts';
import { loadShippedPolicies } from '../../../tools/metamorphic/ruling.ts';
import { type Plain, pickTexts } from '../../../tools/metamorphic/texts.ts';
import { countDraws, seedOf } from '../../support/draws.ts';

const full = process.env.SWEEP === 'full';
/** All with `npm run sweep`; a sample of them in every run. */
const count = full ? 300 : countDraws(40);
const seed = seedOf(full ? 1 : 2);
const foundMin = 0.95;
const calmMin = 0.97;

/**
 * What a disguise loses cannot be brought back: which letters made a word, which of three letters a digit stood for.
 * There the share that is still found is held, and everywhere else nothing may fall.
 */
const lossy =
  /radio|Pig Latin|apart|written as one|for letters|ackwards|ROT13|alphabet|Morse|twice$|drawn out|space inside/;

let bundle: Bundle;
let byRules: Bundle;
let attacks: readonly Plain[] = [];
let ruled: readonly Plain[] = [];
let ordinary: readonly Plain[] = [];

beforeAll(async () => {
  bundle = await loadShippedPolicies();
  // A classifier weighs a text as a whole; what a rule sees in a text it has to see in every form of it.
  const rules = catalogue.map((one) =>
    one.name.endsWith('-model') ? { ...one, find: () => [] } : one,
  );
  byRules = await loadShippedPolicies(rules);
  attacks = pickTexts(bundle, ['attacks', 'harm'], (rank) => rank > 0, count, seed);
  ruled = pickTexts(byRules, ['attacks', 'harm'], (rank) => rank > 1, Math.min(count, 80), seed);
  ordinary = pickTexts(byRules, ['benign'], () => true, count, seed);
});

function shareLost(tallies: readonly Tally[]): number {
  const judged = tallies.reduce((sum, tally) => sum + tally.judged, 0);
  const lost = tallies.reduce(
    (sum, { fell }) => sum + fell.filter(({ made }) => made === 0).length,
    0,
  );
  return lost / judged;
}

describe('an attack in disguise', () => {
  test('is still found by the shipped policies, in 95 of 100 cases and more', () => {
    const tallies = disguises.map((disguise) => compare(bundle, attacks, disguise, seed));
    expect(tallies.filter(({ judged }) => judged === 0)).toEqual([]);
    expect(shareLost(tallies)).toBeLessThanOrEqual(1 - foundMin);
  });

  test.each(
    disguises.filter(({ name }) => !lossy.test(name)).map((one) => [one.name, one] as const),
  )('is ruled as strictly by every rule: %s', (_name, disguise) => {
    const { judged, fell } = compare(byRules, ruled, disguise, seed);
    expect(judged).toBeGreaterThan(0);
    expect(fell.map(({ text, made }) => [made, text])).toEqual([]);
  });
});

describe('an ordinary text written otherwise', () => {
  test.each(ordinaryChanges.map((one) => [one.name, one] as const))(
    'is ruled no more strictly by any rule: %s',
    (_name, change) => {
      const { judged, rose } = compare(byRules, ordinary, change, seed);
      expect(judged).toBeGreaterThan(0);
      expect(rose.map(({ text, made }) => [made, text])).toEqual([]);
    },
  );

  test('is ruled no more strictly by the shipped policies, in 97 of 100 cases and more', () => {
    const tallies = ordinaryChanges.map((change) => compare(bundle, ordinary, change, seed));
    const judged = tallies.reduce((sum, tally) => sum + tally.judged, 0);
    const rose = tallies.reduce((sum, tally) => sum + tally.rose.length, 0);
    expect(rose / judged).toBeLessThanOrEqual(1 - calmMin);
  });
});
