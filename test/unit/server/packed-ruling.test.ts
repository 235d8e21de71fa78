/** A ruling comes out of its rows of numbers as it went in, whatever stands in it. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Ruling } from '../../../src/governance/decision.ts';
import type { Finding } from '../../../src/governance/finding.ts';
import { stepItems, finishSteps } from '../../../src/proxy/steps.ts';
import {
  packPlaced,
  packRuling,
  unpackPlaced,
  unpackRuling,
} from '../../../src/server/judging/packed.ts';
import { draws } from '../../support/draws.ts';

const offset = fc.nat(2 ** 31 - 1);
const span = fc.record({ part: fc.nat(9), start: offset, end: offset });
const text = fc.string({ unit: 'binary' });
const finding: fc.Arbitrary<Finding> = fc.record(
  {
    category: fc.constantFrom('pii/card', 'pii/email', 'secret'),
    severity: fc.constantFrom('low', 'high'),
    confidence: fc.constantFrom(0.5, 1),
    spans: fc.array(span, { maxLength: 3 }),
    decoded: fc.array(fc.constantFrom('base64', 'hex'), { minLength: 1, maxLength: 2 }),
    rule: fc.constantFrom('a/b', 'a/c'),
  },
  { requiredKeys: ['category', 'severity', 'confidence', 'spans'] },
);
const edit = fc.record({ part: fc.nat(9), start: offset, end: offset, replacement: text });

function rulingOf(findings: readonly Finding[], edits: Ruling['edits']): Ruling {
  const rest = { action: 'allow', policyVersion: 'v', decisive: undefined, onBlock: 'error' };
  return { ...(rest as Ruling), fired: [], failures: [], findings, edits };
}

describe('packRuling()', () => {
  test('loses nothing on the way to another thread', () => {
    fc.assert(
      fc.property(fc.array(finding), fc.array(edit), (findings, edits) => {
        const ruling = rulingOf(findings, edits);
        const packed = structuredClone(packRuling(ruling));
        expect(finishSteps(unpackRuling(packed))).toEqual(ruling);
      }),
      draws(),
    );
  });

  test('hands thousands over as few things, and takes them out some at a time', () => {
    const spans = [{ part: 0, start: 3, end: 7 }];
    const one: Finding = { category: 'pii/card', severity: 'high', confidence: 1, spans };
    const edits = Array.from({ length: 10_000 }, (_, at) => ({
      ...{ part: 0, start: at, end: at + 1 },
      replacement: '',
    }));
    const packed = packRuling(
      rulingOf(
        edits.map(() => one),
        edits,
      ),
    );
    expect(packed.kinds).toHaveLength(1);
    const steps = [...unpackRuling(packed)].length;
    expect(steps).toBeGreaterThanOrEqual(Math.floor((2 * edits.length) / stepItems) - 1);
  });
});

describe('packPlaced()', () => {
  test('keeps names and their order', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text)), (placed) => {
        expect([...unpackPlaced(structuredClone(packPlaced(placed)))].flat()).toEqual(placed);
      }),
      draws(),
    );
  });
});
