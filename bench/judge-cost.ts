/** What judging a text costs under the shipped policies: by length, by kind of text, and by the number of rules. */
import {
  compareBundles,
  compareCalls,
  compareKinds,
  compareSizes,
} from '../src/cli/policy-bench-cost.ts';
import { createReferenceBundle, toCall, writeOrdinaryText } from '../src/cli/policy-bench-scene.ts';
import { openPolicies } from '../src/cli/policy-open.ts';
import { govern } from '../src/governance/govern.ts';
import type { Row } from './row.ts';

const [small, large, huge] = [4096, 200_000, 10_000_000];
const patterns = 200;
const worstShown = 5;

export const judgeCost: Row = {
  name: 'judge',
  claim: 'Judging a text: all detectors and patterns of the shipped policies',
  goal: '<= 0.15 ms at 4 KB and <= 8 ms at 200 KB; hostile text <= 4 x ordinary; 1,000 rules <= 2 x 100',
  setting:
    'one thread without a gateway around it; CPU time of the thread, both sides of a ratio in turns; the kinds of hostile text are those of `policy bench --kinds`',
  measure: async (effort) => {
    const { bundle } = await openPolicies('config/policies');
    const each = { warmMs: 80 * effort.rounds, rounds: effort.rounds, roundMs: 15 };
    const judge = (characters: number) => {
      const call = toCall(writeOrdinaryText(characters));
      return () => govern(bundle, call, { hash: () => 'hash' });
    };
    const { ms: smallMs } = compareCalls(judge(small), judge(small), each);
    const { ms: largeMs } = compareCalls(judge(large), judge(small), each);
    const length = compareSizes(bundle, writeOrdinaryText, [large, huge], { ...each, warmMs: 1 });
    const rules = compareBundles(
      createReferenceBundle(1000, patterns),
      createReferenceBundle(100, patterns),
      small,
      each,
    );
    const kinds = Object.entries(compareKinds(bundle, small, each)).sort(
      ([, left], [, right]) => right.ratio - left.ratio,
    );
    const worst = kinds[0]?.[1].ratio ?? 0;
    return {
      columns: ['text', 'ms', 'ratio'],
      lines: [
        ['4 KB, ordinary', smallMs.toFixed(3), '1'],
        ['200 KB, ordinary', largeMs.toFixed(2), ''],
        ['10 MB against 200 KB, by character', '', length.toFixed(2)],
        ['1,000 rules against 100', rules.ms.toFixed(3), rules.ratio.toFixed(2)],
        ...kinds
          .slice(0, worstShown)
          .map(([kind, { ms, ratio }]) => [
            `4 KB, hostile: \`${kind}\``,
            ms.toFixed(3),
            ratio.toFixed(1),
          ]),
        [
          'kinds of hostile text within 4 x',
          '',
          `${kinds.filter(([, { ratio }]) => ratio <= 4).length} of ${kinds.length}`,
        ],
      ],
      figures: {
        '4 KB ms': smallMs,
        '200 KB ms': largeMs,
        'length ratio': length,
        'rules ratio': rules.ratio,
        'worst hostile ratio': worst,
      },
    };
  },
};
