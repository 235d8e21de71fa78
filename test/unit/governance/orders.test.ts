/** A text that puts together in another order what other parts say is judged with them, and cut where they are. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Edit } from '../../../src/governance/decision.ts';
import { govern } from '../../../src/governance/govern.ts';
import type { Excerpt, Interaction, Part } from '../../../src/governance/interaction.ts';
import { applyRedaction } from '../../../src/governance/redact.ts';
import { draws } from '../../support/draws.ts';
import { bundleOf, callOf, partOf, policyOf } from '../../support/policy.ts';

/** A piece of what stands at a place, in the order in which they come. */
type Piece = readonly [place: number, text: string];

/** What stands at each place, and behind it what came, in its order; `gone`: what came before. */
function partsOf(pieces: readonly Piece[], gone = ''): readonly Part[] {
  const places = 1 + Math.max(...pieces.map(([place]) => place));
  const texts = Array.from({ length: places }, () => '');
  const order: Excerpt[] = [];
  let text = gone;
  for (const [part, piece] of pieces) {
    const start = text.length;
    text += piece;
    order.push({ part, from: texts[part]?.length ?? 0, start, end: text.length });
    texts[part] = `${texts[part] ?? ''}${piece}`;
  }
  const said = { kind: 'assistant', role: 'assistant' } as const;
  return [
    ...texts.map((each, place) => partOf(each, { ...said, at: ['content', place, 'text'] })),
    partOf(text, { ...said, at: ['arrival', 'content.text'], apart: true, order }),
  ];
}

function callWith(parts: readonly Part[]): Interaction {
  return callOf({ text: '' }, { stage: 'response', parts });
}

type Rule = Readonly<Record<string, unknown>>;

function rule(when: string, action: string, more: Rule = {}): Rule {
  return { id: `${action}-${when.length}`, when, action, ...more };
}

function judge(rules: readonly Rule[], parts: readonly Part[]) {
  return govern(bundleOf([policyOf({ rules })]), callWith(parts));
}

/** What is left of each text once it is redacted, the one that is put together last; nothing of one that is blocked. */
function leave(rules: readonly Rule[], parts: readonly Part[]): readonly string[] {
  const { action, edits } = judge(rules, parts);
  if (action === 'block') return [];
  expect(edits.filter(({ part }) => parts[part]?.order !== undefined)).toEqual([]);
  return applyRedaction(callWith(parts), edits).parts.map(({ text }) => text);
}

const removed = { redact: { operator: 'remove' } };
const mail = rule('found("pii/email")', 'redact', removed);
const card = rule('found("pii/card")', 'redact', removed);

describe('What comes in an order of its own', () => {
  test('is found and cut where it stands', () => {
    const pieces: readonly Piece[] = [
      [1, 'Write to ada@exa'],
      [0, 'mple.org now. '],
      [1, 'That is all.'],
    ];
    expect(leave([mail], partsOf(pieces))).toEqual([
      ' now. ',
      'Write to That is all.',
      'Write to  now. That is all.',
    ]);
  });

  test('goes without what was cut out of the texts themselves', () => {
    const pieces: readonly Piece[] = [
      [0, 'Write to ada@exa'],
      [1, 'so it is '],
      [0, 'mple.org now.'],
    ];
    expect(leave([mail], partsOf(pieces))).toEqual([
      'Write to  now.',
      'so it is ',
      'Write to so it is  now.',
    ]);
  });

  const around: readonly Piece[] = [
    [2, ' it is 4111 1111 '],
    [1, 'ada@example.org'],
    [0, '1111 1111 they say. '],
  ];

  test('says nothing that only a cut in another text has put together', () => {
    const parts = partsOf(around);
    expect(leave([mail], parts).at(-1)).toContain('4111 1111 1111 1111');
    const left = leave([mail, card], parts);
    expect(left).toEqual([' they say. ', '', ' it is ', ' it is  they say. ']);
  });

  test.each([
    ['count("pii/email") > 1', 'allow'],
    ['count("pii/email") > 0', 'block'],
    ['parts.size() > 2', 'allow'],
    ['tokens > 12', 'allow'],
  ])('counts once: %s', (when, action) => {
    const parts = partsOf([
      [0, 'Write to ada@example.org'],
      [1, ' or not, '],
      [0, ' at once.'],
    ]);
    expect(judge([rule(when, 'block')], parts).action).toBe(action);
  });

  test('is blocked where it begins in what has gone, and is none where all of it has', () => {
    const pieces: readonly Piece[] = [
      [1, 'mple.org now'],
      [0, ' and so on'],
    ];
    expect(judge([mail], partsOf(pieces, 'Write to ada@exa')).action).toBe('block');
    expect(judge([mail], partsOf(pieces, 'Write to ada@example.org, ')).action).toBe('allow');
  });

  test('is told of a model from outside where it stands', () => {
    const outside = bundleOf([policyOf({ rules: [card] })]);
    const parts = partsOf(around);
    const span = { part: 3, start: 7, end: 41 };
    const finding = {
      category: 'pii/card',
      severity: 'high',
      confidence: 1,
      spans: [span],
    } as const;
    const evidence = { findings: [finding], failures: [], heard: 'all' } as const;
    const { findings } = govern(outside, callWith(parts), { evidence });
    expect(findings.map(({ spans }) => spans.map(({ part }) => part))).toContainEqual([2, 1, 0]);
  });

  test('is put together anew of what is left, wherever something is cut out', () => {
    const words = fc.tuple(fc.nat(2), fc.stringMatching(/^[a-z]{1,6}$/));
    const cut = fc.tuple(fc.nat(2), fc.nat(20), fc.nat(6), fc.stringMatching(/^[A-Z]{0,4}$/));
    fc.assert(
      fc.property(
        fc.array(words, { minLength: 1, maxLength: 12 }),
        fc.array(cut, { maxLength: 4 }),
        (pieces, cuts) => {
          const parts = partsOf(pieces, 'gone ');
          const edits = toEdits(parts, cuts);
          const copy = applyRedaction(callWith(parts), edits).parts;
          const { text = '', order = [] } = copy.at(-1) ?? {};
          const said = order.map(({ part, from, start, end }) =>
            copy[part]?.text.slice(from, from + end - start),
          );
          expect(text).toBe(`gone ${said.join('')}`);
          for (const [place, part] of copy.slice(0, -1).entries()) {
            const own = order.filter((excerpt) => excerpt.part === place);
            expect(own.map(({ start, end }) => text.slice(start, end)).join('')).toBe(part.text);
          }
        },
      ),
      draws(),
    );
  });
});

/** Sorted, and none over another. */
function toEdits(
  parts: readonly Part[],
  cuts: readonly (readonly [number, number, number, string])[],
): readonly Edit[] {
  const kept: Edit[] = [];
  for (const [place, at, length, replacement] of cuts) {
    const part = place % (parts.length - 1);
    const size = parts[part]?.text.length ?? 0;
    const start = Math.min(at, size);
    const end = Math.min(size, start + length);
    const isFree = kept.every((one) => one.part !== part || one.end <= start || end <= one.start);
    if (start < end && isFree) kept.push({ part, start, end, replacement });
  }
  return kept.sort((one, other) => one.part - other.part || one.start - other.start);
}
