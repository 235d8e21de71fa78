/** What is masked in the copy that is kept, and that thousands of findings take no longer each than a few. */
import { describe, expect, test } from '@jest/globals';
import type { Edit } from '../../../src/governance/decision.ts';
import type { Finding } from '../../../src/governance/finding.ts';
import type { Part } from '../../../src/governance/interaction.ts';
import { toInteraction } from '../../../src/governance/policy/trial.ts';
import { maskRedacted } from '../../../src/proxy/redaction.ts';
import { finishSteps } from '../../../src/proxy/steps.ts';

const value = 'x'.repeat(8);

function partOf(text: string): Part {
  const [part] = toInteraction({ text }).parts;
  if (part === undefined) throw new Error('there is no part');
  return { ...part, at: ['text'] };
}

function findingOf(start: number, end: number): Finding {
  const spans = [{ part: 0, start, end }];
  return { category: 'pii/us_ssn', severity: 'high', confidence: 0.9, spans };
}

function editOf(start: number, end: number): Edit {
  return { part: 0, start, end, replacement: '[SSN]' };
}

function mask(text: string, edits: readonly Edit[], findings: readonly Finding[]): string {
  const source = JSON.stringify({ text });
  const json = { source, value: JSON.parse(source) as unknown };
  const ruling = { edits, findings, fired: [] };
  return finishSteps(maskRedacted(json, [partOf(text)], ruling, () => []));
}

describe('maskRedacted()', () => {
  test.each([
    ['what an edit covers says what the edit says', [editOf(2, 6)], [findingOf(2, 6)], 'ab[SSN]gh'],
    ['a part of it is no further mask', [editOf(2, 6)], [findingOf(3, 5)], 'ab[SSN]gh'],
    ['what no edit covers is masked', [editOf(0, 2)], [findingOf(4, 6)], '[SSN]cd[pii/us_ssn]gh'],
    [
      'what an edit cuts in two is masked as well',
      [editOf(2, 4)],
      [findingOf(2, 6)],
      'ab[pii/us_ssn]gh',
    ],
    [
      'an early edit may reach further than a later one',
      [editOf(0, 7), editOf(1, 2)],
      [findingOf(4, 6)],
      '[SSN]h',
    ],
  ] as const)('%s', (_, edits, findings, said) => {
    expect(mask('abcdefgh', edits, findings)).toBe(JSON.stringify({ text: said }));
  });

  test('takes no longer for each of tens of thousands of values than for each of a few thousand', () => {
    /** What the processor did for so many of them. */
    const effortFor = (count: number): number => {
      const places = Array.from({ length: count }, (_, index) => index * (value.length + 1));
      const edits = places.map((at) => editOf(at, at + value.length));
      const findings = places.map((at) => findingOf(at, at + value.length));
      const began = process.threadCpuUsage();
      const said = mask(`${value} `.repeat(count), edits, findings);
      const { user, system } = process.threadCpuUsage(began);
      expect(said).toBe(JSON.stringify({ text: '[SSN] '.repeat(count) }));
      return user + system;
    };
    const few = Math.min(...[1, 2, 3].map(() => effortFor(6_000)));
    // Ten times as many; where each looked at all the others it would be a hundred times as much.
    expect(effortFor(60_000)).toBeLessThan(40 * few);
  });
});
