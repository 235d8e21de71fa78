/** What judging a text costs under the shipped policies: by length, by kind of text, and by the number of rules. */
import {
  type Compared,
  compareBundles,
  compareCalls,
  compareKinds,
  compareSizes,
} from '../src/cli/policy-bench-cost.ts';
import { toCall, writeOrdinaryText } from '../src/cli/policy-bench-scene.ts';
import { openPolicies } from '../src/cli/policy-open.ts';
import { govern } from '../src/governance/govern.ts';
import { referenceBundle } from './reference-bundle.ts';
import type { Effort, Measured, Row } from './row.ts';

const [small, large] = [4096, 200_000];
const worstShown = 5;
const hostileMost = 4;
const firstWarmMs = { all: 800, goal: 250 };
/** Before each other figure, for each round. */
const warmMs = { all: 80, goal: 5 };
const roundMs = { all: 15, goal: 4 };

async function measure(effort: Effort): Promise<Measured> {
  const { bundle } = await openPolicies('config/policies');
  const { rounds, sides, longestText } = effort;
  const each = { warmMs: warmMs[sides] * rounds, rounds, roundMs: roundMs[sides] };
  const judge = (characters: number) => {
    const call = toCall(writeOrdinaryText(characters));
    return () => govern(bundle, call, { hash: () => 'hash' });
  };
  // What comes first finds nothing compiled yet.
  const first = { ...each, warmMs: firstWarmMs[sides] };
  const { ms: smallMs } = compareCalls(judge(small), judge(small), first);
  const { ms: largeMs } = compareCalls(judge(large), judge(small), each);
  const once = { ...each, warmMs: 1 };
  const length = compareSizes(bundle, writeOrdinaryText, [large, longestText], once);
  const [many, few] = [1000, 100].map((count) => referenceBundle(count));
  if (many === undefined || few === undefined) throw new Error('there are no rules to compare');
  const rules = compareBundles(many, few, small, each);
  const kinds = Object.entries(compareKinds(bundle, small, each)).sort(
    ([, left], [, right]) => right.ratio - left.ratio,
  );
  const worst = kinds[0]?.[1].ratio ?? 0;
  return {
    columns: ['text', 'ms', 'ratio'],
    lines: [
      ['4 KB, ordinary', smallMs.toFixed(3), '1'],
      ['200 KB, ordinary', largeMs.toFixed(2), ''],
      [`${longestText / 1e6} MB against 200 KB, by character`, '', length.toFixed(2)],
      ['1,000 rules against 100', rules.ms.toFixed(3), rules.ratio.toFixed(2)],
      ...toKindLines(kinds),
    ],
    figures: {
      '4 KB ms': smallMs,
      '200 KB ms': largeMs,
      'length ratio': length,
      'rules ratio': rules.ratio,
      'worst hostile ratio': worst,
    },
  };
}

function toKindLines(kinds: readonly (readonly [string, Compared])[]): string[][] {
  const within = kinds.filter(([, { ratio }]) => ratio <= hostileMost).length;
  return [
    ...kinds
      .slice(0, worstShown)
      .map(([kind, { ms, ratio }]) => [
        `4 KB, hostile: \`${kind}\``,
        ms.toFixed(3),
        ratio.toFixed(1),
      ]),
    [`kinds of hostile text within ${hostileMost} x`, '', `${within} of ${kinds.length}`],
  ];
}

export const judgeCost: Row = {
  name: 'judge',
  claim: 'Judging a text: all detectors and patterns of the shipped policies',
  bounds: [
    { work: 'judging 4 KB', figure: '4 KB ms', unit: 'ms', digits: 3, most: 0.15 },
    { work: 'judging 200 KB', figure: '200 KB ms', unit: 'ms', digits: 2, most: 8 },
    {
      work: 'judging 10 MB against 200 KB, by character',
      figure: 'length ratio',
      unit: 'x',
      digits: 2,
      most: 1.5,
    },
    { work: '1,000 rules against 100', figure: 'rules ratio', unit: 'x', digits: 2, most: 2 },
    {
      work: 'worst hostile text of 4 KB',
      figure: 'worst hostile ratio',
      unit: 'x ordinary',
      digits: 1,
      most: hostileMost,
    },
  ],
  setting:
    'one thread without a gateway around it; CPU time of the thread, both sides of a ratio in turns; the kinds of hostile text are those of `policy bench --kinds`',
  lane: 'first',
  measure,
};
