/** Which numbers for persons are tried at all is told by their layout: no shape may be left out. */
import { describe, expect, test } from '@jest/globals';
import { layoutsOf } from '../../../../src/governance/detectors/national-ids/layout.ts';
import { LayoutTree } from '../../../../src/governance/detectors/national-ids/layout-tree.ts';
import type { NationalId } from '../../../../src/governance/detectors/national-ids/national-id.ts';
import { WordSet } from '../../../../src/governance/text/word-set.ts';

describe('layoutsOf() gives every layout of a shape', () => {
  test.each<[shape: RegExp, layouts: readonly string[]]>([
    [/\d{3}/, ['000']],
    [/[A-Z]\d/, ['A0']],
    [/\d?[A-F0]/, ['0', '00', '0A', 'A']],
    [/\d{1,2}\.\d/, ['0.0', '00.0']],
    [/\d(?:\d|X)-/, ['00-', '0A-']],
    [/(?!BG)[A-Z] ?\d/, ['A 0', 'A0']],
    [/\d([ -]?)\d/, ['0 0', '0-0', '00']],
    [/\d(-?)\d\1/, ['0-0', '0-0-', '00', '00-']],
    [/GB№\(1\)/, ['AA№(0)']],
    [/\d{2}|[A-Z]{2}/, ['00', 'AA']],
  ])('%s', (shape, layouts) => {
    expect([...layoutsOf(shape.source)].sort()).toEqual([...layouts].sort());
  });
});

describe('LayoutTree finds the forms that may stand at a place', () => {
  const form = (shape: RegExp): NationalId => ({
    ...{ name: 'x', leads: [], shape, check: () => true, words: new WordSet(''), alone: 1 },
  });
  const tree = new LayoutTree([form(/\d{3}-?\d{2}/y), form(/\d{3}/y), form(/[A-Z]\d{5}/iy)]);
  test.each<[text: string, start: number, forms: readonly number[]]>([
    ['12345', 0, [0]],
    ['123-45', 0, [0, 1]],
    ['no 123 is', 3, [1]],
    ['123456', 0, []],
    ['12', 0, []],
    ['a12345', 0, [2]],
    ['é12345', 1, [0]],
    ['', 0, []],
  ])('%s at %i', (text, start, forms) => {
    expect(tree.formsAt(text, start)).toEqual(forms);
  });
});
