/** What the tests of policies reach, with places, and the shares of it. */
import { catalogue } from '../governance/detectors/index.ts';
import { outsideOf } from '../governance/outside.ts';
import { measureCoverage } from '../governance/policy/coverage.ts';
import type { Policy } from '../governance/policy/policy.ts';
import type { Position } from '../governance/policy/source.ts';
import { type OpenPolicies, sourceOf } from './policy-open.ts';
import { refuseUsage } from './refusal.ts';

export type ReachedRule = {
  readonly file: string;
  readonly policy: string;
  readonly rule: string;
  readonly fired: boolean;
  readonly operands: readonly (Position & {
    readonly source: string;
    readonly seenTrue: boolean;
    readonly seenFalse: boolean;
  })[];
};

export type Thresholds = { readonly rules: number; readonly operands: number };

export function measurePolicies(
  policies: readonly Policy[],
  { bundle, sources }: OpenPolicies,
): readonly ReachedRule[] {
  const detectors = [...catalogue, ...outsideOf(bundle)];
  return policies.flatMap((policy) => {
    const source = sourceOf(sources, policy.file);
    return measureCoverage(policy, bundle.patterns, detectors).map(({ rule, fired, operands }) => {
      const index = policy.document.spec.rules.findIndex(({ id }) => id === rule);
      const path = ['spec', 'rules', index, 'when'];
      const placed = operands.map(({ offset, ...operand }) => ({
        ...operand,
        ...(source?.locateInside(path, offset) ?? { line: 1, column: 1 }),
      }));
      return { file: policy.file, policy: policy.id, rule, fired, operands: placed };
    });
  });
}

/** An operand counts twice: once seen true, once seen false. */
export function toShares(rules: readonly ReachedRule[]): {
  readonly rulesPercent: number;
  readonly operandsPercent: number;
} {
  const operands = rules.flatMap((rule) => rule.operands);
  const seen = operands.reduce(
    (sum, { seenTrue, seenFalse }) => sum + Number(seenTrue) + Number(seenFalse),
    0,
  );
  return {
    rulesPercent: percent(rules.filter(({ fired }) => fired).length, rules.length),
    operandsPercent: percent(seen, operands.length * 2),
  };
}

/** Rounded down, so that 100 means all. */
function percent(part: number, whole: number): number {
  return whole === 0 ? 100 : Math.floor((part / whole) * 1000) / 10;
}

export function readThresholds(text: string | undefined): Thresholds {
  if (text === undefined) return { rules: 0, operands: 0 };
  const both = readPercent(text);
  if (both !== undefined) return { rules: both, operands: both };
  const thresholds = { rules: 0, operands: 0 };
  for (const term of text.split(',')) {
    const [name = '', share = ''] = term.trim().split('=');
    const value = readPercent(share);
    if ((name !== 'rules' && name !== 'operands') || value === undefined)
      throw refuseUsage(
        `--threshold: expected \`90\` or \`rules=100,operands=95\`, got \`${text}\``,
      );
    thresholds[name] = value;
  }
  return thresholds;
}

function readPercent(text: string): number | undefined {
  const value = /^\d{1,3}(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  return value >= 0 && value <= 100 ? value : undefined;
}
