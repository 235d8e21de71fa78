/** An automaton that is put together of small ones is the one that the library makes of all patterns in one go. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { RE2Set } from 're2js';
import { createAutomaton } from '../../../../../src/governance/policy/patterns/automaton.ts';
import { createMachine } from '../../../../../src/governance/policy/patterns/machine.ts';
import { finishSteps } from '../../../../../src/governance/steps.ts';
import { draws } from '../../../../support/draws.ts';

/** So many patterns that several steps are taken. */
const patternsCount = 400;

const pieces = [
  '[0-9]{2,4}',
  '\\b',
  '(?:é|ß|я)',
  '\\s*=\\s*',
  '(?i:KEY)',
  '[^a-f]',
  '.?',
  '$',
  '😀',
];

const pattern = fc
  .tuple(
    fc.stringMatching(/^[a-z]{8,16}$/),
    fc.constantFrom(...pieces),
    fc.stringMatching(/^[a-z]{0,6}$/),
  )
  .map((parts) => parts.join(''));

const filler = fc.constantFrom(' ', '1234', 'é', '\n', 'key', '=', '😀', 'x');

describe('createAutomaton()', () => {
  test('finds what one set of all patterns finds, by as many states and classes', () => {
    const scene = fc.record({
      patterns: fc.array(pattern, { minLength: patternsCount, maxLength: patternsCount }),
      said: fc.array(fc.tuple(fc.nat({ max: patternsCount - 1 }), filler), { maxLength: 12 }),
    });
    fc.assert(
      fc.property(scene, ({ patterns, said }) => {
        expect(patterns.join('').length).toBeGreaterThan(4096);
        const text = said
          .map(([index, more]) => `${patterns[index]?.replace(/[^a-zé]/g, '') ?? ''}${more}`)
          .join('');
        const whole = new RE2Set();
        for (const one of patterns) whole.add(one);
        const automaton = createAutomaton(patterns);
        const found = automaton.findEnds(text, 10);
        expect([...(found?.keys() ?? [])].sort((a, b) => a - b)).toEqual(whole.match(text));
        expect(automaton.states()).toBe(
          (whole.dfa as unknown as { stateCount: number }).stateCount,
        );
      }),
      draws(30),
    );
  });

  test('knows the same classes of characters, and instructions as many as in one go', () => {
    const patterns = Array.from(
      { length: patternsCount },
      (_, index) => `w${index}[a-z\\p{Greek}]{3}é*`,
    );
    const whole = new RE2Set();
    for (const one of patterns) whole.add(one);
    whole.compile();
    const shown = (machine: unknown) => {
      const { classBounds, latin1Class, numClasses, prog } = machine as {
        readonly classBounds: Int32Array;
        readonly latin1Class: Int32Array;
        readonly numClasses: number;
        readonly prog: { readonly inst: readonly { readonly op: number }[] };
      };
      const ops = prog.inst.map(({ op }) => op).sort((a, b) => a - b);
      return { classBounds, latin1Class, numClasses, ops };
    };
    expect(shown(finishSteps(createMachine(patterns)))).toEqual(shown(whole.dfa));
  });
});
