/** A value behind the mark that shows letters from right to left is cut out alone, whichever way round it was written. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { govern } from '../../../src/governance/govern.ts';
import type { Bundle } from '../../../src/governance/policy/policy.ts';
import { applyEdits } from '../../../src/governance/redact.ts';
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

const backwards = (text: string): string => Array.from(text).reverse().join('');
const copyOf = (text: string): string => applyEdits(text, govern(bundle, callOf({ text })).edits);

describe('a value that is shown from right to left', () => {
  test.each(values.map(({ lead, value }) => [`${lead}${value}`, lead, value] as const))(
    'is cut out to the letter: %s',
    (_name, lead, value) => {
      const write = (cut: string): string =>
        `Take this: \u202e${backwards('and use it today')} ${cut} ${backwards(`see ${lead}`)}\u202c or not`;
      expect(copyOf(write(backwards(value)))).toBe(write('[X]'));
    },
  );

  test.each(values.map(({ lead, value }) => [`${lead}${value}`, lead, value] as const))(
    'is cut out to the letter where only its line is shown so: %s',
    (_name, lead, value) => {
      const write = (cut: string): string => `Line \u202e see ${lead}${cut} today\nand another`;
      expect(copyOf(write(value))).toBe(write('[X]'));
    },
  );
});
