/** Numbers and codes that merely look like personal data or credentials are neither. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Detector } from '../../../../src/governance/detectors/detector.ts';
import { catalogue } from '../../../../src/governance/detectors/index.ts';
import { viewsOf } from '../../../../src/governance/text/views.ts';

const rows = readFileSync(join(import.meta.dirname, 'look-alikes.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.slice(line.indexOf(' | ') + 3));
const scene = { stage: 'request', kind: 'user', system: [] } as const;
const confidenceMin = 0.5;
const shareMax = 0.01;

/** What is found in a text, beside a sentence that says nothing of it. */
function findAny(detectors: readonly Detector[], text: string): readonly string[] {
  const told = [text, `Please check this and let me know: ${text}.`, `"value": "${text}",`];
  return told.flatMap((one) =>
    viewsOf(one).flatMap((view) =>
      detectors.flatMap((detector) =>
        detector
          .find(view, scene)
          .filter(({ confidence }) => confidence >= confidenceMin)
          .map(({ category, start, end }) => `${category}: ${view.text.slice(start, end)}`),
      ),
    ),
  );
}

function listFound(prefix: string): readonly (readonly [string, readonly string[]])[] {
  const detectors = catalogue.filter(({ name }) => name.startsWith(prefix));
  return rows
    .map((text) => [text, findAny(detectors, text)] as const)
    .filter(([, found]) => found.length > 0);
}

describe(`of the ${rows.length} look-alikes`, () => {
  test('there are 400 and more', () => {
    expect(new Set(rows).size).toBe(rows.length);
    expect(rows.length).toBeGreaterThanOrEqual(400);
  });

  test.each(['pii-', 'secret'])('at most one of a hundred is taken for %s', (prefix) => {
    const found = listFound(prefix);
    if (found.length > rows.length * shareMax) expect(found).toEqual([]);
    expect(found.length).toBeLessThanOrEqual(rows.length * shareMax);
  });
});
