/** What stays masked where text is kept, and what a reviewer may read. */
import { describe, expect, test } from '@jest/globals';
import type { Firing } from '../../../src/governance/decision.ts';
import type { Finding } from '../../../src/governance/finding.ts';
import { categories } from '../../../src/governance/detectors/index.ts';
import { hiddenOf } from '../../../src/governance/hidden.ts';

function find(category: string, rule?: string): Finding {
  const finding: Finding = {
    ...{ category, severity: 'high', confidence: 1 },
    spans: [{ part: 0, start: 0, end: 4 }],
  };
  return rule === undefined ? finding : { ...finding, rule };
}

function fire(rule: string, action: Firing['action']): Firing {
  return {
    ...{ policy: 'p', rule, action, mode: 'enforce', severity: 'high', message: '' },
    ...{ parts: [0], failed: false },
  };
}

describe('what is hidden', () => {
  test('is every value, whatever the rules did about it', () => {
    const values = categories.filter((one) => /^(?:pii|secret|leak)\//.test(one));
    expect(values.length).toBeGreaterThan(50);
    const named = [...values, 'content/url/credentials', 'pattern/p/own', 'outside/leak', 'custom'];
    const findings = named.map((category) => find(category));
    expect(hiddenOf({ fired: [], findings, edits: [] })).toEqual(findings);
  });

  test('is no manner of speaking, unless a rule takes it out', () => {
    const findings = ['injection/override', 'jailbreak/persona', 'harm/weapons', 'toxic/hate'].map(
      (category) => find(category, 'p/told'),
    );
    expect(hiddenOf({ fired: [fire('told', 'block')], findings, edits: [] })).toEqual([]);
    expect(hiddenOf({ fired: [fire('other', 'redact')], findings, edits: [] })).toEqual([]);
    const edit = { part: 0, start: 3, end: 9, replacement: '' };
    const beside = { ...edit, start: 4 };
    const fired = [fire('told', 'block'), fire('other', 'redact')];
    expect(hiddenOf({ fired, findings, edits: [edit] })).toEqual(findings);
    expect(hiddenOf({ fired, findings, edits: [beside] })).toEqual([]);
    expect(hiddenOf({ fired: [fire('told', 'redact')], findings, edits: [] })).toEqual(findings);
  });
});
