/** Values in neighbouring cells, and before the sentence signs of other scripts, are cut out each by itself. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { govern } from '../../../src/governance/govern.ts';
import type { Bundle } from '../../../src/governance/policy/policy.ts';
import { applyEdits } from '../../../src/governance/redact.ts';
import { createRandom } from '../../../tools/train/random.ts';
import { countDraws, seedOf } from '../../support/draws.ts';
import { bundleOf, callOf, policyOf } from '../../support/policy.ts';
import { values } from './values.ts';

let bundle: Bundle;

beforeAll(() => {
  const rules = [
    { id: 'personal', when: 'found("pii/*", 0.5)', action: 'redact', redact: { with: '[X]' } },
    { id: 'secret', when: 'found("secret/*", 0.5)', action: 'redact', redact: { with: '[X]' } },
  ];
  bundle = bundleOf([policyOf({ parts: ['user'], rules })]);
});

const copyOf = (text: string): string => applyEdits(text, govern(bundle, callOf({ text })).edits);

/** Each begins, parts and ends a row of cells in its own manner. */
const rows: readonly (readonly [before: string, between: string, behind: string])[] = [
  ['<tr><td>', '</td><td>', '</td></tr>'],
  ['<tr><td class="c">', '</td><td class="c">', '</td></tr>'],
  ['<li>', '</li><li>', '</li>'],
  ['<p>', '<br>', '</p>'],
  ['<div>', '</div><div>', '</div>'],
  ['<td>A</td><td>B</td><td>C</td><td>', '</td><td>', '</td><td>D</td>'],
];

describe('a value in a cell', () => {
  test.each(rows)('is cut out without its neighbours: %s%s%s', (before, between, behind) => {
    const random = createRandom(seedOf(7));
    const wrong: unknown[] = [];
    for (let turn = 0; turn < countDraws(300); turn++) {
      const [one, other] = [random.pick(values), random.pick(values)];
      const word = random.pick(['Widget', 'x', 'paid', 'GmbH']);
      const write = (left: string, right: string): string =>
        [before, one.lead, left, between, other.lead, right, between, word, behind].join('');
      const copy = copyOf(write(one.value, other.value));
      if (copy !== write('[X]', '[X]')) wrong.push([write(one.value, other.value), copy]);
    }
    expect(wrong.slice(0, 8)).toEqual([]);
  });
});

/** A password may hold any sign, and whatever one stands for: there, more is cut out rather than less. */
const opaque = /^(?:api_key = |password: |Authorization: Bearer )$/;

describe('a sentence that ends as other scripts end theirs', () => {
  test.each(Array.from('。．｡！？；，、।؟،؛…։።།'))('ends a value before it: %s', (sign) => {
    const wrong: unknown[] = [];
    for (const { lead, value } of values.filter((one) => !opaque.test(one.lead)))
      for (const word of ['Thanks', 'thanks a lot', '谢谢', 'Bitte 3']) {
        const copy = copyOf(`${lead}${value}${sign}${word}`);
        if (copy !== `${lead}[X]${sign}${word}`) wrong.push([value, word, copy]);
      }
    expect(wrong.slice(0, 12)).toEqual([]);
  });
});
