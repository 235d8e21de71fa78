import { expect, test } from '@jest/globals';
import type { Firing, Ruling } from '../../../src/governance/decision.ts';
import type { Step } from '../../../src/governance/interaction.ts';
import { writeNotice } from '../../../src/proxy/notice.ts';
import { callOf, partOf } from '../../support/policy.ts';

function told(text: string, at: readonly Step[]): string | undefined {
  const interaction = { ...callOf({ text: '' }), parts: [partOf(text, { at })] };
  const decisive: Firing = {
    ...{ policy: 'p', rule: 'r', action: 'block', mode: 'enforce', severity: 'high' },
    ...{ message: 'Found.', parts: [0], failed: false },
  };
  const findings = [
    { category: 'c', severity: 'high', confidence: 1, spans: [{ part: 0, start: 0, end: 6 }] },
  ] as const;
  const ruling: Ruling = {
    ...{ action: 'block', policyVersion: 'v', onBlock: 'error', failures: [], edits: [] },
    ...{ decisive, fired: [decisive], findings },
  };
  return writeNotice(ruling, interaction, 'entry').param;
}

test('writeNotice() names the place, but for names that may say what was found', () => {
  expect(told('secret', ['messages', 3, 'content'])).toBe('messages[3].content');
  expect(told('secret', ['metadata', 'secret'])).toBe('metadata["…"]');
  expect(told('secret', ['metadata', 'my_secret_is'])).toBe('metadata["…"]');
  expect(told('other\nsecret_name', ['args', 'secret_name', 'x'])).toBe('args["…"].x');
  expect(told('secret', ['args', 'whoever@example.com'])).toBe('args["…"]');
});
