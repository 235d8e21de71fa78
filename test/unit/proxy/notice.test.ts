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

test('writeNotice() does not cut out of a long text what no name of its place could say', () => {
  let reads = 0;
  const part = {
    ...partOf('', { at: ['messages', 0, 'content'] }),
    get text(): string {
      reads += 1;
      return 'a value of some length\n'.repeat(1000);
    },
  };
  const spans = Array.from({ length: 1000 }, (_, at) => [
    { part: 0, start: at * 23, end: at * 23 + 22 },
  ]);
  const finding = { category: 'c', severity: 'high', confidence: 1 } as const;
  const decisive: Firing = {
    ...{ policy: 'p', rule: 'r', action: 'block', mode: 'enforce', severity: 'high' },
    ...{ message: 'Found.', parts: [0], failed: false },
  };
  const ruling: Ruling = {
    ...{ action: 'block', policyVersion: 'v', onBlock: 'error', failures: [], edits: [] },
    ...{ decisive, fired: [decisive], findings: spans.map((own) => ({ ...finding, spans: own })) },
  };
  const interaction = { ...callOf({ text: '' }), parts: [part] };
  expect(writeNotice(ruling, interaction, 'entry').param).toBe('messages[0].content');
  expect(reads).toBeLessThan(20);
});

test('writeNotice() knows a name that is a line of its own, wherever that stands', () => {
  for (const text of ['name_of', 'name_of\nx', 'x\nname_of', 'x\nname_of\ny'])
    expect(told(text, ['args', 'name_of', 'z'])).toBe('args["…"].z');
  expect(told('y_name_of\nname_of_x', ['args', 'name_of', 'z'])).toBe('args.name_of.z');
});

test('writeNotice() says of a rule that no text set off what could not be read, and where', () => {
  const decisive: Firing = {
    ...{ policy: 'p', rule: 'r', action: 'block', mode: 'enforce', severity: 'high' },
    ...{ message: 'Send it as text.', parts: [], failed: false },
  };
  const ruling: Ruling = {
    ...{ action: 'block', policyVersion: 'v', onBlock: 'error', failures: [], edits: [] },
    ...{ decisive, fired: [decisive], findings: [] },
  };
  const unread = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...({ kind: 'tokens', bytes: 3, why: 'numbers' } as const),
      at: ['input', index, 'whoever@example.com'],
    }));
  const tell = (count: number, one: Ruling = ruling): string =>
    writeNotice(one, { ...callOf({ text: 'x' }), unjudged: unread(count) }, 'e').message;
  expect(tell(0)).not.toContain('Not read');
  expect(tell(1)).toContain('Send it as text. Not read: `input[0]["…"]` (tokens). Change');
  expect(tell(5)).toContain('`input[2]["…"]` (tokens) and 2 more.');
  const blamed = { ...ruling, decisive: { ...decisive, parts: [0] } };
  expect(tell(1, blamed)).not.toContain('Not read');
});
