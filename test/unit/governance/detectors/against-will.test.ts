/** What is against somebody's will or without a right makes a doubtful wish certain, and nothing else does. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { handInShippedWeights } from '../../../../src/config/weights.ts';
import { createHarmModel } from '../../../../src/governance/detectors/harm-model.ts';
import { shippedModel } from '../../../../src/governance/detectors/model-source.ts';
import { isAgainstWill } from '../../../../src/governance/detectors/wording/against-will.ts';
import { viewsOf } from '../../../../src/governance/text/views.ts';

handInShippedWeights();

const lines = readFileSync(join(import.meta.dirname, 'against-will.txt'), 'utf8')
  .split('\n')
  .filter((line) => /^[+-] /.test(line));

const canonicalOf = (text: string) => {
  const view = viewsOf(text).find(({ canonical }) => canonical);
  if (view === undefined) throw new Error(`no canonical view of \`${text}\``);
  return view;
};

describe('isAgainstWill()', () => {
  test.each(lines)('%s', (line) => {
    expect(isAgainstWill(canonicalOf(line.slice(2)).text)).toBe(line.startsWith('+'));
  });
});

describe('the classifier on harm', () => {
  const scene = { stage: 'request', kind: 'user', system: [] } as const;
  const detector = createHarmModel(shippedModel);
  const doubted = lines
    .map((line) => ({ line, view: canonicalOf(line.slice(2)) }))
    .filter(({ view }) => {
      const { confidence } = shippedModel().judge(view.text).harm;
      return confidence >= 0.2 && confidence < 0.8;
    });

  test('is certain where it doubts and somebody is not to know', () => {
    const against = doubted.filter(({ line }) => line.startsWith('+'));
    expect(against.length).toBeGreaterThan(3);
    for (const { line, view } of against) {
      const [found] = detector.find(view, scene);
      expect([line, found?.confidence]).toEqual([line, 0.8]);
    }
  });

  test('is left in doubt by everything else', () => {
    for (const { line, view } of doubted.filter(({ line: one }) => one.startsWith('-'))) {
      const [found] = detector.find(view, scene);
      expect([line, (found?.confidence ?? 0) < 0.8]).toEqual([line, true]);
    }
  });
});
