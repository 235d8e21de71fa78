/** What judging costs, as ratios of CPU time within one run: hostile against ordinary, long against short, many rules against few. */
import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import {
  compareBundles,
  compareCalls,
  compareHostile,
  compareKinds,
  compareSizes,
} from '../../../src/cli/policy-bench-cost.ts';
import { createReferenceBundle, writeOrdinaryText } from '../../../src/cli/policy-bench-scene.ts';
import { hostileKinds } from '../../../src/cli/policy-bench-texts.ts';
import { openPolicies } from '../../../src/cli/policy-open.ts';
import { readYaml } from '../../../src/config/yaml-document.ts';
import { budgetFor } from '../../../src/governance/text/budget.ts';
import { readViews } from '../../../src/governance/text/views.ts';
import { readText } from '../../support/repository.ts';

/** What `npm run budget` holds the shipped policies to. */
const budget = z
  .record(z.string(), z.number().positive())
  .parse(readYaml(readText('config/policy-budget.yaml')).value);
const growthMax = budget['reference.growth'] ?? 0;
const lengthMax = budget['bundle.length'] ?? 0;
const worstMax = budget['bundle.kinds.worst'] ?? 0;

const effort = { warmMs: 80, rounds: 3, roundMs: 8 };
const { bundle } = await openPolicies('config/policies');

const triesMax = 6;

/** What else a machine does can make a ratio look larger, seldom smaller: the least of some tells what the code costs. */
function leastOf(measure: () => number, boundary: number): number {
  let least = Infinity;
  for (let tries = 0; tries < triesMax && least >= boundary; tries += 1)
    least = Math.min(least, measure());
  return least;
}

function leastOfKind(kind: string, boundary: number): number {
  const measure = (): number => compareKinds(bundle, 4096, effort, [kind])[kind]?.ratio ?? Infinity;
  return leastOf(measure, boundary);
}

describe('what judging costs', () => {
  test('is told by the CPU time of the calls', () => {
    const count = (steps: number) => () => {
      let sum = 0;
      for (let step = 0; step < steps; step += 1) sum += Math.sqrt(step);
      return sum;
    };
    const [long, short] = [count(400_000), count(100_000)];
    expect(leastOf(() => compareCalls(long, short, effort).ratio, 8)).toBeLessThan(8);
    expect(leastOf(() => compareCalls(short, long, effort).ratio, 1 / 2)).toBeLessThan(1 / 2);
  });

  test('grows with the length of a text, ordinary or not', () => {
    const sizes = [16_384, 131_072] as const;
    const ordinary = (): number => compareSizes(bundle, writeOrdinaryText, sizes, effort);
    expect(leastOf(ordinary, lengthMax)).toBeLessThan(lengthMax);
    for (const kind of [
      'base64_broken',
      'spaced',
      'long_word',
      'zero_width_flood',
      'comments_open',
      'hex_lines',
      'cards_in_groups',
    ]) {
      const write = hostileKinds[kind] ?? writeOrdinaryText;
      const growth = leastOf(() => compareSizes(bundle, write, sizes, effort), 2.5);
      expect([kind, growth < 2.5]).toEqual([kind, true]);
    }
  });

  test('is at most twice as much for 1,000 rules as for 100', () => {
    const [few, many] = [createReferenceBundle(100, 200), createReferenceBundle(1000, 200)];
    const growth = (): number => compareBundles(many, few, 4096, effort).ratio;
    expect(leastOf(growth, growthMax)).toBeLessThan(growthMax);
  });

  test('is bounded for text made of what the patterns look for', () => {
    // The budget of 4 is for a quiet machine; before the rest of a pattern was looked for first, this was 14.
    const hundred = createReferenceBundle(100, 200);
    expect(leastOf(() => compareHostile(hundred, effort), 8)).toBeLessThan(8);
  });

  test('is bounded for hostile text', () => {
    const quiet = [
      ...['one_character', 'braces', 'morse', 'comments', 'hex', 'long_word'],
      ...['escapes', 'json_in_strings', 'zero_width', 'base64', 'markup'],
    ];
    for (const kind of quiet) expect([kind, leastOfKind(kind, 6) < 6]).toEqual([kind, true]);
    const dearest = [
      ...['everything', 'ethereum', 'bitcoin', 'turns', 'turns_of_words', 'turns_of_values'],
      // A hundred and sixty times an ordinary text while the whole of a pattern was looked for behind each of its names.
      'names_of_values',
    ];
    for (const kind of dearest)
      expect([kind, leastOfKind(kind, worstMax) < worstMax]).toEqual([kind, true]);
  });
});

describe('the readings of a hostile text', () => {
  test.each(Object.keys(hostileKinds))('%s: are few, and not much longer than the text', (kind) => {
    const text = hostileKinds[kind]?.(16_384) ?? '';
    const { views } = readViews(text);
    const characters = views.reduce((sum, view) => sum + view.text.length, 0);
    expect(views.length).toBeLessThanOrEqual(24);
    // The text as it stands, its canonical form, which may be a little longer, and what is decoded within the budget.
    expect(characters).toBeLessThanOrEqual(text.length * 2.2 + budgetFor(text).workMax);
  });
});
