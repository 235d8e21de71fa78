/** Names are told by what stands beside them, so that a stream could take out others than the whole text would. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { draws } from '../../../support/draws.ts';
import { bundleOf, policyOf } from '../../../support/policy.ts';
import { cutEvery, cutText, formats, tellHeld, tellLive } from './scene.ts';

const rules = [
  { id: 'name', when: 'found("pii/name", 0.5)', action: 'redact', redact: { with: '[X]' } },
];
const bundle = bundleOf([policyOf({ rules })]);
const format = formats[0];

const words = [
  ...['Vidal', 'Nguyen', 'Turner', 'Anna', 'Charlotte', 'Will', 'Suzuki', 'Jean-Luc', 'Grace'],
  ...[
    'van der',
    'Street',
    'San',
    'Dear',
    'Mr.',
    'JOHN',
    'SMITH',
    'Park',
    'the summer',
    'went home',
  ],
  ...['Ltd', 'Nakamura', 'my name is', 'Иван', 'Петрову', 'Weber', 'maria', 'schneider'],
];
const joints = [' ', ' ', ' ', ', ', ', ', ' and ', ', and ', '. ', ' & ', '; ', '\n'];
/** A few that may belong together, and then something else: a row without end is cut anew wherever a window begins. */
const row = fc
  .array(fc.tuple(fc.constantFrom(...words), fc.constantFrom(...joints)), {
    minLength: 1,
    maxLength: 7,
  })
  .map((pairs) => `${pairs.flat().join('')}met at the lake. `);
const talk = fc.array(row, { minLength: 15, maxLength: 40 }).map((rows) => rows.join(''));

const [met, one] = ['met at the lake. ', 'Vidal met at the lake. '];
/** What tells a name is itself taken for a part of one before it; drawn once, and cut just there by a window. */
const examples: [string, number[]][] = [
  [
    `${one}Vidal Vidal Vidal, and Vidal, and Vidal ${one}Vidal, and Vidal Vidal Vidal Vidal Vidal and ${met}${one}Vidal Jean-Luc Vidal Vidal, and ${met}Vidal ${one}the summer Vidal Vidal ${one}Dear Vidal Dear\nVidal Vidal Петрову ${met}${one.repeat(6)}the summer, ${met}Nakamura, and Vidal Vidal Turner and van der van der and ${met}Vidal & Suzuki and Vidal, and Vidal, ${met}`,
    [23],
  ],
  [
    `${one}Vidal ${one}Vidal Vidal Vidal Vidal ${one}Vidal Jean-Luc Петрову & Vidal Vidal Vidal Jean-Luc ${met}Vidal, and ${met}Jean-Luc Vidal, and ${met}Vidal and ${one}Nguyen and ${met}Vidal Vidal, Mr. Dear. Weber, van der ${met}${one.repeat(15)}`,
    [8, 24, 13, 9, 30, 23],
  ],
  [
    `Vidal Vidal Vidal ${one}Vidal Jean-Luc ${met}Turner, Vidal. Vidal, Vidal Jean-Luc; Vidal ${one}Vidal, Mr. Dear\nDear Park ${one}${one.repeat(15)}`,
    [7, 4, 19, 16, 2, 7, 26, 20, 20],
  ],
];

test('names beside names are taken out of a stream as out of the whole text', async () => {
  if (format === undefined) throw new Error('no format');
  const { dialect, say } = format;
  const changed: boolean[] = [];
  await fc.assert(
    fc.asyncProperty(
      talk,
      fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }),
      async (text, sizes) => {
        const bytes = Buffer.from(say(cutText(text, sizes)));
        const held = tellHeld(dialect, bundle, bytes);
        const live = await tellLive(dialect, bundle, cutEvery(bytes, 4096));
        changed.push(held.released !== bytes.toString());
        expect(live.released).toBe(held.released);
      },
    ),
    { ...draws(100), examples },
  );
  expect(changed.filter(Boolean).length).toBeGreaterThan(50);
});
