import { expect, test } from '@jest/globals';
import type { Firing, Ruling } from '../../../src/governance/decision.ts';
import type { Finding } from '../../../src/governance/finding.ts';
import { stepItems } from '../../../src/proxy/steps.ts';
import { toVerdict, writeVerdict } from '../../../src/server/routes/verdict.ts';

const allowed: Ruling = {
  ...{ action: 'allow', policyVersion: 'v', decisive: undefined, onBlock: 'error' },
  ...{ fired: [], findings: [], failures: [], edits: [] },
};

function findingsOf(count: number): readonly Finding[] {
  return Array.from({ length: count }, (_, at) => ({
    ...{ category: 'pii/email', severity: 'high', confidence: 0.9, decoded: ['base64'] },
    ...{
      rule: at % 2 === 0 ? 'p/acted' : 'p/shadow',
      spans: [{ part: 0, start: at, end: at + 9 }],
    },
  }));
}

test('writeVerdict() writes thousands of findings in steps, as it tells a few', async () => {
  const acted: Firing = {
    ...{ policy: 'p', rule: 'acted', action: 'flag', mode: 'enforce', severity: 'high' },
    ...{ message: 'm', parts: [0], failed: false },
  };
  const few = { ...allowed, fired: [acted], findings: findingsOf(3) };
  const told = { ...toVerdict('request', few, 'id'), redacted_prompt: '"x"' };
  let asked = 0;
  const step = (): undefined => void (asked += 1);
  const short = writeVerdict(told, few, step);
  expect(short).toMatchObject({ ...told, findings: [{ rule: 'p/acted' }, { rule: null }, {}] });
  expect(asked).toBe(0);
  const many = { ...few, findings: findingsOf(stepItems * 5) };
  const bytes = (await writeVerdict(told, many, step)) as Uint8Array;
  expect(asked).toBeGreaterThan(5);
  const read = JSON.parse(Buffer.from(bytes).toString()) as { findings: unknown[] };
  expect(read).toMatchObject(told);
  expect(read.findings).toHaveLength(stepItems * 5);
  expect(read.findings.slice(0, 3)).toEqual((short as unknown as typeof read).findings);
});
