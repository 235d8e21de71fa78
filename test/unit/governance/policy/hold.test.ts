/** How much of a streamed answer rules hold back, and which of them need all of it. */
import { describe, expect, test } from '@jest/globals';
import { catalogue } from '../../../../src/governance/detectors/index.ts';
import { reachedDetectors, reachOf } from '../../../../src/governance/detectors/reach.ts';
import { holdOf, type Hold } from '../../../../src/governance/policy/hold.ts';
import { bundleOf, callOf, policyOf, type Spec } from '../../../support/policy.ts';

const patterns = {
  code: { keywords: ['blue heron'] },
  number: { regex: 'EMP-[0-9]{6}' },
  endless: { regex: 'begin.+end' },
  first: { regex: '^secret' },
};

function holdFor(rule: Spec, spec: Spec = {}): Hold {
  const whole = { id: 'rule', action: 'block', ...rule };
  const used = Object.entries(patterns).filter(([name]) => JSON.stringify(rule).includes(name));
  const text = policyOf({ patterns: Object.fromEntries(used), rules: [whole], ...spec });
  return holdOf(bundleOf([text]), callOf({ text: '', model: 'm' }, { stage: 'response' }));
}

describe('holdOf() is', () => {
  test.each<[string, number, string]>([
    ['hit("number")', 22, 'block'],
    ['hit("number")', 22, 'redact'],
    ['found("pii/card") || hit("number")', 80, 'redact'],
    ['found("pii/iban") && model == "m"', 80, 'redact'],
    ['near("number", "number", 50)', 94, 'block'],
    ['model == "m"', 0, 'block'],
    ['unjudged.exists(kind, kind in ["image"])', 0, 'block'],
    ['has(tool.name) && tool.name == "shell" && hit("endless")', 0, 'block'],
  ])('live for `%s`: %i characters', (when, characters, action) => {
    expect(holdFor({ when, action })).toEqual({ kind: 'live', characters, again: false });
  });

  test.each([
    ['hit("endless")', 'block', /no longest match/],
    ['hit("first")', 'block', /begins or ends/],
    ['hit("number") && found("pii/card")', 'redact', /far apart/],
    ['count("number") > 2', 'block', /counts/],
    ['!hit("number")', 'block', /not there/],
    ['tokens > 1000', 'block', /whole answer/],
    ['findings.exists(one, one.confidence > 0.5)', 'block', /whole answer/],
    ['near("number", "number", 50)', 'redact', /whole answer/],
    ['found("content/code")', 'block', /`content-code` judges a text as a whole/],
  ])('the whole answer for `%s` that is to %s', (when, action, why) => {
    expect(holdFor({ when, action })).toEqual({
      kind: 'whole',
      rule: 'example/rule',
      why: expect.stringMatching(why),
    });
  });

  test('the whole answer where more is cut out than the condition asks for', () => {
    const redact = { categories: ['pii/*'] };
    const hold = holdFor({ when: 'found("pii/card")', action: 'redact', redact });
    expect(hold.kind).toBe('whole');
  });

  test('live with another look at the end where a rule that only notes needs all of it', () => {
    const when = 'hit("number") && found("pii/card")';
    const again = { kind: 'live', characters: 0, again: true };
    expect(holdFor({ when, action: 'flag' })).toEqual(again);
    expect(holdFor({ when }, { mode: 'shadow' })).toEqual(again);
  });

  test('nothing where no rule looks at answers, or none at this one', () => {
    const nothing = { kind: 'live', characters: 0, again: false };
    expect(holdFor({ when: 'hit("endless")' }, { stages: ['request'] })).toEqual(nothing);
    expect(holdFor({ when: 'hit("endless")' }, { match: { model: { eq: 'other' } } })).toEqual(
      nothing,
    );
  });
});

describe('every detector', () => {
  test('says how far it looks', () => {
    expect(reachedDetectors.toSorted()).toEqual(catalogue.map(({ name }) => name).toSorted());
  });

  test('that is not known is taken to look at everything', () => {
    expect(reachOf('somebody-elses')).toBe('whole');
  });
});
