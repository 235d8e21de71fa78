import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Step } from '../../../src/governance/interaction.ts';
import {
  replaceInSteps,
  replaceRanges,
  spliceJson,
  type TextSplice,
} from '../../../src/proxy/splice.ts';
import { draws } from '../../support/draws.ts';

const cut = (at: readonly Step[], start: number, end: number, replacement = '#'): TextSplice => ({
  at,
  start,
  end,
  replacement,
});

describe('spliceJson() changes only what it is told to', () => {
  const cases: readonly (readonly [
    name: string,
    source: string,
    splices: readonly TextSplice[],
    expected: string,
  ])[] = [
    ['nothing', ' { "a" : 1.0 } ', [], ' { "a" : 1.0 } '],
    [
      'one string, and leaves spacing, order and numbers',
      '{ "n":1.0e2,\n "b":"secret!" , "a":[ 12345678901234567890 ] }',
      [cut(['b'], 0, 6)],
      '{ "n":1.0e2,\n "b":"#!" , "a":[ 12345678901234567890 ] }',
    ],
    ['behind escapes', '["\\u0041\\n\\"x\\"B"]', [cut([0], 5, 6)], '["\\u0041\\n\\"x\\"#"]'],
    ['an escape itself', '["a\\u0041b"]', [cut([0], 1, 2)], '["a#b"]'],
    ['with text that needs escapes', '["ab"]', [cut([0], 1, 2, '"\n')], '["a\\"\\n"]'],
    ['several spans of one string', '["abcdef"]', [cut([0], 4, 5), cut([0], 0, 2)], '["#cd#f"]'],
    [
      'the string of the escaped name',
      '{"\\u0061":{"b/~c":"xyz"}}',
      [cut(['a', 'b/~c'], 1, 2)],
      '{"\\u0061":{"b/~c":"x#z"}}',
    ],
    ['an empty span', '["ab"]', [cut([0], 1, 1)], '["a#b"]'],
    ['the root', '"abc"', [cut([], 0, 1)], '"#bc"'],
    ['a number, to a text', '{"n":70.00e2,"m":7000}', [cut(['n'], 1, 3)], '{"n":"7#0","m":7000}'],
    [
      'JSON inside a string, through two levels of escapes',
      '{"args":"{\\"q\\":\\"a\\\\nSECRET\\"}"}',
      [cut(['args', 'q'], 2, 8)],
      '{"args":"{\\"q\\":\\"a\\\\n#\\"}"}',
    ],
    [
      'overlaps of the inner and the outer reading once',
      '{"args":"{\\"q\\":\\"SECRET\\"}"}',
      [cut(['args', 'q'], 0, 6), cut(['args'], 6, 12)],
      '{"args":"{\\"q\\":\\"#\\"}"}',
    ],
  ];
  test.each(cases)('%s', (_, source, splices, expected) => {
    expect(spliceJson(source, splices)).toBe(expected);
  });

  test('takes as long by the splice for many in one string as for few', () => {
    const count = 300_000;
    const source = JSON.stringify({ messages: [{ content: 'ab '.repeat(count) }] });
    const at = ['messages', 0, 'content'];
    const splices = Array.from({ length: count }, (_, index) => cut(at, index * 3, index * 3 + 1));
    expect(spliceJson(source, splices)).toBe(source.replaceAll('ab', '#b'));
  });

  test('puts JSON in the place of whole values', () => {
    const source = '{"a":[1,{"b":"x"},"s"],"c":[]}';
    const values = [
      { at: ['a', 1], json: 'null' },
      { at: ['c'], json: '0' },
    ];
    expect(spliceJson(source, [cut(['a', 2], 0, 1)], values)).toBe('{"a":[1,null,"#"],"c":0}');
  });

  /** A bug is told to the log, so that no name on the way to the place may be in it. */
  const lost = /^nothing to redact stands where an edit is to be$/;

  test.each([
    ['a place that is not there', [cut(['x'], 0, 1)]],
    ['a place in a switch', [cut(['n'], 0, 1)]],
    ['a place inside the JSON of a string that is not there', [cut(['args', 'y'], 0, 1)]],
  ])('throws on %s', (_, splices) => {
    expect(() => spliceJson('{"n":true,"args":"{\\"q\\":1}"}', splices)).toThrow(lost);
  });

  test('throws on a value that is not there', () => {
    expect(() => spliceJson('{"n":1}', [], [{ at: ['m'], json: '0' }])).toThrow(lost);
  });

  test('says what cutting the text itself says, however the text is escaped', () => {
    const escapeAll = (text: string): string =>
      `"${[...Array(text.length).keys()]
        .map((at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`)
        .join('')}"`;
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.array(fc.tuple(fc.nat(20), fc.nat(5))),
        fc.boolean(),
        (text, spans, escaped) => {
          const inText = spans
            .map(([start, length]) => ({ start, end: start + length, replacement: '<\n>' }))
            .filter(({ end }) => end <= text.length);
          const source = `[0, ${escaped ? escapeAll(text) : JSON.stringify(text)} ]`;
          const splices = inText.map((span) => ({ ...span, at: [1] }));
          expect(JSON.parse(spliceJson(source, splices))).toEqual([0, replaceRanges(text, inText)]);
        },
      ),
      draws(),
    );
  });
});

describe('replaceInSteps()', () => {
  const count = 20_000;
  const ordered = Array.from({ length: count }, (_, at) => ({ start: at * 3, end: at * 3 + 1 }));

  test('looks at some of hundreds of thousands in a step, where they are in order', () => {
    let [looks, most, text] = [0, 0, ''];
    const ranges = ordered.map(({ start, end }) => ({
      ...{ end, replacement: '#' },
      get start(): number {
        looks += 1;
        return start;
      },
    }));
    const steps = replaceInSteps('abc'.repeat(count), ranges);
    for (let done = false; !done; looks = 0) {
      const step = steps.next();
      most = Math.max(most, looks);
      done = step.done === true;
      if (step.done === true) text = step.value;
    }
    expect(text).toBe('#bc'.repeat(count));
    expect(most).toBeLessThan(count / 4);
  });

  test('sorts them where they are in none', () => {
    const ranges = ordered.toReversed().map((range) => ({ ...range, replacement: '#' }));
    expect(replaceRanges('abc'.repeat(count), ranges)).toBe('#bc'.repeat(count));
  });

  test('of two that begin at the same place takes the longer one', () => {
    const two = [
      { start: 0, end: 1, replacement: 'short' },
      { start: 0, end: 2, replacement: 'long' },
    ];
    expect(replaceRanges('abc', two)).toBe('longc');
  });
});
