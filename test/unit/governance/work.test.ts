/** A text that takes more work to read than its length allows: never a pass, and what stands in the open is still seen. */
import { expect, test } from '@jest/globals';
import { hostileKinds } from '../../../src/cli/policy-bench-texts.ts';
import { openPolicies } from '../../../src/cli/policy-open.ts';
import { toCall } from '../../../src/cli/policy-bench-scene.ts';
import { govern } from '../../../src/governance/govern.ts';

const { bundle } = await openPolicies('config/policies');
const card = '4111 1111 1111 1111';

test.each(['turns', 'turns_of_lines', 'turns_of_words', 'turns_of_values'])(
  '%s: are refused as not judged, with what stands beside them told',
  (kind) => {
    const text = `pay with card ${card} please ${hostileKinds[kind]?.(4096) ?? ''}`;
    const { action, failures, findings } = govern(bundle, toCall(text), { hash: () => 'hash' });
    expect(action).toBe('block');
    expect(failures.map(({ check }) => check)).toEqual(['views']);
    expect(findings.every(({ decoded }) => decoded === undefined)).toBe(true);
    const cards = findings.filter(({ category }) => category === 'pii/card');
    expect(cards.map(({ spans }) => spans)).toContainEqual([
      { part: 0, start: text.indexOf(card), end: text.indexOf(card) + card.length },
    ]);
  },
);
