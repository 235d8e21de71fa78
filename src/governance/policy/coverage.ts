/** What the tests of a policy reach: which rules they make fire, and which operands they have seen true and false. */
import type { Detector } from '../detectors/detector.ts';
import { judge } from '../judge.ts';
import type { NamedPattern, Policy, Rule } from './policy.ts';
import { operandsOf, valueOf } from './trace.ts';
import { isolate, toInteraction, toOptions } from './trial.ts';

export type OperandCoverage = {
  readonly source: string;
  readonly offset: number;
  readonly seenTrue: boolean;
  readonly seenFalse: boolean;
};

export type RuleCoverage = {
  readonly rule: string;
  readonly fired: boolean;
  readonly operands: readonly OperandCoverage[];
};

/** Tests that are still to do are not counted. */
export function measureCoverage(
  policy: Policy,
  patterns: readonly NamedPattern[],
  catalogue: readonly Detector[],
): readonly RuleCoverage[] {
  const bundle = isolate(policy, patterns, catalogue);
  const tallies = new Map<string, Tally>(policy.rules.map((rule) => [rule.id, toTally(rule)]));
  for (const test of policy.document.tests ?? []) {
    if (test.todo !== undefined) continue;
    judge(
      bundle,
      toInteraction(test.given),
      toOptions(test.given),
      ({ rule }, subject, outcome) => {
        const tally = tallies.get(rule.id);
        if (tally === undefined) return;
        if (outcome === true) tally.fired = true;
        for (const operand of tally.operands) {
          const value = valueOf(operand.bound, rule.condition, subject);
          if (value === true) operand.seenTrue = true;
          if (value === false) operand.seenFalse = true;
        }
      },
    );
  }
  return [...tallies].map(([rule, { fired, operands }]) => ({
    rule,
    fired,
    operands: operands.map(({ source, offset, seenTrue, seenFalse }) => ({
      ...{ source, offset, seenTrue, seenFalse },
    })),
  }));
}

type Tally = {
  fired: boolean;
  readonly operands: (ReturnType<typeof operandsOf>[number] & {
    seenTrue: boolean;
    seenFalse: boolean;
  })[];
};

function toTally(rule: Rule): Tally {
  const operands = operandsOf(rule.condition).map((operand) => ({
    ...operand,
    seenTrue: false,
    seenFalse: false,
  }));
  return { fired: false, operands };
}
