/** docs/DETECTION.md lists the detectors, encodings, thresholds and labels that there are, and no others. */
import { describe, expect, test } from '@jest/globals';
import { catalogue } from '../../../src/governance/detectors/index.ts';
import * as decoders from '../../../src/governance/text/decoders/index.ts';
import { knownLabels, meaningOf } from '../../../tools/eval/labels.ts';
import { readSection, readTable, readText } from '../../support/repository.ts';

const page = 'docs/DETECTION.md';
const codesOf = (cell = ''): readonly string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
const table = (heading: string): readonly (readonly string[])[] =>
  readTable(readSection(page, heading));

/** `pii/*` stands for everything below it. */
const covers = (listed: string, category: string): boolean =>
  listed.endsWith('/*') ? category.startsWith(listed.slice(0, -1)) : listed === category;

describe(page, () => {
  test('lists every encoding that is undone', () => {
    const listed = table('How a text is read').map(([name]) => codesOf(name)[0]);
    const known = new Set(Object.values(decoders).flatMap((list) => list.map(({ name }) => name)));
    expect([...listed].sort()).toEqual([...known].sort());
  });

  test('lists every detector with its categories', () => {
    const rows = table('The catalogue');
    expect(rows.map(([name]) => codesOf(name)[0]).sort()).toEqual(
      catalogue.map(({ name }) => name).sort(),
    );
    for (const { name, categories } of catalogue) {
      const row = rows.find(([cell]) => codesOf(cell)[0] === name);
      const listed = codesOf(row?.[1]);
      const unlisted = categories.filter((one) => !listed.some((each) => covers(each, one)));
      const unknown = listed.filter((each) => !categories.some((one) => covers(each, one)));
      expect([name, unlisted, unknown]).toEqual([name, [], []]);
    }
  });

  test('states the confidences at which the shipped policies act', () => {
    const rows = table('Confidence');
    expect(rows.length).toBeGreaterThan(4);
    for (const [policy, blocks = '', flags = ''] of rows) {
      const source = readText(`config/policies/${codesOf(policy)[0] ?? ''}.yaml`);
      const acts = [...source.matchAll(/when: (.*found.*)\n\s+action: (\w+)/g)];
      const levels = (action: string): string => {
        const whens = acts.filter(([, , done]) => done === action).map(([, when = '']) => when);
        const numbers = whens.flatMap((when) => [...when.matchAll(/", ([\d.]+)\)/g)]);
        return [...new Set(numbers.map(([, number]) => number))].join(', ') || '-';
      };
      expect([policy, levels('block'), levels('flag')]).toEqual([policy, blocks, flags]);
    }
  });

  test('lists the labels that eval knows, with what they mean', () => {
    const rows = table('Measure it yourself').filter(([, , third]) => third === undefined);
    const labels = rows.filter(([cell]) => meaningOf(codesOf(cell)[0] ?? '', new Map()));
    expect(labels.flatMap(([cell]) => codesOf(cell)).sort()).toEqual([...knownLabels].sort());
  });
});
