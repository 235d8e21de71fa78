/** A call made of nothing but findings is bounded, and neither hides anything nor passes for what was not told. */
import { describe, expect, test } from '@jest/globals';
import { govern } from '../../../src/governance/govern.ts';
import { inspect } from '../../../src/governance/inspect.ts';
import { bundleOf, callOf, policyOf, ruleOn, type Spec } from '../../support/policy.ts';

const patterns = {
  red: { regex: '\\bred-\\d+\\b' },
  blue: { regex: '\\bblue-\\d+\\b' },
};
const findingsMax = 20;
const limits = { findingsMax };
const reds = (count: number): string =>
  Array.from({ length: count }, (_, index) => `red-${index}`).join(' ');
const rule = (id: string, when: string, action: string, more: Spec = {}): Spec => ({
  ...{ id, when, action, message: 'do', ...more },
});
const flags = [rule('a', 'hit("red")', 'flag')];
const redacts = [rule('a', 'hit("red")', 'redact')];

describe('a call with more findings than `findingsMax`', () => {
  test('takes `onError`, and the ruling says why', () => {
    const judged = (count: number, onError = 'block') => {
      const ruling = ruleOn(
        { limits, onError, patterns, rules: flags },
        callOf({ text: reds(count) }),
      );
      return [ruling.action, ruling.decisive?.failed, ruling.failures.map(({ check }) => check)];
    };
    expect(judged(findingsMax)).toEqual(['flag', false, []]);
    expect(judged(findingsMax + 1)).toEqual(['block', true, ['findingsMax']]);
    expect(judged(findingsMax + 1, 'flag')).toEqual(['flag', false, ['findingsMax']]);
  });

  test('is bounded in what it holds', () => {
    const bundle = bundleOf([policyOf({ limits, patterns, rules: flags })]);
    const { seen, seenCount } = inspect(bundle, callOf({ text: reds(5000) }));
    expect([seen.length, seenCount]).toEqual([findingsMax, 5000]);
  });

  test('does not hide another kind, wherever that stands', () => {
    const rules = [...flags, rule('b', 'hit("blue")', 'block')];
    const text = `${reds(findingsMax * 3)} blue-1`;
    const ruling = ruleOn({ limits, onError: 'flag', patterns, rules }, callOf({ text }));
    expect([ruling.action, ruling.decisive?.rule]).toEqual(['block', 'b']);
  });

  test.each([findingsMax + 1, findingsMax * 2, findingsMax * 50])(
    'with %i to be cut out has all of them cut out, or is blocked',
    (count) => {
      const call = callOf({ text: reds(count) });
      const ruling = ruleOn({ limits, onError: 'flag', patterns, rules: redacts }, call);
      expect(['redact', 'block']).toContain(ruling.action);
      if (ruling.action === 'redact') expect(ruling.edits).toHaveLength(count);
    },
  );

  test('is nothing to a policy that takes more', () => {
    const small = policyOf({ limits, patterns, rules: flags, onError: 'flag' }, 'small');
    const large = policyOf({ patterns, rules: redacts }, 'large');
    const ruling = govern(bundleOf([small, large]), callOf({ text: reds(findingsMax * 2) }));
    expect([ruling.action, ruling.decisive?.policy, ruling.edits.length]).toEqual([
      'redact',
      'large',
      findingsMax * 2,
    ]);
  });
});
