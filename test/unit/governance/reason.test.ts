/** The sentence a caller reads: what was found, which rule, what to do; never the value. */
import { describe, expect, test } from '@jest/globals';
import { reasonOf } from '../../../src/governance/reason.ts';
import { callOf, ruleOn, type Spec } from '../../support/policy.ts';

const patterns = Object.fromEntries(
  ['one', 'two', 'three', 'four', 'five', 'six', 'seven'].map((name) => [
    name,
    { regex: `${name}-x`, category: `keyword/${name}` },
  ]),
);
const rule = (when: string, action: string): Spec => ({
  ...{ id: 'rule', when, action, message: 'Take it out' },
});

describe('reasonOf()', () => {
  test.each<[what: string, when: string, action: string, text: string, reason: string]>([
    ['a clean text', 'hit("one")', 'block', 'x', 'No rule of the policies in force was violated.'],
    [
      'a block',
      'hit("one")',
      'block',
      'one-x',
      'Blocked: found `keyword/one`; rule `rule` of policy `example` applies. Take it out.',
    ],
    [
      'a flag',
      'hit("one")',
      'flag',
      'one-x',
      'Allowed and flagged: found `keyword/one`; rule `rule` of policy `example` applies. Take it out.',
    ],
    [
      'a redaction',
      'hit("one")',
      'redact',
      'one-x',
      'Not approved as it stands, a redacted copy is: found `keyword/one`; rule `rule` of policy `example` applies. Take it out.',
    ],
    [
      'a rule about the call',
      'tokens > 0',
      'block',
      'x',
      'Blocked: rule `rule` of policy `example` applies. Take it out.',
    ],
    [
      'a failed check',
      'tools[9] == "x"',
      'flag',
      'x',
      "Blocked: a check that rule `rule` of policy `example` needs could not run, and what was not checked does not pass. Try again or ask the policy's owner.",
    ],
    [
      'many things at once',
      'found("keyword/*")',
      'block',
      'one-x two-x three-x four-x five-x six-x seven-x',
      'Blocked: found `keyword/one`, `keyword/two`, `keyword/three`, `keyword/four`, `keyword/five`, 2 more; rule `rule` of policy `example` applies. Take it out.',
    ],
  ])('of %s', (_, when, action, text, reason) => {
    const spec = { stages: ['request'], patterns, rules: [rule(when, action)] };
    expect(reasonOf(ruleOn(spec, callOf({ text })))).toBe(reason);
  });
});
